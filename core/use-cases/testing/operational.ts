import * as v from 'valibot';
import type { Plane } from '../../domain/caller.ts';
import { type Event, eventEnvelope } from '../../domain/event.ts';
import type { Stores } from '../../ports/storage.ts';
import { WebhookEventAnswer } from '../../schemas/answers/events.ts';

/** The operational events of a plane, the oldest first; each follows the schema of its type. */
export async function operationalEvents({ events }: Pick<Stores, 'events'>, plane: Plane): Promise<readonly Event[]> {
  const { items } = await events.list(plane, {}, { limit: 200, page: 1 });
  const operational = items.filter(({ sequence }) => sequence === null).toReversed();
  for (const event of operational) v.parse(WebhookEventAnswer, eventEnvelope(event));
  return operational;
}

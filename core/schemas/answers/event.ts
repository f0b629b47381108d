import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { eventTypes } from '../../domain/event.ts';
import { anyObject, described, Timestamp } from '../../families/answer-fields.ts';

/** An event, as the body of its deliveries holds it. */
export const EventAnswer = v.object({
  id: v.string(),
  type: v.picklist(eventTypes),
  created_at: Timestamp,
  environment: v.picklist(environments),
  api_version: v.literal('v1'),
  connection_id: v.string(),
  sequence: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('Counts the events of a connection, without gaps.'),
  ),
  data: described(
    anyObject,
    'Its fields depend on the type; see the webhook documentation. `{ "purged": true }` once the connection is disconnected, except in `connection.*` events.',
  ),
});
export type EventShape = v.InferOutput<typeof EventAnswer>;

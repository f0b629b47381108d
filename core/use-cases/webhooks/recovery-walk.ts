// The events that a recovery goes through: connection by connection, each in the order of its sequence.
import type { Plane } from '../../domain/caller.ts';
import type { Event } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Keyset } from '../../domain/page.ts';
import type { Stores } from '../../ports/storage.ts';

/** Where a walk goes on: behind this connection in the list (null: at its beginning), after this sequence of the next. */
export interface WalkPlace extends JsonObject {
  readonly at: string | null;
  readonly connection_id: string | null;
  readonly sequence: number;
}

export const walkStart: WalkPlace = { at: null, connection_id: null, sequence: 0 };

export interface Range {
  readonly since: Date;
  readonly until: Date;
}

export interface Walked {
  readonly events: readonly Event[];
  /** Null at the end. */
  readonly next: WalkPlace | null;
}

const eventsMax = 100;
const connectionsMax = 50;

/** One bounded stretch: at most 100 events, or 50 connections. */
export async function walkOn(
  { connections, events }: Pick<Stores, 'connections' | 'events'>,
  plane: Plane,
  { since, until }: Range,
  place: WalkPlace,
): Promise<Walked> {
  const after = keysetOf(place);
  const request = after ? { limit: connectionsMax, after } : { limit: connectionsMax, page: 1 };
  const page = await connections.list(plane, {}, request);
  const found: Event[] = [];
  let behind = place;
  for (const { id, createdAt } of page.items) {
    const span = { connectionId: id, since, until, after: behind.sequence };
    found.push(...(await events.listSpan(plane, span, eventsMax - found.length)));
    if (found.length >= eventsMax) {
      return { events: found, next: { ...behind, sequence: found.at(-1)?.sequence ?? 0 } };
    }
    behind = { at: createdAt.toISOString(), connection_id: id, sequence: 0 };
  }
  return { events: found, next: page.hasMore ? behind : null };
}

function keysetOf({ at, connection_id }: WalkPlace): Keyset | undefined {
  return at === null || connection_id === null ? undefined : { at: new Date(at), id: connection_id };
}

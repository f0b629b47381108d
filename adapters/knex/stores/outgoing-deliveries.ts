// What attempts of deliveries must know before they send, for many deliveries in one statement.
import { newHealth, type Outgoing, type OutgoingKey } from '#core';
import type { ColumnWord } from '../dialect.ts';
import { keptRowsOf, type Session } from '../session.ts';
import { type HealthRow, healthOf } from './endpoint-health-store.ts';
import { type EventRow, eventOf } from './event-store.ts';

const askedColumns = {
  place: 'integer',
  organization_id: 'text',
  environment: 'text',
  event_id: 'text',
  endpoint_id: 'text',
} as const satisfies Record<string, ColumnWord>;

type Nullable<Row> = { readonly [C in keyof Row]: Row[C] | null };
type OutgoingRow = { readonly place: number } & Nullable<EventRow> & Nullable<HealthRow>;

const eventColumns = ['id', 'type', 'connection_id', 'sequence', 'identity', 'data', 'operation_id', 'request_id'];
const failureColumns = ['consecutive_failures', 'failing_since', 'last_failure_at', 'last_error'];
const healthColumns = ['endpoint_id', ...failureColumns, 'last_success_at', 'opened_at'];
const columns = [
  ...[...eventColumns, 'created_at'].map((column) => `e.${column}`),
  ...[...healthColumns, 'probe_id', 'backlog', 'tend_at'].map((column) => `h.${column}`),
];

export async function outgoingOf(
  { db, dialect }: Session,
  asked: readonly OutgoingKey[],
): Promise<readonly Outgoing[]> {
  if (asked.length === 0) return [];
  const given = asked.map(({ organizationId, environment, eventId, endpointId }, place) => {
    return { place, organization_id: organizationId, environment, event_id: eventId, endpoint_id: endpointId };
  });
  const own = (table: string) =>
    `${dialect.unindexed(`${table}.organization_id`)} = given.organization_id
      and ${dialect.unindexed(`${table}.environment`)} = given.environment`;
  const rows = await keptRowsOf<OutgoingRow>(
    db,
    `with given as (${dialect.given(askedColumns)})
    select given.place, ${columns.join(', ')} from given
      left join events e on e.id = given.event_id and ${own('e')}
      left join endpoint_health h on h.endpoint_id = given.endpoint_id and ${own('h')}`,
    [JSON.stringify(given)],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((key, place) => toOutgoing(key, found.get(place)));
}

function toOutgoing(key: OutgoingKey, row: OutgoingRow | undefined): Outgoing {
  const plane = { organization_id: key.organizationId, environment: key.environment };
  return {
    event: row?.id ? eventOf({ ...(row as EventRow), ...plane }) : undefined,
    health: row?.backlog ? healthOf({ ...(row as HealthRow), ...plane }) : newHealth(key),
  };
}

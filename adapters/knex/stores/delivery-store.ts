import type { Knex } from 'knex';
import type {
  Delivery,
  DeliveryDraft,
  DeliveryFilter,
  DeliveryId,
  DeliveryStore,
  Listed,
  OperationState,
  Plane,
} from '#core/ports';
import { millis, type RowOf, tableOf, text, time, timeOf, timeOrNull } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { descending, given, listed, listLargePage, newestFirst, type Order } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';
import { attemptBytesSql, attemptsOf, insertAttempts, largeAttempts } from './delivery-attempts.ts';
import { heldDeliveries } from './held-deliveries.ts';

const drafts = tableOf<DeliveryDraft>()('deliveries', {
  id: text,
  organizationId: text,
  environment: text,
  endpointId: text,
  eventId: text,
  eventType: text,
  operationId: text,
  requestId: text,
  createdAt: time,
});
type DeliveryRow = RowOf<typeof drafts>;

/** The columns of a delivery's operation that say how far it is. */
interface WorkRow {
  readonly id: Delivery['operationId'];
  readonly state: OperationState;
  readonly due_at: number | null;
  readonly updated_at: number;
}

// A delivery is made in one go with its operation. So a list is sorted by the operation's place, which an index of
// either table can serve: the deliveries' own, or, for a state, the operations'.
const byDelivery: Order = { at: 'deliveries.created_at', id: 'deliveries.operation_id' };
const byOperation: Order = { at: 'operations.created_at', id: 'operations.id' };

export function deliveryStore(session: Session): DeliveryStore {
  const { db } = session;
  return {
    insert: async (deliveries) => void (await insertRows(session, drafts, deliveries.map(drafts.toRow))),
    async find(plane, id) {
      const row = await db<DeliveryRow>('deliveries')
        .where({ ...planeColumns(plane), id })
        .first<DeliveryRow>();
      return row && (await toEntities(db, [row]))[0];
    },
    async list(plane, filter, request) {
      const order = filter.state ? byOperation : byDelivery;
      const large = { db, columns: ['deliveries.*'], documents: {}, others: attemptBytesSql };
      const page = await listLargePage<DeliveryRow>(matching(session, plane, filter), order, request, large);
      return { ...page, items: await listedEntities(db, page.items) };
    },
    async listByEvents(plane, eventIds, limit) {
      if (eventIds.length === 0) return [];
      const query = db<DeliveryRow>('deliveries')
        .whereIn('event_id', [...eventIds])
        .orderBy(descending(newestFirst))
        .limit(limit);
      checkPlane(query, session.dialect, plane, 'deliveries');
      return toEntities(db, await query);
    },
    async listToEndpoint(plane, endpointId, eventIds) {
      if (eventIds.length === 0) return [];
      const query = db('deliveries')
        .join('operations', 'operations.id', 'deliveries.operation_id')
        .select('deliveries.event_id', 'deliveries.operation_id', 'operations.state')
        .whereIn('deliveries.event_id', [...eventIds])
        .whereRaw(`${session.dialect.unindexed('deliveries.endpoint_id')} = ?`, [endpointId]);
      checkPlane(query, session.dialect, plane, 'deliveries');
      const rows: Pick<DeliveryRow & WorkRow, 'event_id' | 'operation_id' | 'state'>[] = await query;
      return rows.map((row) => ({ eventId: row.event_id, operationId: row.operation_id, state: row.state }));
    },
    addAttempts: (attempts) => insertAttempts(session, attempts),
    ...heldDeliveries(session),
  };
}

function matching(
  { db, dialect }: Session,
  plane: Plane,
  { state, endpointId, eventId, eventType, connectionId, createdAfter, createdBefore }: DeliveryFilter,
): Knex.QueryBuilder {
  const { at } = state ? byOperation : byDelivery;
  const query = db('deliveries')
    .select('deliveries.*')
    .where(given({ 'deliveries.endpoint_id': endpointId, 'deliveries.event_id': eventId }))
    .where(given({ 'deliveries.event_type': eventType }));
  if (connectionId)
    query.whereIn('deliveries.event_id', db('events').select('id').where({ connection_id: connectionId }));
  if (createdAfter) query.where(at, '>', millis(createdAfter));
  if (createdBefore) query.where(at, '<', millis(createdBefore));
  const named = endpointId !== undefined || eventId !== undefined || connectionId !== undefined;
  if (named || state) checkPlane(query, dialect, plane, 'deliveries');
  else query.where(planeOf(plane, 'deliveries'));
  if (!state) return query;
  query
    .join('operations', 'operations.id', 'deliveries.operation_id')
    .where({ 'operations.type': 'webhook.deliver', 'operations.state': state });
  if (named) checkPlane(query, dialect, plane, 'operations');
  else query.where(planeOf(plane, 'operations'));
  // The subject of a delivery's operation is its endpoint: repeated here, it opens the index by subject and state.
  return endpointId ? query.where({ 'operations.subject': endpointId }) : query;
}

function planeOf({ organizationId, environment }: Plane, table: string): Record<string, string> {
  return { [`${table}.organization_id`]: organizationId, [`${table}.environment`]: environment };
}

async function listedEntities(db: Knex, rows: readonly DeliveryRow[]): Promise<readonly Listed<Delivery>[]> {
  const ids = rows.map((row) => row.id);
  const large = await largeAttempts(db, ids);
  const deliveries = await toEntities(db, rows, large);
  const truncated = ['attempts', 'response_excerpt'];
  return deliveries.map((delivery) => listed(delivery, large.has(delivery.id) ? { truncated } : {}));
}

async function toEntities(
  db: Knex,
  rows: readonly DeliveryRow[],
  bare?: ReadonlySet<DeliveryId>,
): Promise<readonly Delivery[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const attempts = await attemptsOf(db, ids, bare);
  const operationIds = rows.map((row) => row.operation_id);
  const work = await db<WorkRow>('operations')
    .select('id', 'state', 'due_at', 'updated_at')
    .whereIn('id', operationIds);
  const byId = new Map((work as WorkRow[]).map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const operation = byId.get(row.operation_id);
    if (!operation) return [];
    const nextAttemptAt = operation.state === 'running' ? null : timeOrNull(operation.due_at);
    return {
      ...drafts.toEntity(row),
      ...{ state: operation.state, nextAttemptAt, attempts: attempts.get(row.id) ?? [] },
      updatedAt: timeOf(operation.updated_at),
    };
  });
}

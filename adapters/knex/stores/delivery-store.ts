import type { Knex } from 'knex';
import type {
  Delivery,
  DeliveryDraft,
  DeliveryFilter,
  DeliveryId,
  DeliveryStore,
  EventId,
  Listed,
  OperationId,
  Plane,
} from '#core/ports';
import {
  documentText,
  idInPlane,
  millis,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
  timeOf,
  timeOrNull,
} from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import {
  countOf,
  descending,
  given,
  listed,
  listPage,
  newestFirst,
  type Order,
  placesAfter,
  within,
} from '../paging.ts';
import { checkPlane, connectionsOf, planeColumns } from '../plane.ts';
import type { OperationRow } from '../queue/operation-row.ts';
import { rowsOf, type Session } from '../session.ts';
import { addAttemptsOf, attemptBytesSql, attemptOf, attemptsOf } from './delivery-attempts.ts';
import { failedSql } from './operation-list.ts';

const drafts = tableOf<DeliveryDraft>()('deliveries', {
  ...idInPlane,
  endpointId: text,
  eventId: text,
  connectionId: nullable(text),
  eventType: text,
  operationId: text,
  requestId: text,
  createdAt: time,
});
type DeliveryRow = RowOf<typeof drafts>;

type WorkRow = Pick<OperationRow, 'id' | 'state' | 'due_at' | 'updated_at'>;

// A delivery and its operation are made together, so a list can sort by the operation's place, which both tables have
// in an index: the deliveries' index is used without a state, the operations' with one.
const byDelivery: Order = { at: 'deliveries.created_at', id: 'deliveries.operation_id' };
const byOperation: Order = { at: 'operations.created_at', id: 'operations.id' };

/** Only the deliveries have an index by connection. */
function orderOf({ state, failed, connectionId, externalAccountId }: DeliveryFilter): Order {
  return (state || failed) && connectionId === undefined && externalAccountId === undefined ? byOperation : byDelivery;
}

export function deliveryStore(session: Session): DeliveryStore {
  const { db } = session;
  return {
    insert: async (deliveries) => void (await insertRows(session, drafts, deliveries.map(drafts.toRow))),
    async find(plane, id) {
      const rows = await drafts.in(db).where({ ...planeColumns(plane), id });
      return (await toEntities(db, rows))[0];
    },
    async list(plane, filter, request) {
      const order = orderOf(filter);
      const large = { db, columns: ['deliveries.*'], others: attemptBytesSql };
      const page = await listPage<DeliveryRow>(matching(session, plane, filter), order, request, large);
      return { ...page, items: await toEntities(db, page.items, true) };
    },
    walk: (plane, filter, after, limit) => placesAfter(matching(session, plane, filter), orderOf(filter), after, limit),
    async listByEvents(plane, eventIds, limit) {
      if (eventIds.length === 0) return [];
      const query = drafts.in(db).whereIn('event_id', eventIds).orderBy(descending(newestFirst)).limit(limit);
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
    addAttempts: addAttemptsOf(session),
    ...heldDeliveries(session),
  };
}

function matching({ db, dialect }: Session, plane: Plane, filter: DeliveryFilter): Knex.QueryBuilder {
  const { state, failed, endpointId, eventId, eventType, connectionId, externalAccountId, ...created } = filter;
  const { at } = orderOf(filter);
  const query = db('deliveries')
    .select('deliveries.*')
    .where(given({ 'deliveries.endpoint_id': endpointId, 'deliveries.event_id': eventId }))
    .where(given({ 'deliveries.event_type': eventType, 'deliveries.connection_id': connectionId }));
  if (externalAccountId !== undefined)
    query.whereIn('deliveries.connection_id', connectionsOf(db, plane, externalAccountId));
  within(query, at, created);
  const named = [endpointId, eventId, connectionId, externalAccountId].some((one) => one !== undefined);
  if (named || state || failed) checkPlane(query, dialect, plane, 'deliveries');
  else query.where(planeOf(plane, 'deliveries'));
  if (!state && !failed) return query;
  query
    .join('operations', 'operations.id', 'deliveries.operation_id')
    .whereRaw(`operations.type = 'webhook.deliver'`)
    .where(given({ 'operations.state': state }));
  if (failed) query.whereRaw(`operations.${failedSql}`);
  if (named) checkPlane(query, dialect, plane, 'operations');
  else query.where(planeOf(plane, 'operations'));
  // A delivery's operation has its endpoint as subject; naming it here, too, allows the index by subject and state.
  return endpointId ? query.where({ 'operations.subject': endpointId }) : query;
}

function planeOf({ organizationId, environment }: Plane, table: string): Record<string, string> {
  return { [`${table}.organization_id`]: organizationId, [`${table}.environment`]: environment };
}

async function toEntities(
  db: Knex,
  rows: readonly DeliveryRow[],
  asListed = false,
): Promise<readonly Listed<Delivery>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const attempts = await attemptsOf(db, ids, asListed);
  const operationIds = rows.map((row) => row.operation_id);
  const work: WorkRow[] = await db('operations')
    .select('id', 'state', 'due_at', 'updated_at')
    .whereIn('id', operationIds);
  const byId = new Map(work.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const operation = byId.get(row.operation_id);
    if (!operation) return [];
    const made = attempts.get(row.id) ?? [];
    const delivery = {
      ...drafts.toEntity(row),
      state: operation.state,
      updatedAt: timeOf(operation.updated_at),
      attempts: made.map(attemptOf),
      nextAttemptAt: operation.state === 'running' ? null : timeOrNull(operation.due_at),
    };
    return listed(delivery, made.some((one) => one.too_large) ? ['attempts', 'response_excerpt'] : []);
  });
}

type Held = Pick<DeliveryStore, 'hasHeld' | 'countHeld' | 'releaseHeld' | 'endWaiting'>;

/**
 * The deliveries that wait for an endpoint. A probe or a resumed endpoint releases them; disabling or removing it ends
 * them.
 */
function heldDeliveries({ db, dialect }: Session): Held {
  /** Repeats the condition of the partial index. */
  const isHeld = `stage = 'held'`;
  const held = `subject = ? and ${isHeld} and ${dialect.unindexed('type')} = 'webhook.deliver'`;
  const waiting = `type = 'webhook.deliver' and subject = ? and state in ('queued', 'retrying')`;
  return {
    hasHeld: async (endpointId) =>
      (await rowsOf(db, `select 1 from operations where ${held} limit 1`, [endpointId])).length > 0,
    countHeld: () => countOf(db.from(db('operations').whereRaw(isHeld).limit(10_000).as('held'))),
    async releaseHeld(endpointId, now, limit) {
      const rows = await rowsOf<{ readonly id: OperationId }>(
        db,
        `with chosen as materialized (
          select id from operations where ${held} order by created_at, id limit ? ${dialect.skipLocked})
        update operations set stage = 'timer', due_at = ?, updated_at = ? where id in (select id from chosen) returning id`,
        [endpointId, limit, millis(now), millis(now)],
      );
      return rows.map(({ id }) => id);
    },
    async endWaiting(endpointId, error, now, limit) {
      const rows = await rowsOf<{ readonly id: OperationId }>(
        db,
        `with chosen as materialized (select id from operations where ${waiting} limit ? ${dialect.skipLocked})
        update operations set state = ?, error = coalesce(?, error), due_at = null, stage = 'ended', finished_at = ?,
          updated_at = ? where id in (select id from chosen) returning id`,
        [endpointId, limit, error ? 'failed' : 'cancelled', error && documentText(error), millis(now), millis(now)],
      );
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      const ended: readonly EndedRow[] = await db('deliveries')
        .select('id', 'event_id', 'event_type', 'created_at')
        .whereIn('operation_id', ids)
        .orderBy(['created_at', 'id']);
      return ended.map(({ id, event_id: eventId, event_type: eventType, created_at }) => {
        return { id, eventId, eventType, createdAt: timeOf(created_at) };
      });
    },
  };
}

interface EndedRow {
  readonly id: DeliveryId;
  readonly event_id: EventId;
  readonly event_type: Delivery['eventType'];
  readonly created_at: number;
}

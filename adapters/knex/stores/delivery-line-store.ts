import type { Knex } from 'knex';
import type { ConnectionId, DeliveryLineStore, LinePlace, OperationId, WebhookEndpointId } from '#core';
import { millis } from '../columns.ts';
import { chunksOf, rowsOf, type Session } from '../session.ts';

interface PlaceRow {
  readonly operation_id: OperationId;
  readonly endpoint_id: WebhookEndpointId;
  readonly connection_id: ConnectionId;
  readonly sequence: number;
  /** Null while it waits. */
  readonly let_out_at: number | null;
}

/** Places at the head of one line that ended meanwhile and are dropped in one go; the next look goes on. */
const droppedMax = 100;

export function deliveryLineStore(session: Session): DeliveryLineStore {
  const { db } = session;
  const table = () => db<PlaceRow>('delivery_lines');
  return {
    async join(places, now) {
      for (const chunk of chunksOf(places)) await join(session, chunk, now);
    },
    async standing({ operationId, endpointId, connectionId }) {
      const own = await table().where({ operation_id: operationId }).first<PlaceRow>();
      if (own) return own.let_out_at === null ? 'waiting' : 'let_out';
      const other = await table().where({ endpoint_id: endpointId, connection_id: connectionId }).first<PlaceRow>();
      return other ? 'waiting' : 'none';
    },
    async leave(operationId) {
      await table().where({ operation_id: operationId }).delete();
    },
    letOut: (endpointId, connectionId, now) => letOut(db, endpointId, connectionId, now),
    async letOutAll(endpointId, now, limit) {
      const lines = await waitingLines(db, endpointId, limit);
      for (const connectionId of lines) await letOut(db, endpointId, connectionId, now);
      return lines.length;
    },
    async letOutFirst(endpointId, now) {
      const ofEndpoint = () =>
        table().where({ endpoint_id: endpointId }).orderBy(['connection_id', 'sequence', 'operation_id']);
      return letOutHead(db, ofEndpoint, now);
    },
    gather: (endpointId, now, limit) => gather(session, endpointId, now, limit),
    async dropEnded(endpointId, limit) {
      await db.raw(
        `delete from delivery_lines where operation_id in (
          select l.operation_id from delivery_lines l join operations o on o.id = l.operation_id
          where l.endpoint_id = ? and l.let_out_at is not null and o.finished_at is not null limit ?)`,
        [endpointId, limit],
      );
    },
    async isEmpty(endpointId) {
      return (await table().where({ endpoint_id: endpointId }).first<PlaceRow>('operation_id')) === undefined;
    },
    async clear(endpointId, limit) {
      const places = table().select('operation_id').where({ endpoint_id: endpointId }).limit(limit);
      return table().whereIn('operation_id', places).delete();
    },
  };
}

type Place = Pick<Session, 'db' | 'dialect'>;

/** What another transaction holds is on its way and finds its place by itself; waiting for it could be for ever. */
async function join({ db, dialect }: Place, places: readonly LinePlace[], now: Date): Promise<void> {
  const rows = places.map((place) => ({
    operation_id: place.operationId,
    endpoint_id: place.endpointId,
    connection_id: place.connectionId,
    sequence: place.sequence,
    let_out_at: null,
  }));
  await db<PlaceRow>('delivery_lines').insert(rows).onConflict('operation_id').merge(['let_out_at']);
  await db.raw(
    `update operations set state = 'retrying', due_at = null, ready = 0, updated_at = ? where id in (
      select id from operations where id in (${rows.map(() => '?').join(', ')})
        and state in ('queued', 'retrying') order by id ${dialect.skipLocked})`,
    [millis(now), ...rows.map((row) => row.operation_id)],
  );
}

async function letOut(
  db: Knex,
  endpointId: WebhookEndpointId,
  connectionId: ConnectionId,
  now: Date,
): Promise<boolean> {
  const [next] = await rowsOf<{ id: OperationId }>(
    db,
    `update operations set due_at = ?, updated_at = ? where state = 'retrying' and due_at is null and id = (
      select operation_id from delivery_lines where endpoint_id = ? and connection_id = ?
      order by sequence, operation_id limit 1
    ) and not exists (
      select 1 from delivery_lines where endpoint_id = ? and connection_id = ? and let_out_at is not null
    ) returning id`,
    [millis(now), millis(now), endpointId, connectionId, endpointId, connectionId],
  );
  const line = () => db<PlaceRow>('delivery_lines').where({ endpoint_id: endpointId, connection_id: connectionId });
  if (next)
    return (
      (await line()
        .where({ operation_id: next.id })
        .update({ let_out_at: millis(now) })) === 1
    );
  if (await line().whereRaw('let_out_at is not null').first<PlaceRow>('operation_id')) return true;
  return (await letOutHead(db, () => line().orderBy(['sequence', 'operation_id']), now)) !== undefined;
}

/** Makes due the first that still waits; those before it have ended, or go their own way. */
async function letOutHead(
  db: Knex,
  places: () => Knex.QueryBuilder<PlaceRow>,
  now: Date,
): Promise<OperationId | undefined> {
  for (let dropped = 0; dropped < droppedMax; dropped++) {
    const head: PlaceRow | undefined = await places().first<PlaceRow>();
    if (!head) return undefined;
    const changed = await db('operations')
      .where({ id: head.operation_id, state: 'retrying', due_at: null })
      .update({ due_at: millis(now), updated_at: millis(now) });
    const place = db<PlaceRow>('delivery_lines').where({ operation_id: head.operation_id });
    if (changed === 1) {
      await place.update({ let_out_at: millis(now) });
      return head.operation_id;
    }
    await place.delete();
  }
  return undefined;
}

/** Walks from line to line, however long they are. */
async function waitingLines(db: Knex, endpointId: WebhookEndpointId, limit: number): Promise<readonly ConnectionId[]> {
  const rows = await rowsOf<{ connection_id: ConnectionId }>(
    db,
    `with recursive line (connection_id) as (
      select min(connection_id) from delivery_lines where endpoint_id = ?
      union all
      select (select min(l.connection_id) from delivery_lines l
        where l.endpoint_id = ? and l.connection_id > line.connection_id)
      from line where line.connection_id is not null
    )
    select connection_id from line where connection_id is not null and not exists (
      select 1 from delivery_lines o
      where o.endpoint_id = ? and o.connection_id = line.connection_id and o.let_out_at is not null)
    limit ?`,
    [endpointId, endpointId, endpointId, limit],
  );
  return rows.map((row) => row.connection_id);
}

/** Trials have no event, so they are left alone. */
async function gather(
  { db, dialect }: Session,
  endpointId: WebhookEndpointId,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await rowsOf<Omit<PlaceRow, 'endpoint_id' | 'let_out_at'>>(
    db,
    `with waiting as materialized (
      select id from operations
      where type = 'webhook.deliver' and subject = ? and state = 'retrying' and due_at > ?
        and exists (select 1 from deliveries d join events e on e.id = d.event_id where d.operation_id = operations.id)
      order by created_at, id limit ? ${dialect.skipLocked}
    )
    select d.operation_id, e.connection_id, e.sequence from waiting
    join deliveries d on d.operation_id = waiting.id join events e on e.id = d.event_id`,
    [endpointId, millis(now), limit],
  );
  const places = rows.map((row) => ({
    operationId: row.operation_id,
    endpointId,
    connectionId: row.connection_id,
    sequence: Number(row.sequence),
  }));
  for (const chunk of chunksOf(places)) await join({ db, dialect }, chunk, now);
  return places.length;
}

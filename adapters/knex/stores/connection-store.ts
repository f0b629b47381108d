import { type Connection, type ConnectionStore, countedStatuses, liveStatuses } from '#core';
import { millis, timeOf } from '../columns.ts';
import { countOf, given, listPage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { type Session, unlessTaken } from '../session.ts';
import { type ConnectionRow, connectionOf, connectionRow } from './connection-row.ts';

const table = 'connections';

interface RestingRow {
  readonly refreshed_at: number;
}

export function connectionStore(session: Session): ConnectionStore {
  const { db } = session;
  return {
    insert: (connection) =>
      unlessTaken(session, async (inner) => {
        await inner<ConnectionRow>(table).insert(connectionRow(connection));
        return true;
      }),
    async find(plane, id) {
      const row = await db<ConnectionRow>(table)
        .where({ ...planeColumns(plane), id })
        .first<ConnectionRow>();
      return row && connectionOf(row);
    },
    list(plane, { externalAccountId, status }, page) {
      const matching = db<ConnectionRow>(table)
        .where({ ...planeColumns(plane) })
        .where(given({ external_account_id: externalAccountId, status }));
      return listPage<ConnectionRow, Connection>(matching, newestFirst, page, (rows) => rows.map(connectionOf));
    },
    async findOwner(app, tenantId) {
      const row = await db<ConnectionRow>(table)
        .where({ app_key: app, provider_tenant_id: tenantId })
        .whereIn('status', [...liveStatuses])
        .first<ConnectionRow>();
      return row && connectionOf(row);
    },
    async findEarlier(plane, app, tenantId, externalAccountId) {
      const row = await db<ConnectionRow>(table)
        .where({ ...planeColumns(plane), app_key: app, provider_tenant_id: tenantId })
        .where({ external_account_id: externalAccountId })
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .first<ConnectionRow>();
      return row && connectionOf(row);
    },
    async listActiveByApp(app, environment, afterId, limit) {
      const query = db<ConnectionRow>(table).where({ app_key: app, status: 'active' });
      if (environment !== null) query.where({ environment });
      if (afterId !== null) query.where('id', '>', afterId);
      const rows: ConnectionRow[] = await query.orderBy('id').limit(limit);
      return rows.map(connectionOf);
    },
    async listIdle(refreshedBefore, after, limit) {
      const query = db('credentials')
        .select<(ConnectionRow & RestingRow)[]>('connections.*', 'credentials.refreshed_at')
        .join('connections', 'connections.id', 'credentials.connection_id')
        .where('credentials.refreshed_at', '<', millis(refreshedBefore))
        .where('connections.status', 'active');
      if (after !== null) {
        const place = [millis(after.refreshedAt), after.connectionId];
        query.whereRaw('(credentials.refreshed_at, credentials.connection_id) > (?, ?)', place);
      }
      const rows = await query.orderBy(['credentials.refreshed_at', 'credentials.connection_id']).limit(limit);
      return rows.map((row) => {
        const connection = connectionOf(row);
        return { connection, place: { refreshedAt: timeOf(row.refreshed_at), connectionId: connection.id } };
      });
    },
    async listActiveInSlot(slot, afterId, limit) {
      // As the index by slot states it.
      const query = db<ConnectionRow>(table)
        .where({ status: 'active', retention_mode: 'cached' })
        .whereRaw('substr(id, length(id)) = ?', [slot]);
      if (afterId !== null) query.where('id', '>', afterId);
      const rows: ConnectionRow[] = await query.orderBy('id').limit(limit);
      return rows.map(connectionOf);
    },
    update(next, from) {
      const { id, created_at, last_synced_at, ...changes } = connectionRow(next);
      return unlessTaken(session, async (inner) => {
        const changed = await inner<ConnectionRow>(table)
          .where({ ...planeColumns(next), id, status: from })
          .update(changes);
        return changed === 1;
      });
    },
    async noteSynced(id, at) {
      await db<ConnectionRow>(table)
        .where({ id, status: 'active' })
        .whereRaw('coalesce(last_synced_at, 0) < ?', [millis(at)])
        .update({ last_synced_at: millis(at) });
    },
    countCounted: (organizationId) =>
      countOf(
        db(table)
          .where({ organization_id: organizationId })
          .whereIn('status', [...countedStatuses]),
      ),
  };
}

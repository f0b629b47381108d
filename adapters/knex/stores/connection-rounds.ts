import type { ConnectionStore } from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';
import { type ConnectionRow, connectionOf } from './connection-row.ts';

type Rounds = Pick<ConnectionStore, 'listActiveByApp' | 'listIdle' | 'listActiveInSlot'>;

interface RestingRow extends ConnectionRow {
  readonly refreshed_at: number;
}

/** What those who go through all connections read, part by part. */
export function connectionRounds({ db }: Session): Rounds {
  const connections = () => db<ConnectionRow>('connections');
  return {
    async listActiveByApp(app, environment, afterId, limit) {
      const query = connections().where({ app_key: app, status: 'active' });
      if (environment !== null) query.where({ environment });
      if (afterId !== null) query.where('id', '>', afterId);
      const rows: ConnectionRow[] = await query.orderBy('id').limit(limit);
      return rows.map(connectionOf);
    },
    async listIdle(refreshedBefore, after, limit) {
      const query = db('credentials')
        .select<RestingRow[]>('connections.*', 'credentials.refreshed_at')
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
      const query = connections()
        .whereRaw("status = 'active' and retention_mode = 'cached'")
        .whereRaw('substr(id, length(id)) = ?', [slot]);
      if (afterId !== null) query.where('id', '>', afterId);
      const rows: ConnectionRow[] = await query.orderBy('id').limit(limit);
      return rows.map(connectionOf);
    },
  };
}

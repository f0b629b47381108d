import type { Knex } from 'knex';
import { type Connection, type ConnectionStore, countedStatuses, type Listed, liveStatuses } from '#core';
import { millis } from '../columns.ts';
import { countOf, given, listed, listLargePage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { type Session, unlessTaken } from '../session.ts';
import { connectionRounds } from './connection-rounds.ts';
import { type ConnectionRow, connectionColumns, connectionOf, connectionRow } from './connection-row.ts';

const table = 'connections';

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
    list(plane, { externalAccountId, status, search }, page) {
      const matching = db<ConnectionRow>(table)
        .where({ ...planeColumns(plane) })
        .where(given({ external_account_id: externalAccountId, status }));
      if (search !== undefined) matching.where((either) => matchesText(either, search));
      return listLargePage<ConnectionRow, Listed<Connection>>(matching, newestFirst, page, {
        ...{ db, columns: connectionColumns, documents: { metadata: '{}' } },
        toItems: (rows) => rows.map((row) => listed(connectionOf(row), row)),
      });
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
    async usesApp(app) {
      const row = await db<ConnectionRow>(table)
        .where({ app_key: app })
        .whereIn('status', [...liveStatuses, 'pending_selection'])
        .first('id');
      return row !== undefined;
    },
    ...connectionRounds(session),
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

/** Read from the plane's rows, of which there are as many as it ever had connections. */
function matchesText(either: Knex.QueryBuilder, search: string): void {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  for (const column of ['provider_tenant_name', 'external_account_id']) {
    either.orWhereRaw(`lower(${column}) like ? escape '\\'`, [part]);
  }
  either.orWhere({ id: search }).orWhere({ provider_tenant_id: search.toLowerCase() });
}

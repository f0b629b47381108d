import type { Knex } from 'knex';
import {
  type Connection,
  type ConnectionId,
  type ConnectionStore,
  countedStatuses,
  type LinkOfConnection,
  type Listed,
  liveStatuses,
  warningsAfter,
} from '#core';
import { documentText, millis } from '../columns.ts';
import { countOf, given, listed, listLargePage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { atomic, type Session, unlessTaken } from '../session.ts';
import { connectionRounds } from './connection-rounds.ts';
import {
  type ConnectionRow,
  connectionColumns,
  connectionOf,
  connectionRow,
  syncWarningsOf,
} from './connection-row.ts';

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
    sharesLink: (connection) => sharesLink(db, connection),
    ...connectionRounds(session),
    update(next, from) {
      const { id, created_at, last_synced_at, sync_warnings, ...changes } = connectionRow(next);
      const ended = next.status === 'disconnected' ? { sync_warnings: '[]' } : {};
      return unlessTaken(session, async (inner) => {
        const changed = await inner<ConnectionRow>(table)
          .where({ ...planeColumns(next), id, status: from })
          .update({ ...changes, ...ended });
        return changed === 1;
      });
    },
    ...notes(session),
    countCounted: (organizationId) =>
      countOf(
        db(table)
          .where({ organization_id: organizationId })
          .whereIn('status', [...countedStatuses]),
      ),
  };
}

function notes(session: Session): Pick<ConnectionStore, 'noteSynced' | 'noteScopeRefused' | 'noteSyncWarnings'> {
  const active = (id: ConnectionId) => session.db<ConnectionRow>(table).where({ id, status: 'active' as const });
  return {
    async noteSynced(id, at) {
      await active(id)
        .whereRaw('coalesce(last_synced_at, 0) < ?', [millis(at)])
        .update({ last_synced_at: millis(at) });
    },
    async noteScopeRefused(id, at) {
      await active(id).update({ scope_refused_at: millis(at) });
    },
    noteSyncWarnings: (...noted) => noteSyncWarnings(session, ...noted),
  };
}

function noteSyncWarnings(
  session: Session,
  ...[id, added, kept]: Parameters<ConnectionStore['noteSyncWarnings']>
): Promise<void> {
  return atomic(session, async ({ db }) => {
    const held = db<ConnectionRow>(table).where({ id });
    const row = await held.clone().forUpdate().first<Pick<ConnectionRow, 'sync_warnings'>>('sync_warnings');
    if (!row) return;
    const after = warningsAfter(syncWarningsOf(row.sync_warnings), added, kept);
    await held.update({ sync_warnings: documentText(after) });
  });
}

async function sharesLink(db: Knex, { id, providerConnectionId }: LinkOfConnection): Promise<boolean> {
  if (providerConnectionId === null) return false;
  const row = await db<ConnectionRow>(table)
    .where({ provider_connection_id: providerConnectionId })
    .whereRaw(`status in ('active', 'action_required')`)
    .modify((others) => (id === null ? others : others.whereNot({ id })))
    .first('id');
  return row !== undefined;
}

/** Read from the plane's rows, of which there are as many as it ever had connections. */
function matchesText(either: Knex.QueryBuilder, search: string): void {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  for (const column of ['provider_tenant_name', 'external_account_id']) {
    either.orWhereRaw(`lower(${column}) like ? escape '\\'`, [part]);
  }
  either.orWhere({ id: search }).orWhere({ provider_tenant_id: search.toLowerCase() });
}

import type { Knex } from 'knex';
import {
  type AppKey,
  appKeyOf,
  type Connection,
  type ConnectionId,
  type ConnectionStore,
  countedStatuses,
  type FollowSetting,
  healthOfStatus,
  liveStatuses,
  type ScopeLack,
  type SyncWarning,
  syncFailuresMost,
  warningsAfter,
} from '#core/ports';
import {
  derived,
  documentOf,
  documentText,
  idInPlane,
  json,
  jsonWithTimes,
  millis,
  named,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
} from '../columns.ts';
import { findTogether } from '../find-together.ts';
import { countOf, descending, entityPage, everyFilterIsServed, given, newestFirst, type Order } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { atomic, type Session, unlessTaken } from '../session.ts';
import { keepTurn } from './reconciliation-store.ts';

export const connections = tableOf<Connection>()('connections', {
  ...idInPlane,
  externalAccountId: text,
  provider: text,
  providerAppId: nullable(text),
  app_key: derived('text', (connection: Connection): AppKey => appKeyOf(connection)),
  providerConnectionId: nullable(text),
  providerTenantId: nullable(text),
  providerTenantName: nullable(text),
  status: text,
  statusReason: nullable(text),
  retentionMode: text,
  scopes: json,
  metadata: json,
  lastSyncedAt: nullable(time),
  scopeRefusedAt: nullable(time),
  syncWarnings: jsonWithTimes<SyncWarning>('at'),
  syncFrom: nullable(text),
  followSetting: named('follow', nullable(json)),
  health: derived('text', ({ status }: Connection) => healthOfStatus(status).state),
  health_reason: derived('text', ({ status }: Connection) => healthOfStatus(status).reason),
  sync_failures: derived('integer', (_: Connection) => 0),
  createdAt: time,
  updatedAt: time,
});

export type ConnectionRow = RowOf<typeof connections>;

export function connectionStore(session: Session): ConnectionStore {
  const { db } = session;
  const table = () => connections.in(db);
  return {
    insert: (connection) =>
      atomic(session, (inner) =>
        unlessTaken(inner, async (trx) => {
          await connections.insert(trx, connection);
          await keepTurn({ db: trx }, connection);
          return true;
        }),
      ),
    find: findTogether(session, connections),
    findOfAny: (id) => connections.find(db, { id }),
    list(
      plane,
      { ids, externalAccountId, status, health, retentionMode, search, mostCallsOn, lacking, ...rest },
      request,
    ) {
      everyFilterIsServed(rest);
      const matching = table()
        .where(planeColumns(plane))
        .where(given({ external_account_id: externalAccountId, status, health, retention_mode: retentionMode }));
      if (ids !== undefined) matching.whereIn('id', [...ids]);
      if (lacking !== undefined) matching.where((either) => lacksScope(either, lacking));
      if (search !== undefined) matching.where((either) => matchesText(either, search));
      const { columns } = connections;
      const large = { db, columns, documents: { metadata: '{}' } };
      if (mostCallsOn === undefined) return entityPage(connections, matching, request, large);
      const sorted = { ...large, columns: [...columns, mostCalls.at], order: mostCalls };
      return entityPage(connections, withCallsOn(db, matching, mostCallsOn), request, sorted);
    },
    ...owners(session),
    update(next, from) {
      const { id, created_at, last_synced_at, sync_warnings, follow, ...changes } = connections.toRow(next);
      const ended = next.status === 'disconnected' ? { sync_warnings: '[]' } : {};
      const before = { ...planeColumns(next), id, status: from };
      return atomic(session, async (inner) => {
        const change = (trx: Knex) => connections.change(trx, before, { ...changes, ...ended });
        const isChanged = await unlessTaken(inner, change);
        if (isChanged) await keepTurn(inner, next);
        return isChanged;
      });
    },
    listActive: listActiveOf(session),
    ...notes(session),
    async followSettings(ids) {
      const rows = await table()
        .whereIn('id', [...ids])
        .whereNotNull('follow')
        .select('id', 'follow');
      return new Map(rows.map(({ id, follow }) => [id as ConnectionId, documentOf<FollowSetting>(follow ?? 'null')]));
    },
    countCounted: (organizationId) =>
      countOf(table().where({ organization_id: organizationId }).whereIn('status', countedStatuses)),
  };
}

type Owners = 'findOwner' | 'listOwners' | 'findEarlier' | 'tenantOf' | 'usesApp' | 'sharesLink';

/** Who owns which tenants, and uses which apps and links. */
function owners(session: Session): Pick<ConnectionStore, Owners> {
  const { db } = session;
  const table = () => connections.in(db);
  return {
    findOwner: (app, tenantId) =>
      connections.one(table().where({ app_key: app, provider_tenant_id: tenantId }).whereIn('status', liveStatuses)),
    listOwners: (app, tenantIds) =>
      connections.all(
        table()
          .where({ app_key: app })
          .whereIn('provider_tenant_id', [...tenantIds])
          .whereIn('status', liveStatuses),
      ),
    findEarlier: (plane, app, tenantId, externalAccountId) =>
      connections.one(
        table()
          .where({ ...planeColumns(plane), app_key: app, provider_tenant_id: tenantId })
          .where({ external_account_id: externalAccountId })
          .orderBy(descending(newestFirst)),
      ),
    tenantOf: tenantOf(session),
    async usesApp(app) {
      const inUse = table()
        .where({ app_key: app })
        .whereIn('status', [...liveStatuses, 'pending_selection']);
      return (await inUse.first('id')) !== undefined;
    },
    async sharesLink({ id, providerConnectionId }) {
      if (providerConnectionId === null) return false;
      const others = table()
        .where({ provider_connection_id: providerConnectionId })
        .whereRaw(`status in ('active', 'action_required')`);
      if (id !== null) others.whereNot({ id });
      return (await others.first('id')) !== undefined;
    },
  };
}

interface IdentityRow {
  readonly id: string;
  readonly organization_id: string;
  readonly app_key: string;
  readonly status: string;
  readonly provider_identity: string | null;
  readonly provider_tenant_id: string | null;
}

const tenantOf =
  ({ db }: Session): ConnectionStore['tenantOf'] =>
  async (organization_id, app, identity) => {
    const known = db<IdentityRow>('connections').where({ app_key: app, provider_identity: identity });
    known.where((either) => either.whereIn('status', liveStatuses).orWhere({ organization_id }));
    const liveFirst = `case when status in (${liveStatuses.map(() => '?').join(', ')}) then 0 else 1 end`;
    const newestFirst = known.orderByRaw(`${liveFirst}, created_at desc, id desc`, [...liveStatuses]);
    return (await newestFirst.first('provider_tenant_id'))?.provider_tenant_id ?? undefined;
  };

const mostCalls: Order = { at: 'called', id: 'id' };

/** Reads the budgets of all matching connections: milliseconds for thousands. An index would slow every call down. */
function withCallsOn(db: Knex, matching: Knex.QueryBuilder, day: number): Knex.QueryBuilder {
  matching.joinRaw('left join request_budgets on spender = connections.id and day = ?', [day]);
  return db.from(matching.select('connections.*', db.raw('coalesce(day_used, 0) as called')).as('connections'));
}

const listActiveOf =
  ({ db, dialect }: Session): ConnectionStore['listActive'] =>
  (which, afterId, limit) => {
    // Repeats the condition of the partial index by app.
    const query = connections.in(db).whereRaw("status = 'active'");
    if ('app' in which) query.where({ app_key: which.app });
    if ('named' in which) {
      const { named, orUnwell } = which;
      query.whereIn('id', [...named, ...orUnwell]);
      if (orUnwell.length > 0) query.where((either) => either.whereIn('id', [...named]).orWhereNot({ health: 'ok' }));
    }
    if ('refreshedBefore' in which) {
      const idle = dialect.among('select connection_id from credentials where refreshed_at < ?');
      query.whereRaw(`id ${idle}`, [millis(which.refreshedBefore)]);
    }
    if (afterId !== null) query.where('id', '>', afterId);
    return connections.all(query.orderBy('id').limit(limit));
  };

function notes(session: Session): Pick<ConnectionStore, `note${string}` & keyof ConnectionStore> {
  const active = (id: ConnectionId) => connections.in(session.db).where({ id, status: 'active' });
  return {
    async noteSynced(id, at) {
      await active(id)
        .whereRaw('coalesce(last_synced_at, 0) < ?', [millis(at)])
        .update({ last_synced_at: millis(at) });
      await active(id).where('sync_failures', '>', 0).update({ sync_failures: 0 });
    },
    async noteSyncFailed(id) {
      await active(id).where('sync_failures', '<', syncFailuresMost).increment('sync_failures');
    },
    async noteHealth(id, { state, reason }) {
      const changed = active(id).whereRaw(`(health <> ? or coalesce(health_reason, '') <> ?)`, [state, reason ?? '']);
      return (await changed.update({ health: state, health_reason: reason })) > 0;
    },
    async noteScopeRefused(id, at) {
      await active(id).update({ scope_refused_at: millis(at) });
    },
    noteFollow: (id, change) =>
      atomic(session, async ({ db }) => {
        const connection = await connections.lock(db, { id });
        const before = connection?.followSetting ?? { families: null, minutes: null };
        const setting = change && { ...before, ...change };
        await connections
          .in(db)
          .where({ id })
          .update({ follow: setting && documentText(setting) });
        return setting;
      }),
    noteIdentity: (id, identity) =>
      atomic(session, (inner) =>
        unlessTaken(inner, async (trx) => {
          await trx<IdentityRow>('connections').where({ id }).update({ provider_identity: identity });
          return true;
        }),
      ),
    noteSyncWarnings: (id, added, settled) =>
      atomic(session, async ({ db }) => {
        const connection = await connections.lock(db, { id });
        if (!connection) return;
        const syncWarnings = warningsAfter(connection.syncWarnings, added, settled);
        const { sync_warnings } = connections.toRow({ ...connection, syncWarnings });
        await connections.change(db, { id }, { sync_warnings });
      }),
  };
}

/** Reads every connection that the plane ever had: which scopes are asked for changes with the deployment. */
function lacksScope(either: Knex.QueryBuilder, lacking: readonly ScopeLack[]): void {
  either.whereIn('status', [...countedStatuses]).whereNot('scopes', '[]');
  either.where((one) => {
    if (lacking.length === 0) one.whereRaw('1 = 0');
    for (const { provider, scopes } of lacking) {
      one.orWhere((lack) => {
        lack.where({ provider });
        for (const scope of scopes)
          lack.whereRaw("scopes not like ? escape '\\'", [`%${escaped(JSON.stringify(scope))}%`]);
      });
    }
  });
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Reads every connection that the plane ever had. */
function matchesText(either: Knex.QueryBuilder, search: string): void {
  const part = `%${escaped(search.toLowerCase())}%`;
  for (const column of ['provider_tenant_name', 'external_account_id']) {
    either.orWhereRaw(`lower(${column}) like ? escape '\\'`, [part]);
  }
  either.orWhere({ id: search }).orWhereIn('provider_tenant_id', [search, search.toLowerCase()]);
}

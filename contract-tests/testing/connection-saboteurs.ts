import { connections as table } from '../../adapters/knex/stores/connection-store.ts';
import { breaks, type Saboteur } from './saboteur.ts';

const connectSessionSaboteurs: readonly Saboteur[] = [
  breaks('connectSessions', 'connectSessions: advances from any state', ({ connectSessions }, db) => ({
    async advance(next) {
      const row = await db('connect_sessions').where({ id: next.id }).first();
      return connectSessions.advance(next, row?.state);
    },
  })),
  breaks('connectSessions', 'connectSessions: looks, then advances', (_, db) => ({
    async advance({ id, state }, from) {
      const row = await db('connect_sessions').where({ id }).first();
      if (row?.state !== from) return false;
      await db('connect_sessions').where({ id }).update({ state });
      return true;
    },
  })),
];

const credentialSaboteurs: readonly Saboteur[] = [
  breaks('credentials', 'credentials: everybody may refresh', () => ({ claimRefresh: async () => true })),
  breaks('credentials', 'credentials: a lease never ends', ({ credentials }) => ({
    claimRefresh: (id, claim) => credentials.claimRefresh(id, { ...claim, now: new Date(0) }),
  })),
  breaks('credentials', 'credentials: whoever comes replaces', ({ credentials }, db) => ({
    async replace(next, holder) {
      await db('credentials').update({ refresh_holder: holder, generation: next.generation - 1 });
      return credentials.replace(next, holder);
    },
  })),
  breaks('credentials', 'credentials: a new consent counts from the start', ({ credentials }) => ({
    async put(draft) {
      await credentials.remove(draft.connectionId);
      await credentials.put(draft);
    },
  })),
  breaks('credentials', 'credentials: anybody gives the right back', (_, db) => ({
    async yieldRefresh(connectionId) {
      await db('credentials').where({ connection_id: connectionId }).update({ refresh_holder: null });
    },
  })),
];

export const connectionSaboteurs: readonly Saboteur[] = [
  breaks(
    'connections',
    'connections: of two warnings at once one is lost',
    ({ connections }, db) => ({
      async noteSyncWarnings(id, added, kept) {
        const before = await db('connections').where({ id }).first('sync_warnings');
        await connections.noteSyncWarnings(id, [], kept);
        const all = [...added, ...JSON.parse(before?.sync_warnings ?? '[]')].slice(0, 20);
        await db('connections')
          .where({ id })
          .update({ sync_warnings: JSON.stringify(all) });
      },
    }),
    {
      caughtBy:
        'connections: warnings are added and taken away, bounded, none lost between two, and end with the connection',
    },
  ),
  ...connectSessionSaboteurs,
  ...credentialSaboteurs,
  breaks('connections', 'connections: a taken tenant is no news', ({ connections }) => ({
    async insert(connection) {
      await connections.insert(connection);
      return true;
    },
  })),
  breaks('connections', 'connections: found from any plane', (_, db) => ({
    async find(_plane, id) {
      const row = await db('connections').where({ id }).first();
      return row && table.toEntity(row);
    },
  })),
  breaks('connections', 'connections: changed from any status', ({ connections }, db) => ({
    async update(next) {
      const row = await db('connections').where({ id: next.id }).first();
      return row ? connections.update(next, row.status) : false;
    },
  })),
  breaks('connections', 'connections: a refused scope is noted on whatever is left of it', (_, db) => ({
    async noteScopeRefused(id, at) {
      await db('connections').where({ id }).update({ scope_refused_at: +at });
    },
  })),
  breaks('connections', 'connections: filters are decoration', ({ connections }) => ({
    list: (plane, _filter, page) => connections.list(plane, {}, page),
  })),
  breaks('connections', 'connections: a disconnected one owns its tenant', ({ connections }, db) => ({
    async findOwner(app, tenantId) {
      const row = await db('connections').where({ app_key: app, provider_tenant_id: tenantId }).first();
      return row ? table.toEntity(row) : connections.findOwner(app, tenantId);
    },
  })),
  breaks('connections', 'connections: those that are gone are owners, too', (_, db) => ({
    async listOwners(app, tenantIds) {
      const rows = await db('connections')
        .where({ app_key: app })
        .whereIn('provider_tenant_id', [...tenantIds]);
      return rows.map((row) => table.toEntity(row));
    },
  })),
  breaks('connections', 'connections: the earlier one of any customer', (_, db) => ({
    async findEarlier({ organizationId, environment }, app, tenantId) {
      const row = await db('connections')
        .where({ organization_id: organizationId, environment, app_key: app, provider_tenant_id: tenantId })
        .orderBy('created_at', 'desc')
        .first();
      return row && table.toEntity(row);
    },
  })),
  breaks('connections', 'connections: an operator finds those that are connected alone', ({ connections }) => ({
    async findOfAny(id) {
      const found = await connections.findOfAny(id);
      return found?.status === 'active' ? found : undefined;
    },
  })),
  breaks('connections', 'connections: a tenant of any app by its identity', (_, db) => ({
    async tenantOf(_organization, _app, identity) {
      const row = await db('connections').where({ provider_identity: identity }).orderBy('created_at', 'desc').first();
      return row?.provider_tenant_id ?? undefined;
    },
  })),
  breaks('connections', 'connections: an ended tenant of anybody by its identity', ({ connections }, db) => ({
    async tenantOf(organization, app, identity) {
      const row = await db('connections').where({ app_key: app, provider_identity: identity }).first();
      return (await connections.tenantOf(organization, app, identity)) ?? row?.provider_tenant_id ?? undefined;
    },
  })),
  breaks('connections', 'connections: an identity that nobody hears is taken', ({ connections }) => ({
    async noteIdentity(id, identity) {
      await connections.noteIdentity(id, identity);
      return true;
    },
  })),
  breaks('connections', 'connections: everything counts', (_, db) => ({
    countCounted: async (id) => (await db('connections').where({ organization_id: id })).length,
  })),
  breaks('connections', 'connections: active ones always from the first', ({ connections }) => ({
    listActive: (which, _after, limit) => connections.listActive(which, null, limit),
  })),
  breaks('connections', 'connections: those that are well count as unwell', ({ connections }) => ({
    listActive: (which, after, limit) =>
      connections.listActive(
        'named' in which ? { named: [...which.named, ...which.orUnwell], orUnwell: [] } : which,
        after,
        limit,
      ),
  })),
  breaks('connections', 'connections: another reason is no change of health', (_, db) => ({
    noteHealth: async (id, { state, reason }) => {
      const changed = db('connections').where({ id, status: 'active' }).whereNot({ health: state });
      return (await changed.update({ health: state, health_reason: reason })) > 0;
    },
  })),
  breaks('connections', 'connections: those whose tokens were renewed just now are idle, too', ({ connections }) => ({
    listActive: (which, after, limit) =>
      connections.listActive('refreshedBefore' in which ? { refreshedBefore: new Date(8.64e15) } : which, after, limit),
  })),
  breaks('connections', 'connections: a link is shared with those that are gone, too', (_, db) => ({
    async sharesLink({ id, providerConnectionId }) {
      const others = db('connections').where({ provider_connection_id: providerConnectionId }).whereNot({ id });
      return (await others).length > 0;
    },
  })),
  breaks('connectSessions', 'connectSessions: those that wait are found before they expire', ({ connectSessions }) => ({
    listUnchosen: (_before, limit) => connectSessions.listUnchosen(new Date(8.64e15), limit),
  })),
];

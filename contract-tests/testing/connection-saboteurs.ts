import { connections as table } from '../../adapters/knex/stores/connection-store.ts';
import type { Saboteur } from './saboteur.ts';

const connectSessionSaboteurs: readonly Saboteur[] = [
  {
    name: 'connectSessions: advances from any state',
    stores: ({ connectSessions }, db) => ({
      connectSessions: {
        async advance(next) {
          const row = await db('connect_sessions').where({ id: next.id }).first();
          return connectSessions.advance(next, row?.state);
        },
      },
    }),
  },
  {
    name: 'connectSessions: looks, then advances',
    stores: (_, db) => ({
      connectSessions: {
        async advance({ id, state }, from) {
          const row = await db('connect_sessions').where({ id }).first();
          if (row?.state !== from) return false;
          await db('connect_sessions').where({ id }).update({ state });
          return true;
        },
      },
    }),
  },
];

const credentialSaboteurs: readonly Saboteur[] = [
  {
    name: 'credentials: everybody may refresh',
    stores: () => ({ credentials: { claimRefresh: async () => true } }),
  },
  {
    name: 'credentials: a lease never ends',
    stores: ({ credentials }) => ({
      credentials: {
        claimRefresh: (id, claim) => credentials.claimRefresh(id, { ...claim, now: new Date(0) }),
      },
    }),
  },
  {
    name: 'credentials: whoever comes replaces',
    stores: ({ credentials }, db) => ({
      credentials: {
        async replace(next, holder) {
          await db('credentials').update({ refresh_holder: holder, generation: next.generation - 1 });
          return credentials.replace(next, holder);
        },
      },
    }),
  },
  {
    name: 'credentials: a new consent counts from the start',
    stores: ({ credentials }) => ({
      credentials: {
        async put(draft) {
          await credentials.remove(draft.connectionId);
          await credentials.put(draft);
        },
      },
    }),
  },
  {
    name: 'credentials: anybody gives the right back',
    stores: (_, db) => ({
      credentials: {
        async yieldRefresh(connectionId) {
          await db('credentials').where({ connection_id: connectionId }).update({ refresh_holder: null });
        },
      },
    }),
  },
];

export const connectionSaboteurs: readonly Saboteur[] = [
  {
    name: 'connections: of two warnings at once one is lost',
    caughtBy:
      'connections: warnings are added and taken away, bounded, none lost between two, and end with the connection',
    stores: ({ connections }, db) => ({
      connections: {
        async noteSyncWarnings(id, added, kept) {
          const before = await db('connections').where({ id }).first('sync_warnings');
          await connections.noteSyncWarnings(id, [], kept);
          const all = [...added, ...JSON.parse(before?.sync_warnings ?? '[]')].slice(0, 20);
          await db('connections')
            .where({ id })
            .update({ sync_warnings: JSON.stringify(all) });
        },
      },
    }),
  },
  ...connectSessionSaboteurs,
  ...credentialSaboteurs,
  {
    name: 'connections: a taken tenant is no news',
    stores: ({ connections }) => ({
      connections: {
        async insert(connection) {
          await connections.insert(connection);
          return true;
        },
      },
    }),
  },
  {
    name: 'connections: found from any plane',
    stores: (_, db) => ({
      connections: {
        async find(_plane, id) {
          const row = await db('connections').where({ id }).first();
          return row && table.toEntity(row);
        },
      },
    }),
  },
  {
    name: 'connections: changed from any status',
    stores: ({ connections }, db) => ({
      connections: {
        async update(next) {
          const row = await db('connections').where({ id: next.id }).first();
          return row ? connections.update(next, row.status) : false;
        },
      },
    }),
  },
  {
    name: 'connections: a refused scope is noted on whatever is left of it',
    stores: (_, db) => ({
      connections: {
        async noteScopeRefused(id, at) {
          await db('connections').where({ id }).update({ scope_refused_at: +at });
        },
      },
    }),
  },
  {
    name: 'connections: filters are decoration',
    stores: ({ connections }) => ({
      connections: { list: (plane, _filter, page) => connections.list(plane, {}, page) },
    }),
  },
  {
    name: 'connections: a disconnected one owns its tenant',
    stores: ({ connections }, db) => ({
      connections: {
        async findOwner(app, tenantId) {
          const row = await db('connections').where({ app_key: app, provider_tenant_id: tenantId }).first();
          return row ? table.toEntity(row) : connections.findOwner(app, tenantId);
        },
      },
    }),
  },
  {
    name: 'connections: the earlier one of any customer',
    stores: (_, db) => ({
      connections: {
        async findEarlier({ organizationId, environment }, app, tenantId) {
          const row = await db('connections')
            .where({ organization_id: organizationId, environment, app_key: app, provider_tenant_id: tenantId })
            .orderBy('created_at', 'desc')
            .first();
          return row && table.toEntity(row);
        },
      },
    }),
  },
  {
    name: 'connections: everything counts',
    stores: (_, db) => ({
      connections: { countCounted: async (id) => (await db('connections').where({ organization_id: id })).length },
    }),
  },
  {
    name: 'connections: active ones always from the first',
    stores: ({ connections }) => ({
      connections: { listActive: (which, _after, limit) => connections.listActive(which, null, limit) },
    }),
  },
  {
    name: 'connections: those that are well count as unwell',
    stores: ({ connections }) => ({
      connections: {
        listActive: (which, after, limit) =>
          connections.listActive(
            'named' in which ? { named: [...which.named, ...which.orUnwell], orUnwell: [] } : which,
            after,
            limit,
          ),
      },
    }),
  },
  {
    name: 'connections: another reason is no change of health',
    stores: (_, db) => ({
      connections: {
        noteHealth: async (id, { state, reason }) => {
          const changed = db('connections').where({ id, status: 'active' }).whereNot({ health: state });
          return (await changed.update({ health: state, health_reason: reason })) > 0;
        },
      },
    }),
  },
  {
    name: 'connections: those whose tokens were renewed just now are idle, too',
    stores: ({ connections }) => ({
      connections: {
        listActive: (which, after, limit) =>
          connections.listActive(
            'refreshedBefore' in which ? { refreshedBefore: new Date(8.64e15) } : which,
            after,
            limit,
          ),
      },
    }),
  },
  {
    name: 'connections: a link is shared with those that are gone, too',
    stores: (_, db) => ({
      connections: {
        async sharesLink({ id, providerConnectionId }) {
          const others = db('connections').where({ provider_connection_id: providerConnectionId }).whereNot({ id });
          return (await others).length > 0;
        },
      },
    }),
  },
  {
    name: 'connectSessions: those that wait are found before they expire',
    stores: ({ connectSessions }) => ({
      connectSessions: { listUnchosen: (_before, limit) => connectSessions.listUnchosen(new Date(8.64e15), limit) },
    }),
  },
];

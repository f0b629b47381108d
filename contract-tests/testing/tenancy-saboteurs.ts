import type { Saboteur } from './saboteur.ts';

export const storageSaboteurs: readonly Saboteur[] = [
  { name: 'a transaction that is none', storage: (honest) => ({ transaction: (work) => work(honest) }) },
  {
    name: 'a transaction that swallows the error',
    storage: (honest) => ({ transaction: (work) => honest.transaction(work).catch(() => undefined as never) }),
  },
  {
    name: 'an organization lock that holds nothing',
    caughtBy: 'two transactions that hold the same row run one after the other',
    postgresOnly: true,
    stores: ({ organizations }) => ({ organizations: { lock: organizations.find } }),
  },
];

export const tenancySaboteurs: readonly Saboteur[] = [
  {
    name: 'organizations: a lock outside a transaction that says nothing',
    stores: ({ organizations }) => ({ organizations: { lock: organizations.find } }),
  },
  {
    name: 'organizations: a list that begins anew each time',
    stores: ({ organizations }) => ({ organizations: { list: ({ limit }) => organizations.list({ limit }) } }),
  },
  {
    name: 'members: a taken address is no news',
    stores: ({ members }) => ({
      members: {
        async insert(member) {
          await members.insert(member);
          return true;
        },
      },
    }),
  },
  {
    name: 'members: of an address the oldest come first, also those who were only invited',
    stores: ({ members }) => ({
      members: {
        async listByEmail(email, limit, of) {
          const found = [...(await members.listByEmail(email, limit, of))];
          return found.sort((a, b) => +a.createdAt - +b.createdAt);
        },
      },
    }),
  },
  {
    name: 'apiKeys: revoked keys are not found',
    stores: ({ apiKeys }) => ({
      apiKeys: {
        async findByDigest(digest) {
          const found = await apiKeys.findByDigest(digest);
          return found?.revokedAt ? undefined : found;
        },
      },
    }),
  },
  {
    name: 'apiKeys: anybody revokes',
    stores: (_, db) => ({
      apiKeys: {
        revoke: async (_organization, id, at) => (await db('api_keys').where({ id }).update({ revoked_at: +at })) === 1,
      },
    }),
  },
  {
    name: 'apiKeys: revoked keys count as active',
    stores: ({ apiKeys }) => ({
      apiKeys: { countActive: async (id) => (await apiKeys.list(id, { limit: 200, page: 1 })).total },
    }),
  },
  {
    name: 'apiKeys: the last use moves back',
    stores: (_, db) => ({
      apiKeys: {
        async touch(id, at) {
          await db('api_keys').where({ id }).update({ last_used_at: +at });
        },
      },
    }),
  },
  {
    name: 'apiKeys: oldest first',
    stores: ({ apiKeys }) => ({
      apiKeys: {
        async list(id, request) {
          const page = await apiKeys.list(id, request);
          return { ...page, items: page.items.toReversed() };
        },
      },
    }),
  },
  {
    name: 'apiKeys: revoked ones hide active ones',
    stores: ({ apiKeys }) => ({
      apiKeys: {
        async list(id, request) {
          const page = await apiKeys.list(id, request);
          return { ...page, items: page.items.toSorted((a, b) => +b.createdAt - +a.createdAt) };
        },
      },
    }),
  },
  {
    name: 'providerApps: found from any plane',
    stores: ({ providerApps }) => ({ providerApps: { find: (_plane, id) => providerApps.findForReceiver(id) } }),
  },
  {
    name: 'providerApps: changed from any plane',
    stores: ({ providerApps }) => ({
      providerApps: {
        async update(app) {
          const { organizationId, environment } = (await providerApps.findForReceiver(app.id)) ?? app;
          await providerApps.update({ ...app, organizationId, environment });
        },
      },
    }),
  },
  {
    name: 'providerApps: the intent check is forgotten',
    stores: () => ({ providerApps: { noteIntent: async () => {} } }),
  },
  {
    name: 'providerApps: any app is the default',
    stores: ({ providerApps }) => ({
      providerApps: { findDefault: async (plane) => (await providerApps.list(plane))[0] },
    }),
  },
  {
    name: 'audit: everybody\u2019s log',
    stores: ({ audit }, db) => ({
      audit: {
        async list(id, page) {
          await db('audit_entries').update({ organization_id: id });
          return audit.list(id, page);
        },
      },
    }),
  },
  {
    name: 'audit: a page too few is counted',
    stores: ({ audit }) => ({
      audit: {
        async list(id, page) {
          const found = await audit.list(id, page);
          return { ...found, total: found.items.length };
        },
      },
    }),
  },
];

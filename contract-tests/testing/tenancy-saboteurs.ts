import { breaks, type Saboteur } from './saboteur.ts';

export const storageSaboteurs: readonly Saboteur[] = [
  { name: 'a transaction that is none', storage: (honest) => ({ transaction: (work) => work(honest) }) },
  {
    name: 'a transaction that swallows the error',
    storage: (honest) => ({ transaction: (work) => honest.transaction(work).catch(() => undefined as never) }),
  },
  breaks(
    'organizations',
    'an organization lock that holds nothing',
    ({ organizations }) => ({ lock: organizations.find }),
    { caughtBy: 'two transactions that hold the same row run one after the other', postgresOnly: true },
  ),
  breaks('recordLeases', 'a lease of an id in all families', ({ recordLeases }) => ({
    take: (record, lease) => recordLeases.take({ ...record, type: 'invoices' }, lease),
  })),
];

export const tenancySaboteurs: readonly Saboteur[] = [
  breaks('organizations', 'organizations: a lock outside a transaction that says nothing', ({ organizations }) => ({
    lock: organizations.find,
  })),
  breaks('organizations', 'organizations: a contract that keeps the old name', ({ organizations }) => ({
    async setContract(id, contract) {
      await organizations.setContract(id, { ...contract, name: (await organizations.find(id))?.name ?? '' });
    },
  })),
  breaks('organizations', 'organizations: no limit that becomes one of nothing', ({ organizations }) => ({
    setContract: (id, contract) =>
      organizations.setContract(id, { ...contract, connectionLimit: contract.connectionLimit ?? 0 }),
  })),
  breaks('organizations', 'organizations: a list that begins anew each time', ({ organizations }) => ({
    list: ({ limit }) => organizations.list({ limit }),
  })),
  breaks('members', 'members: a taken address is no news', ({ members }) => ({
    async insert(member) {
      await members.insert(member);
      return true;
    },
  })),
  breaks(
    'members',
    'members: of an address the oldest come first, also those who were only invited',
    ({ members }) => ({
      async listByEmail(email, limit, of) {
        const found = [...(await members.listByEmail(email, limit, of))];
        return found.sort((a, b) => +a.createdAt - +b.createdAt);
      },
    }),
  ),
  breaks('apiKeys', 'apiKeys: revoked keys are not found', ({ apiKeys }) => ({
    async findByDigest(digest) {
      const found = await apiKeys.findByDigest(digest);
      return found?.revokedAt ? undefined : found;
    },
  })),
  breaks('apiKeys', 'apiKeys: an agent key without its limits', ({ apiKeys }) => ({
    async findByDigest(digest) {
      const found = await apiKeys.findByDigest(digest);
      return found && { ...found, limits: null };
    },
  })),
  breaks('apiKeys', 'apiKeys: anybody revokes', (_, db) => ({
    revoke: async (_organization, id, at) => (await db('api_keys').where({ id }).update({ revoked_at: +at })) === 1,
  })),
  breaks('apiKeys', 'apiKeys: those that end next go on with the one that was the last', ({ apiKeys }) => ({
    listEnding: (ends, place, limit) => apiKeys.listEnding(ends, place && { ...place, id: '' }, limit),
  })),
  breaks('apiKeys', 'apiKeys: those that have ended end next', ({ apiKeys }) => ({
    listEnding: (ends, place, limit) => apiKeys.listEnding({ ...ends, after: new Date(0) }, place, limit),
  })),
  breaks('apiKeys', 'apiKeys: revoked keys count as active', ({ apiKeys }) => ({
    countActive: async (id) => (await apiKeys.list(id, { limit: 200, page: 1 })).total,
  })),
  breaks('apiKeys', 'apiKeys: the last use moves back', (_, db) => ({
    async touch(id, at) {
      await db('api_keys').where({ id }).update({ last_used_at: +at });
    },
  })),
  breaks('apiKeys', 'apiKeys: oldest first', ({ apiKeys }) => ({
    async list(id, request) {
      const page = await apiKeys.list(id, request);
      return { ...page, items: page.items.toReversed() };
    },
  })),
  breaks('apiKeys', 'apiKeys: revoked ones hide active ones', ({ apiKeys }) => ({
    async list(id, request) {
      const page = await apiKeys.list(id, request);
      return { ...page, items: page.items.toSorted((a, b) => +b.createdAt - +a.createdAt) };
    },
  })),
  breaks('providerApps', 'providerApps: found from any plane', ({ providerApps }) => ({
    find: (_plane, id) => providerApps.findForReceiver(id),
  })),
  breaks('providerApps', 'providerApps: changed from any plane', ({ providerApps }) => ({
    async update(app) {
      const { organizationId, environment } = (await providerApps.findForReceiver(app.id)) ?? app;
      await providerApps.update({ ...app, organizationId, environment });
    },
  })),
  breaks('providerApps', 'providerApps: the intent check is forgotten', () => ({ noteIntent: async () => {} })),
  breaks('providerApps', 'providerApps: any app is the default', ({ providerApps }) => ({
    findDefault: async (plane) => (await providerApps.list(plane))[0],
  })),
  breaks('audit', 'audit: everybody\u2019s log', ({ audit }, db) => ({
    async list(id, page) {
      await db('audit_entries').update({ organization_id: id });
      return audit.list(id, page);
    },
  })),
  breaks('audit', 'audit: an act is not looked at where the actor is', ({ audit }) => ({
    list(id, page, { action, ...filter } = {}) {
      return audit.list(id, page, action && !filter.actor ? { ...filter, action } : filter);
    },
  })),
  breaks('audit', 'audit: a page too few is counted', ({ audit }) => ({
    async list(id, page) {
      const found = await audit.list(id, page);
      return { ...found, total: found.items.length };
    },
  })),
];

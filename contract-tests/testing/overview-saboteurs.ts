import { breaks, type Saboteur } from './saboteur.ts';

const replayedOnce =
  'what is replayed counts with its last end alone, in the hour and with the outcome of that; a change after it counts nothing';

export const overviewSaboteurs: readonly Saboteur[] = [
  breaks('overview', 'sums what ended in every plane', ({ overview }, db) => ({
    async ended(plane, hours, endpoint) {
      const { organizationId: organization_id, environment } = plane;
      await db('hourly_sums').update({ organization_id, environment, slot: db.raw('random() * 1000000000') });
      return overview.ended(plane, hours, endpoint);
    },
  })),
  breaks(
    'operations',
    'an end counts for ever',
    ({ operations }, db) => ({
      async update(operation, was) {
        const isDone = await operations.update(operation, was);
        const { organizationId: organization_id, finishedAt } = operation;
        if (finishedAt === null) await db('hourly_sums').where({ organization_id, number: 0 }).update({ number: 1 });
        return isDone;
      },
    }),
    { caughtBy: replayedOnce },
  ),
  breaks(
    'overview',
    'counts without a bound',
    ({ overview }) => ({ unfinished: (plane, endpoint) => overview.unfinished(plane, endpoint, 1_000) }),
    { caughtBy: 'no unfinished state is counted further than told' },
  ),
  breaks('overview', 'sums all endpoints as one endpoint’s', ({ overview }) => ({
    ended: (plane, hours) => overview.ended(plane, hours, null),
  })),
  breaks('overview', 'counts what waits for all endpoints as one endpoint’s', ({ overview }) => ({
    unfinished: (plane, _endpoint, most) => overview.unfinished(plane, null, most),
  })),
  breaks('connections', 'lists connections without any scope as lacking one', ({ connections }, db) => ({
    async list(plane, { lacking, ...filter }, page) {
      if (lacking) await db('connections').where({ scopes: '[]' }).update({ scopes: '["told"]' });
      return connections.list(plane, { ...filter, ...(lacking && { lacking }) }, page);
    },
  })),
  breaks('connections', 'forgets which provider asks for a scope', ({ connections }) => ({
    list: (plane, { lacking, ...filter }, page) =>
      connections.list(plane, { ...filter, ...(lacking && { lacking: lacking.slice(0, 1) }) }, page),
  })),
  breaks('connections', 'searches by the beginning of an id', ({ connections }) => ({
    async list(plane, { search, ...filter }, page) {
      const found = await connections.list(plane, filter, page);
      const items = found.items.filter(({ id }) => id.startsWith(search ?? ''));
      return items.length > 0
        ? { ...found, items }
        : connections.list(plane, { ...filter, ...(search ? { search } : {}) }, page);
    },
  })),
  breaks('deliveries', 'deliveries of all connections', ({ deliveries }) => ({
    list: (plane, { connectionId: _, ...filter }, page) => deliveries.list(plane, filter, page),
  })),
  breaks('providerCalls', 'calls of all paths', ({ providerCalls }) => ({
    listByConnection: (plane, id, { lookedAt }, limit) =>
      providerCalls.listByConnection(plane, id, { lookedAt }, limit),
  })),
  breaks('providerApps', 'a consent may be taken by anybody', ({ providerApps }, db) => ({
    async takeConsent(digest, session_id, now) {
      await db('provider_app_consents').where({ state_digest: digest }).update({ session_id });
      return providerApps.takeConsent(digest, session_id, now);
    },
  })),
  breaks('providerApps', 'a consent may be taken at any time', ({ providerApps }) => ({
    takeConsent: (digest, session) => providerApps.takeConsent(digest, session, new Date(0)),
  })),
  breaks('providerApps', 'the intent check counts for any key', ({ providerApps }) => ({
    async noteIntent(app, at) {
      const now = await providerApps.findForReceiver(app.id);
      await providerApps.noteIntent(now ?? app, at);
    },
  })),
  breaks('connections', 'only active connections use an app', ({ connections }) => ({
    usesApp: async (app) => (await connections.listActive({ app }, null, 1)).length > 0,
  })),
  breaks('providerApps', 'providerApps: everybody may have a client ID', () => ({ claimClientId: async () => true })),
];

import type { Saboteur } from './saboteur.ts';

export const overviewSaboteurs: readonly Saboteur[] = [
  {
    name: 'sums what ended in every plane',
    stores: ({ overview }, db) => ({
      overview: {
        async ended(plane, hours, endpoint) {
          const { organizationId: organization_id, environment } = plane;
          await db('hourly_sums').update({ organization_id, environment, slot: db.raw('random() * 1000000000') });
          return overview.ended(plane, hours, endpoint);
        },
      },
    }),
  },
  {
    name: 'counts without a bound',
    caughtBy: 'no unfinished state is counted further than told',
    stores: ({ overview }) => ({
      overview: { unfinished: (plane, endpoint) => overview.unfinished(plane, endpoint, 1_000) },
    }),
  },
  {
    name: 'sums all endpoints as one endpoint’s',
    stores: ({ overview }) => ({ overview: { ended: (plane, hours) => overview.ended(plane, hours, null) } }),
  },
  {
    name: 'counts what waits for all endpoints as one endpoint’s',
    stores: ({ overview }) => ({
      overview: { unfinished: (plane, _endpoint, most) => overview.unfinished(plane, null, most) },
    }),
  },
  {
    name: 'searches by the beginning of an id',
    stores: ({ connections }) => ({
      connections: {
        async list(plane, { search, ...filter }, page) {
          const found = await connections.list(plane, filter, page);
          const items = found.items.filter(({ id }) => id.startsWith(search ?? ''));
          return items.length > 0
            ? { ...found, items }
            : connections.list(plane, { ...filter, ...(search ? { search } : {}) }, page);
        },
      },
    }),
  },
  {
    name: 'deliveries of all connections',
    stores: ({ deliveries }) => ({
      deliveries: { list: (plane, { connectionId: _, ...filter }, page) => deliveries.list(plane, filter, page) },
    }),
  },
  {
    name: 'calls of all paths',
    stores: ({ providerCalls }) => ({
      providerCalls: {
        listByConnection: (plane, id, { lookedAt }, limit) =>
          providerCalls.listByConnection(plane, id, { lookedAt }, limit),
      },
    }),
  },
  {
    name: 'a consent may be taken by anybody',
    stores: ({ providerApps }, db) => ({
      providerApps: {
        async takeConsent(digest, session_id, now) {
          await db('provider_app_consents').where({ state_digest: digest }).update({ session_id });
          return providerApps.takeConsent(digest, session_id, now);
        },
      },
    }),
  },
  {
    name: 'a consent may be taken at any time',
    stores: ({ providerApps }) => ({
      providerApps: { takeConsent: (digest, session) => providerApps.takeConsent(digest, session, new Date(0)) },
    }),
  },
  {
    name: 'the intent check counts for any key',
    stores: ({ providerApps }) => ({
      providerApps: {
        async noteIntent(app, at) {
          const now = await providerApps.findForReceiver(app.id);
          await providerApps.noteIntent(now ?? app, at);
        },
      },
    }),
  },
  {
    name: 'only active connections use an app',
    stores: ({ connections }) => ({
      connections: { usesApp: async (app) => (await connections.listActive({ app }, null, 1)).length > 0 },
    }),
  },
  {
    name: 'providerApps: everybody may have a client ID',
    stores: () => ({ providerApps: { claimClientId: async () => true } }),
  },
];

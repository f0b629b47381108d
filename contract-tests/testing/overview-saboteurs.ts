import type { Saboteur } from './saboteur.ts';

export const overviewSaboteurs: readonly Saboteur[] = [
  {
    name: 'counts what ended in every plane',
    stores: ({ overview }, db) => ({
      overview: {
        async ended(plane, hours, most) {
          const { organizationId: organization_id, environment } = plane;
          await db('operations').update({ organization_id, environment });
          return overview.ended(plane, hours, most);
        },
      },
    }),
  },
  {
    name: 'counts without a bound',
    caughtBy: 'no hour and no state is counted further than told',
    stores: ({ overview }) => ({ overview: { unfinished: (plane) => overview.unfinished(plane, 1_000) } }),
  },
  {
    name: 'counts every delivery that ever was',
    stores: ({ overview }) => ({
      overview: { deliveries: (plane, id, _since, most) => overview.deliveries(plane, id, new Date(0), most) },
    }),
  },
  {
    name: 'counts the attempts of all endpoints as one endpoint’s',
    stores: ({ overview }) => ({
      overview: { attempts: (plane, _id, since, most) => overview.attempts(plane, null, since, most) },
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

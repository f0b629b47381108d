import { canonical, type JsonObject } from '#core/ports';
import type { Saboteur } from './saboteur.ts';

export const projectionSaboteurs: readonly Saboteur[] = [
  {
    name: 'money is rounded',
    stores: ({ projections }) => ({
      projections: {
        put: (all) => projections.put(all.map((one) => ({ ...one, total: Math.round(one.total) }))),
      },
    }),
  },
  {
    name: 'a lock outside a transaction that says nothing',
    stores: () => ({ projections: { lock: async () => undefined } }),
  },
  {
    name: 'a lock that holds nothing',
    caughtBy: 'many that compare and announce one invoice at once do so one after the other, the first-timers too',
    postgresOnly: true,
    stores: (_, db) => ({
      projections: {
        async lock() {
          if (!db.isTransaction) throw new Error('outside');
        },
      },
    }),
  },
];

export const eventSaboteurs: readonly Saboteur[] = [
  {
    name: 'a list of events forgets the times',
    stores: ({ events }) => ({
      events: {
        list: (plane, { createdAfter: _after, createdBefore: _before, ...filter }, page) =>
          events.list(plane, filter, page),
      },
    }),
  },
  {
    name: 'a duplicate burns a place',
    stores: ({ events }, db) => ({
      events: {
        async append(drafts) {
          const appended = await events.append(drafts);
          for (const [i, { connectionId: connection_id }] of drafts.entries()) {
            if (!appended[i]) await db('event_sequences').where({ connection_id }).increment('last', 1);
          }
          return appended;
        },
      },
    }),
  },
  {
    name: 'a duplicate is news',
    stores: ({ events }) => ({
      events: { append: (drafts) => events.append(drafts.map((draft) => ({ ...draft, identity: draft.id }))) },
    }),
  },
  {
    name: 'one sequence for all connections',
    stores: ({ events }, db) => ({
      events: {
        async append(drafts) {
          const appended = await events.append(drafts);
          for (const event of appended) if (event) await db('event_sequences').update({ last: event.sequence });
          return appended;
        },
      },
    }),
  },
  {
    name: 'the body is tidied up',
    stores: ({ events }) => ({
      events: {
        append: (drafts) =>
          events.append(drafts.map((draft) => ({ ...draft, data: canonical(draft.data) as JsonObject }))),
      },
    }),
  },
  {
    name: 'found from any plane',
    stores: ({ events }, db) => ({
      events: {
        async find(plane, id) {
          const row = await db('events').where({ id }).first();
          return events.find(row ? { organizationId: row.organization_id, environment: row.environment } : plane, id);
        },
      },
    }),
  },
  {
    name: 'filters are decoration',
    stores: ({ events }) => ({ events: { list: (plane, _filter, page) => events.list(plane, {}, page) } }),
  },
];

export const webhookSaboteurs: readonly Saboteur[] = [
  {
    name: 'endpoints: one that is locked is found but not held',
    caughtBy: 'endpoints: one that is locked stays as it was read until the transaction ends; absent as for find',
    postgresOnly: true,
    stores: ({ webhookEndpoints }, db) => ({
      webhookEndpoints: {
        async lock(plane, id) {
          if (!db.isTransaction) throw new Error('outside');
          return webhookEndpoints.find(plane, id);
        },
      },
    }),
  },
  {
    name: 'endpoints: removed ones are there',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: {
        update: (endpoint) =>
          webhookEndpoints.update(endpoint.status === 'deleted' ? { ...endpoint, status: 'disabled' } : endpoint),
      },
    }),
  },
  {
    name: 'endpoints: disabled ones are enabled',
    stores: ({ webhookEndpoints }, db) => ({
      webhookEndpoints: {
        async listEnabled(planes) {
          await db('webhook_endpoints').where({ status: 'disabled' }).update({ status: 'enabled' });
          return webhookEndpoints.listEnabled(planes);
        },
      },
    }),
  },
  {
    name: 'endpoints: a plane is an organization',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: {
        listEnabled: (planes) =>
          webhookEndpoints.listEnabled(
            planes.flatMap((plane) => [
              { ...plane, environment: 'test' },
              { ...plane, environment: 'live' },
            ]),
          ),
      },
    }),
  },
  {
    name: 'endpoints: those of the first plane',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: { listEnabled: (planes) => webhookEndpoints.listEnabled(planes.slice(0, 1)) },
    }),
  },
  {
    name: 'endpoints: disabled ones are not counted',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: {
        async count(plane) {
          const { items } = await webhookEndpoints.list(plane, { limit: 1_000, page: 1 });
          return items.filter(({ status }) => status === 'enabled').length;
        },
      },
    }),
  },
];

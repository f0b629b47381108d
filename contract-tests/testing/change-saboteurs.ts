import { canonical, type JsonObject } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

export const projectionSaboteurs: readonly Saboteur[] = [
  breaks('projections', 'money is rounded', ({ projections }) => ({
    put: (all) => projections.put(all.map((one) => ({ ...one, total: Math.round(one.total) }))),
  })),
  breaks('projections', 'a lock outside a transaction that says nothing', () => ({ lock: async () => undefined })),
  breaks(
    'projections',
    'a lock that holds nothing',
    (_, db) => ({
      async lock() {
        if (!db.isTransaction) throw new Error('outside');
      },
    }),
    {
      caughtBy: 'many that compare and announce one invoice at once do so one after the other, the first-timers too',
      postgresOnly: true,
    },
  ),
];

export const eventSaboteurs: readonly Saboteur[] = [
  breaks('events', 'a list of events forgets the times', ({ events }) => ({
    list: (plane, { createdAfter: _after, createdBefore: _before, ...filter }, page) =>
      events.list(plane, filter, page),
  })),
  breaks('events', 'a duplicate burns a place', ({ events }, db) => ({
    async append(drafts) {
      const appended = await events.append(drafts);
      for (const [i, { connectionId: connection_id }] of drafts.entries()) {
        if (!appended[i]) await db('event_sequences').where({ connection_id }).increment('last', 1);
      }
      return appended;
    },
  })),
  breaks('events', 'a duplicate is news', ({ events }) => ({
    append: (drafts) => events.append(drafts.map((draft) => ({ ...draft, identity: draft.id }))),
  })),
  breaks('events', 'what another connection has told is known', (_stores, db) => ({
    async known(_connectionId, identities) {
      return new Set(
        await db('events')
          .whereIn('identity', [...identities])
          .pluck('identity'),
      );
    },
  })),
  breaks('events', 'nothing is known', () => ({ known: async () => new Set() })),
  breaks('events', 'one sequence for all connections', ({ events }, db) => ({
    async append(drafts) {
      const appended = await events.append(drafts);
      for (const event of appended) if (event) await db('event_sequences').update({ last: event.sequence });
      return appended;
    },
  })),
  breaks('events', 'an operational event takes a number', ({ events }) => ({
    appendOperational: async (drafts) =>
      (await events.appendOperational(drafts)).map((event) => event && { ...event, sequence: 1 }),
  })),
  breaks('events', 'what was told is told again', ({ events }) => ({
    appendOperational: (drafts) =>
      events.appendOperational(drafts.map((draft) => ({ ...draft, identity: draft.identity + draft.id }))),
  })),
  breaks('events', 'what another plane was told is known', ({ events }, db) => ({
    async appendOperational(drafts) {
      const identities = drafts.map(({ identity }) => identity);
      const known: string[] = await db('events')
        .whereIn('identity', identities)
        .whereNull('connection_id')
        .pluck('identity');
      const told = await events.appendOperational(drafts.filter(({ identity }) => !known.includes(identity)));
      return drafts.map(({ id }) => told.find((event) => event?.id === id));
    },
  })),
  breaks('events', 'a list leaves out what has no connection', ({ events }) => ({
    async list(plane, filter, request) {
      const page = await events.list(plane, filter, request);
      return { ...page, items: page.items.filter(({ connectionId }) => connectionId !== null) };
    },
  })),
  breaks('events', 'the body is tidied up', ({ events }) => ({
    append: (drafts) => events.append(drafts.map((draft) => ({ ...draft, data: canonical(draft.data) as JsonObject }))),
  })),
  breaks('events', 'found from any plane', ({ events }, db) => ({
    async find(plane, id) {
      const row = await db('events').where({ id }).first();
      return events.find(row ? { organizationId: row.organization_id, environment: row.environment } : plane, id);
    },
  })),
  breaks('events', 'a customer is everybody', ({ events }) => ({
    list: (plane, { externalAccountId: _customer, ...filter }, page) => events.list(plane, filter, page),
  })),
  breaks('events', 'filters are decoration', ({ events }) => ({
    list: (plane, _filter, page) => events.list(plane, {}, page),
  })),
];

export const webhookSaboteurs: readonly Saboteur[] = [
  breaks(
    'webhookEndpoints',
    'endpoints: one that is locked is found but not held',
    ({ webhookEndpoints }, db) => ({
      async lock(plane, id) {
        if (!db.isTransaction) throw new Error('outside');
        return webhookEndpoints.find(plane, id);
      },
    }),
    {
      caughtBy: 'endpoints: one that is locked stays as it was read until the transaction ends; absent as for find',
      postgresOnly: true,
    },
  ),
  breaks('webhookEndpoints', 'endpoints: removed ones are there', ({ webhookEndpoints }) => ({
    update: (endpoint) =>
      webhookEndpoints.update(endpoint.status === 'deleted' ? { ...endpoint, status: 'disabled' } : endpoint),
  })),
  breaks('webhookEndpoints', 'endpoints: disabled ones are enabled', ({ webhookEndpoints }, db) => ({
    async listEnabled(planes) {
      await db('webhook_endpoints').where({ status: 'disabled' }).update({ status: 'enabled' });
      return webhookEndpoints.listEnabled(planes);
    },
  })),
  breaks('webhookEndpoints', 'endpoints: a plane is an organization', ({ webhookEndpoints }) => ({
    listEnabled: (planes) =>
      webhookEndpoints.listEnabled(
        planes.flatMap((plane) => [
          { ...plane, environment: 'test' },
          { ...plane, environment: 'live' },
        ]),
      ),
  })),
  breaks('webhookEndpoints', 'endpoints: those of the first plane', ({ webhookEndpoints }) => ({
    listEnabled: (planes) => webhookEndpoints.listEnabled(planes.slice(0, 1)),
  })),
  breaks('webhookEndpoints', 'endpoints: disabled ones are not counted', ({ webhookEndpoints }) => ({
    async count(plane) {
      const { items } = await webhookEndpoints.list(plane, { limit: 1_000, page: 1 });
      return items.filter(({ status }) => status === 'enabled').length;
    },
  })),
];

import { breaks, type Saboteur } from './saboteur.ts';

const providerCallSaboteurs: readonly Saboteur[] = [
  breaks('providerCalls', 'every refusal tells of the connection', ({ providerCalls }) => ({
    insert: (calls) => providerCalls.insert(calls.map((call) => ({ ...call, isApart: false }))),
  })),
  breaks('providerCalls', 'calls that need a scope of their own never count', ({ providerCalls }) => ({
    insert: (calls) => providerCalls.insert(calls.map((call) => (call.isApart ? { ...call, status: 403 } : call))),
  })),
  breaks('providerCalls', 'only the first statement of a batch is kept', ({ providerCalls }) => ({
    insert: (calls) => providerCalls.insert(calls.slice(0, 100)),
  })),
  breaks(
    'providerCalls',
    'each call is kept for itself',
    ({ providerCalls }) => ({
      async insert(calls) {
        for (const call of calls) await providerCalls.insert([call]);
      },
    }),
    { caughtBy: 'a batch is kept whole or not at all' },
  ),
  breaks('providerCalls', 'the oldest first', ({ providerCalls }) => ({
    async listByOperation(plane, operationId, limit) {
      const calls = await providerCalls.listByOperation(plane, operationId, 1_000);
      return calls.toReversed().slice(0, limit);
    },
  })),
  breaks(
    'providerCalls',
    'a request id is everybody\u2019s',
    ({ providerCalls }, db) => ({
      async listByRequest(plane, requestId, made, limit) {
        const [{ connection_id }] = await db('provider_calls').select('connection_id').limit(1);
        await db('provider_calls').update({ connection_id });
        return providerCalls.listByRequest(plane, requestId, made, limit);
      },
    }),
    { caughtBy: 'calls of other organizations and environments are absent, whatever request id they were made under' },
  ),
  breaks(
    'providerCalls',
    'an operation\u2019s calls are everybody\u2019s',
    ({ providerCalls }, db) => ({
      async listByOperation(plane, operationId, limit) {
        const [{ connection_id }] = await db('provider_calls').select('connection_id').limit(1);
        await db('provider_calls').update({ connection_id });
        return providerCalls.listByOperation(plane, operationId, limit);
      },
    }),
    { caughtBy: 'calls of other organizations and environments are absent, whatever request id they were made under' },
  ),
  breaks('providerCalls', 'recent calls of everybody', ({ providerCalls }, db) => ({
    async recent(plane, ids) {
      if (!plane) return providerCalls.recent(plane, ids);
      const { organizationId, environment } = plane;
      await db('connections').update({ organization_id: organizationId, environment });
      return providerCalls.recent({ organizationId, environment }, ids);
    },
  })),
  breaks('providerCalls', 'whatever was answered is a good call', ({ providerCalls }, db) => ({
    async recent(plane, ids) {
      await db('provider_calls').whereNotNull('status').update({ status: 200, path: '/Invoices' });
      return providerCalls.recent(plane, ids);
    },
  })),
  breaks('providerCalls', 'calls of gone operations are removed of all connections', (_, db) => ({
    async removeGone(_connectionId, { from, until }) {
      const made = db('provider_calls').whereBetween('at', [from.getTime(), until.getTime()]);
      await made.whereNotNull('operation_id').delete();
    },
  })),
  breaks('providerCalls', 'a request\u2019s calls at any time', ({ providerCalls }) => ({
    listByRequest: (plane, requestId, { until }, limit) =>
      providerCalls.listByRequest(plane, requestId, { from: new Date(0), until }, limit),
  })),
];

const audienceSaboteurs: readonly Saboteur[] = [
  breaks('events', 'an operation\u2019s events are everybody\u2019s', ({ events }, db) => ({
    async listByOperation(plane, operationId, limit) {
      const { organizationId: organization_id, environment } = plane;
      await db('events').update({ organization_id, environment });
      return events.listByOperation(plane, operationId, limit);
    },
  })),
  breaks('deliveries', 'deliveries of an event are everybody\u2019s', ({ deliveries }, db) => ({
    async listByEvents(plane, eventIds, limit) {
      const { organizationId: organization_id, environment } = plane;
      await db('deliveries').update({ organization_id, environment });
      return deliveries.listByEvents(plane, eventIds, limit);
    },
  })),
  breaks('audit', 'audit: what was done to something is everybody\u2019s', ({ audit }, db) => ({
    async listBySubjects(organizationId, subjects, limit) {
      await db('audit_entries').update({ organization_id: organizationId });
      return audit.listBySubjects(organizationId, subjects, limit);
    },
  })),
];

export const timelineSaboteurs: readonly Saboteur[] = [...providerCallSaboteurs, ...audienceSaboteurs];

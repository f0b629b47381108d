import { breaks, type Saboteur } from './saboteur.ts';

export const requestLogSaboteurs: readonly Saboteur[] = [
  breaks('requestLog', 'lists show bodies', ({ requestLog }) => ({
    async list(...asked) {
      const page = await requestLog.list(...asked);
      return { ...page, items: page.items.map((item) => ({ ...item, body: {} })) };
    },
  })),
  breaks('requestLog', 'a request id is everybody’s', ({ requestLog }, db) => ({
    async find(plane, id) {
      const row = await db('request_log').where({ id }).orWhere({ request_id: id }).first();
      const owner = { organizationId: row?.organization_id, environment: row?.environment };
      return requestLog.find({ ...plane, ...owner }, id);
    },
  })),
  breaks('requestLog', 'a filter by connection shows everybody’s', ({ requestLog }, db) => ({
    async list(plane, filter, page) {
      const row = await db('request_log')
        .where({ connection_id: filter.connectionId ?? '' })
        .first();
      const owner = row && { organizationId: row.organization_id, environment: row.environment };
      return requestLog.list({ ...plane, ...owner }, filter, page);
    },
  })),
  ...(['statuses', 'code', 'reason', 'actor', 'connectionId', 'route', 'createdAfter', 'createdBefore'] as const).map(
    (name) =>
      breaks('requestLog', `the filter ${name} is ignored`, ({ requestLog }) => ({
        list: (plane, { [name]: _, ...filter }, page) => requestLog.list(plane, filter, page),
      })),
  ),
  breaks('requestLog', 'what a request stands for is not stored', ({ requestLog }) => ({
    insert: (requests) => requestLog.insert(requests.map((request) => ({ ...request, repeats: 0 }))),
  })),
  breaks('requestLog', 'groups know no filter', ({ requestLog }) => ({
    groupFailures: (plane, _, most) => requestLog.groupFailures(plane, {}, most),
  })),
  breaks('requestLog', 'the smallest group first', ({ requestLog }) => ({
    async groupFailures(...asked) {
      const found = await requestLog.groupFailures(...asked);
      return { ...found, groups: found.groups.toReversed() };
    },
  })),
  breaks('requestLog', 'groups are always whole', ({ requestLog }) => ({
    groupFailures: async (...asked) => ({ ...(await requestLog.groupFailures(...asked)), isWhole: true }),
  })),
  breaks('requestLog', 'what retention forbids is stored', ({ requestLog }, db) => ({
    async insert(requests) {
      await requestLog.insert(requests);
      for (const { id, body } of requests)
        await db('request_log')
          .where({ id })
          .update({ body: JSON.stringify(body) });
    },
  })),
  breaks('requestLog', 'a request that is stored again replaces the first', ({ requestLog }, db) => ({
    async insert(requests) {
      const ids = requests.map(({ id }) => id);
      await db('request_log').whereIn('id', ids).delete();
      await requestLog.insert(requests);
    },
  })),
];

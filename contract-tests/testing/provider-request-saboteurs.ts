import { breaks, type Saboteur } from './saboteur.ts';

export const providerRequestSaboteurs: readonly Saboteur[] = [
  breaks('providerRequests', 'requests are everybody’s', ({ providerRequests }, db) => ({
    async find(plane, id) {
      const row = await db('provider_requests').where({ id }).first();
      const owner = row && { organizationId: row.organization_id, environment: row.environment };
      return providerRequests.find({ ...plane, ...owner }, id);
    },
  })),
  breaks('providerRequests', 'an outcome ends twice', (_, db) => ({
    end: async (plane, id) =>
      (await db('provider_requests')
        .where({ id, organization_id: plane.organizationId })
        .update({ outcome: 'done' })) === 1,
  })),
  breaks('providerRequests', 'what was sent is kept', ({ providerRequests }) => ({
    end: (plane, id, end) => providerRequests.end(plane, id, { ...end, forgets: false }),
  })),
  breaks('providerRequests', 'what has ended is removed', (_, db) => ({
    async remove(plane, id) {
      await db('provider_requests').where({ id, organization_id: plane.organizationId }).delete();
    },
  })),
  breaks('providerRequests', 'a request is stored over another', ({ providerRequests }, db) => ({
    async insert(request) {
      await db('provider_requests').where({ id: request.id }).delete();
      await providerRequests.insert(request);
    },
  })),
  breaks('providerRequests', 'the outcome is no filter', ({ providerRequests }) => ({
    list: (plane, connectionId, { outcome: _, ...filter }, page) =>
      providerRequests.list(plane, connectionId, filter, page),
  })),
  breaks('providerRequests', 'the effect is no filter', ({ providerRequests }) => ({
    list: (plane, connectionId, { effect: _, ...filter }, page) =>
      providerRequests.list(plane, connectionId, filter, page),
  })),
];

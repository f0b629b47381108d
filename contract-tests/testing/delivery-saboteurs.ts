import type { Saboteur } from './saboteur.ts';

export const deliverySaboteurs: readonly Saboteur[] = [
  {
    name: 'deliveries: a list forgets the type and the time',
    stores: ({ deliveries }) => ({
      deliveries: {
        list: (plane, { eventType: _type, createdAfter: _after, createdBefore: _before, ...filter }, page) =>
          deliveries.list(plane, filter, page),
      },
    }),
  },
  {
    name: 'deliveries: deliveries to every endpoint are listed for one',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async listToEndpoint(plane, _endpointId, eventIds) {
          const rows = await db('deliveries').whereIn('event_id', [...eventIds]);
          const all = rows.map(({ endpoint_id }) => deliveries.listToEndpoint(plane, endpoint_id, eventIds));
          return (await Promise.all(all)).flat();
        },
      },
    }),
  },
  {
    name: 'deliveries: a list forgets the state',
    stores: ({ deliveries }) => ({
      deliveries: { list: (plane, { state: _state, ...filter }, page) => deliveries.list(plane, filter, page) },
    }),
  },
  {
    name: 'deliveries: found from any plane',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async find(plane, id) {
          const row = await db('deliveries').where({ id }).first();
          const own = row ? { organizationId: row.organization_id, environment: row.environment } : plane;
          return deliveries.find(own, id);
        },
      },
    }),
  },
  {
    name: 'deliveries: only the last attempt is kept',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async addAttempts(attempts) {
          await db('delivery_attempts')
            .whereIn(
              'delivery_id',
              attempts.map(({ deliveryId }) => deliveryId),
            )
            .delete();
          await deliveries.addAttempts(attempts.slice(-1));
        },
      },
    }),
  },
];

export const spanSaboteurs: readonly Saboteur[] = [
  {
    name: 'a span is in the order of the sequence',
    stores: ({ events }) => ({
      events: {
        listSpan: async (plane, span, limit) =>
          [...(await events.listSpan(plane, span, limit))].sort((a, b) => a.sequence - b.sequence),
      },
    }),
  },
  {
    name: 'a span leaves out its end',
    stores: ({ events }) => ({
      events: {
        listSpan: (plane, span, limit) =>
          events.listSpan(plane, { ...span, until: new Date(span.until.getTime() - 1) }, limit),
      },
    }),
  },
  {
    name: 'a span goes on with the event that was the last',
    stores: ({ events }) => ({
      events: {
        listSpan: (plane, { after, ...span }, limit) =>
          events.listSpan(plane, { ...span, after: after && { ...after, id: '' } }, limit),
      },
    }),
  },
];

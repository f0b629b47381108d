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
    name: 'deliveries: how an event stands is told for every endpoint',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async standings(plane, _endpointId, eventIds) {
          const rows = await db('deliveries').whereIn('event_id', [...eventIds]);
          const all = rows.map(({ endpoint_id }) => deliveries.standings(plane, endpoint_id, eventIds));
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
    name: 'deliveries: what goes out is found from any plane',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async outgoing(asked) {
          const rows = await db('events').whereIn(
            'id',
            asked.map(({ eventId }) => eventId),
          );
          const own = new Map(
            rows.map((row) => [row.id, { organizationId: row.organization_id, environment: row.environment }]),
          );
          return deliveries.outgoing(asked.map((key) => ({ ...key, ...own.get(key.eventId) })));
        },
      },
    }),
  },
  {
    name: 'deliveries: only the last attempt is kept',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async addAttempt(id, attempt) {
          await db('delivery_attempts').where({ delivery_id: id }).delete();
          await deliveries.addAttempt(id, attempt);
        },
      },
    }),
  },
];

export const spanSaboteurs: readonly Saboteur[] = [
  {
    name: 'a span is in the order of time',
    stores: ({ events }) => ({
      events: {
        listSpan: async (plane, span, limit) =>
          [...(await events.listSpan(plane, span, limit))].sort((a, b) => +a.createdAt - +b.createdAt),
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
    name: 'a span begins with the first event of its time',
    stores: ({ events }, db) => ({
      events: {
        async listSpan(plane, span, limit) {
          const first = await db('events')
            .where({ connection_id: span.connectionId })
            .where('created_at', '>=', span.since.getTime())
            .orderBy('created_at')
            .first();
          return events.listSpan(
            plane,
            { ...span, after: Math.max(span.after, Number(first?.sequence ?? 1) - 1) },
            limit,
          );
        },
      },
    }),
  },
];

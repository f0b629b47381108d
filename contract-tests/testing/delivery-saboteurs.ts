import { breaks, type Saboteur } from './saboteur.ts';

export const deliverySaboteurs: readonly Saboteur[] = [
  breaks('deliveries', 'deliveries: a list forgets the type and the time', ({ deliveries }) => ({
    list: (plane, { eventType: _type, createdAfter: _after, createdBefore: _before, ...filter }, page) =>
      deliveries.list(plane, filter, page),
  })),
  breaks('deliveries', 'deliveries: deliveries to every endpoint are listed for one', ({ deliveries }, db) => ({
    async listToEndpoint(plane, _endpointId, eventIds) {
      const rows = await db('deliveries').whereIn('event_id', [...eventIds]);
      const all = rows.map(({ endpoint_id }) => deliveries.listToEndpoint(plane, endpoint_id, eventIds));
      return (await Promise.all(all)).flat();
    },
  })),
  breaks('deliveries', 'deliveries: a list forgets the state', ({ deliveries }) => ({
    list: (plane, { state: _state, ...filter }, page) => deliveries.list(plane, filter, page),
  })),
  breaks('deliveries', 'deliveries: a walk takes up the last once more', ({ deliveries }) => ({
    walk: (plane, filter, after, limit) => deliveries.walk(plane, filter, after && { ...after, id: '' }, limit),
  })),
  breaks('deliveries', 'deliveries: a walk forgets that they failed', ({ deliveries }) => ({
    walk: (plane, { failed: _failed, ...filter }, after, limit) => deliveries.walk(plane, filter, after, limit),
  })),
  breaks('deliveries', 'deliveries: found from any plane', ({ deliveries }, db) => ({
    async find(plane, id) {
      const row = await db('deliveries').where({ id }).first();
      const own = row ? { organizationId: row.organization_id, environment: row.environment } : plane;
      return deliveries.find(own, id);
    },
  })),
  breaks('deliveries', 'deliveries: only the last attempt is kept', ({ deliveries }, db) => ({
    async addAttempts(attempts) {
      await db('delivery_attempts')
        .whereIn(
          'delivery_id',
          attempts.map(({ deliveryId }) => deliveryId),
        )
        .delete();
      await deliveries.addAttempts(attempts.slice(-1));
    },
  })),
];

export const spanSaboteurs: readonly Saboteur[] = [
  breaks('events', 'a span is in the order of the sequence', ({ events }) => ({
    listSpan: async (plane, span, limit) =>
      [...(await events.listSpan(plane, span, limit))].sort((a, b) => Number(a.sequence) - Number(b.sequence)),
  })),
  breaks('events', 'a span leaves out its end', ({ events }) => ({
    listSpan: (plane, span, limit) =>
      events.listSpan(plane, { ...span, until: new Date(span.until.getTime() - 1) }, limit),
  })),
  breaks('events', 'a span goes on with the event that was the last', ({ events }) => ({
    listSpan: (plane, { after, ...span }, limit) =>
      events.listSpan(plane, { ...span, after: after && { ...after, id: '' } }, limit),
  })),
];

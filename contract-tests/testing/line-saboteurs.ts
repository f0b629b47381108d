import { newHealth } from '#core';
import type { Saboteur } from './saboteur.ts';

export const healthSaboteurs: readonly Saboteur[] = [
  {
    name: 'endpoint health: one that is locked is found but not held',
    caughtBy: 'endpoint health: one that is locked, or was not there before, is changed by one at a time',
    postgresOnly: true,
    stores: ({ endpointHealth }, db) => ({
      endpointHealth: {
        async lock(plane, id) {
          if (!db.isTransaction) throw new Error('outside');
          return endpointHealth.find(plane, id);
        },
        async put(health) {
          const kept = await db('endpoint_health').where({ endpoint_id: health.endpointId }).first();
          if (!kept) await endpointHealth.lock(health, health.endpointId);
          await endpointHealth.put(health);
        },
      },
    }),
  },
  {
    name: 'endpoint health: what was never kept is absent',
    stores: ({ endpointHealth }) => ({
      endpointHealth: {
        async findAll(plane, ids) {
          const all = await endpointHealth.findAll(plane, ids);
          return all.filter(({ consecutiveFailures }) => consecutiveFailures > 0);
        },
      },
    }),
  },
  {
    name: 'endpoint health: seen from any plane',
    stores: ({ endpointHealth }, db) => ({
      endpointHealth: {
        async find(plane, id) {
          const row = await db('endpoint_health').where({ endpoint_id: id }).first();
          const own = row ? { organizationId: row.organization_id, environment: row.environment } : plane;
          return row ? endpointHealth.find(own, id) : newHealth({ ...plane, endpointId: id });
        },
      },
    }),
  },
  {
    name: 'endpoint health: the probe is forgotten',
    stores: ({ endpointHealth }) => ({
      endpointHealth: { put: (health) => endpointHealth.put({ ...health, probeId: null }) },
    }),
  },
  {
    name: 'endpoint health: all are due',
    stores: ({ endpointHealth }) => ({
      endpointHealth: { listDue: (now, limit) => endpointHealth.listDue(new Date(now.getTime() + 1e9), limit) },
    }),
  },
];

export const lineSaboteurs: readonly Saboteur[] = [
  {
    name: 'delivery lines: what joins is not held',
    stores: ({ deliveryLines }, db) => ({
      deliveryLines: {
        async join(places, now) {
          const due = await db('operations').select('id', 'due_at').whereNotNull('due_at');
          await deliveryLines.join(places, now);
          for (const { id, due_at } of due) await db('operations').where({ id }).update({ due_at });
        },
      },
    }),
  },
  {
    name: 'delivery lines: a whole line is let out at once',
    stores: ({ deliveryLines }, db) => ({
      deliveryLines: {
        async letOutAll(endpointId, now, limit) {
          const lines = await deliveryLines.letOutAll(endpointId, now, limit);
          for (let i = 0; i < 3; i++) await deliveryLines.letOutFirst(endpointId, now);
          await db('delivery_lines').where({ endpoint_id: endpointId }).update({ let_out_at: now.getTime() });
          return lines;
        },
      },
    }),
  },
  {
    name: 'delivery lines: the last that joined is the first',
    stores: ({ deliveryLines }) => ({
      deliveryLines: {
        join: (places, now) =>
          deliveryLines.join(
            places.map((place) => ({ ...place, sequence: -place.sequence })),
            now,
          ),
      },
    }),
  },
  {
    name: 'delivery lines: one line for all connections',
    stores: ({ deliveryLines }) => ({
      deliveryLines: {
        async standing(place) {
          const own = await deliveryLines.standing(place);
          return own === 'none' && !(await deliveryLines.isEmpty(place.endpointId)) ? 'waiting' : own;
        },
      },
    }),
  },
  {
    name: 'delivery lines: a second one is let out beside the first',
    stores: ({ deliveryLines }) => ({
      deliveryLines: {
        async letOut(endpointId, connectionId, now) {
          const left = await deliveryLines.letOut(endpointId, connectionId, now);
          await deliveryLines.letOutFirst(endpointId, now);
          return left;
        },
      },
    }),
  },
  {
    name: 'delivery lines: what has ended blocks its line',
    stores: () => ({ deliveryLines: { dropEnded: async () => {} } }),
  },
  {
    name: 'delivery lines: nobody is gathered',
    stores: () => ({ deliveryLines: { gather: async () => 0 } }),
  },
  {
    name: 'delivery lines: everybody is gathered',
    stores: ({ deliveryLines }) => ({
      deliveryLines: { gather: (endpointId, now) => deliveryLines.gather(endpointId, now, 100) },
    }),
  },
];

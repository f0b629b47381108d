import { newHealth } from '#core/ports';
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

export const heldDeliverySaboteurs: readonly Saboteur[] = [
  {
    name: 'held deliveries: the newest is released first',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async releaseHeld(endpointId, now, limit) {
          const all = await deliveries.releaseHeld(endpointId, now, 1_000);
          const back = all.slice(0, Math.max(0, all.length - limit));
          await db('operations')
            .whereIn('id', [...back])
            .update({ due_at: null });
          return all.slice(back.length);
        },
      },
    }),
  },
  {
    name: 'held deliveries: all are released at once',
    stores: ({ deliveries }) => ({
      deliveries: { releaseHeld: (endpointId, now) => deliveries.releaseHeld(endpointId, now, 1_000) },
    }),
  },
  {
    name: 'held deliveries: those of every endpoint are released',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async releaseHeld(endpointId, now, limit) {
          await db('operations').where({ state: 'retrying', due_at: null }).whereNot({ subject: endpointId }).update({
            due_at: now.getTime(),
          });
          return deliveries.releaseHeld(endpointId, now, limit);
        },
      },
    }),
  },
  {
    name: 'held deliveries: of a removed endpoint they fail',
    stores: ({ deliveries }) => ({
      deliveries: {
        endWaiting: (endpointId, error, now, limit) =>
          deliveries.endWaiting(
            endpointId,
            error ?? { code: 'CONFLICT', message: 'gone', retryable: false },
            now,
            limit,
          ),
      },
    }),
  },
  {
    name: 'held deliveries: what runs is ended, too',
    stores: ({ deliveries }, db) => ({
      deliveries: {
        async endWaiting(endpointId, error, now, limit) {
          await db('operations').where({ subject: endpointId, state: 'running' }).update({ state: 'cancelled' });
          return deliveries.endWaiting(endpointId, error, now, limit);
        },
      },
    }),
  },
];

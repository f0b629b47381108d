import type { Saboteur } from './saboteur.ts';

export const healthSaboteurs: readonly Saboteur[] = [
  {
    name: 'endpoints: seen from any plane',
    stores: ({ webhookEndpoints }, db) => ({
      webhookEndpoints: {
        async find(plane, id) {
          const row = await db('webhook_endpoints').where({ id }).first();
          const own = row ? { organizationId: row.organization_id, environment: row.environment } : plane;
          return webhookEndpoints.find(own, id);
        },
      },
    }),
  },
  {
    name: 'endpoint health: the probe is forgotten',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: { update: (endpoint) => webhookEndpoints.update({ ...endpoint, probeId: null }) },
    }),
  },
  {
    name: 'endpoint health: whatever is looked after counts as paused',
    stores: (_, db) => ({
      webhookEndpoints: {
        countPaused: async () => (await db('webhook_endpoints').whereNotNull('next_check_at')).length,
      },
    }),
  },
  {
    name: 'endpoint health: all are due',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: { listDue: (now, limit) => webhookEndpoints.listDue(new Date(now.getTime() + 1e9), limit) },
    }),
  },
  {
    name: 'endpoint health: one that is not due is locked, too',
    caughtBy: 'endpoint health: of those that come for a due one at the same time one finds it due',
    stores: ({ webhookEndpoints }) => ({
      webhookEndpoints: { lockDue: (id, now) => webhookEndpoints.lockDue(id, new Date(now.getTime() + 1e9)) },
    }),
  },
];

export const heldDeliverySaboteurs: readonly Saboteur[] = [
  {
    name: 'held deliveries: what waits for its time counts as held',
    stores: (_, db) => ({
      deliveries: { countHeld: async () => (await db('operations').where({ state: 'retrying' })).length },
    }),
  },
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

import { breaks, type Saboteur } from './saboteur.ts';

export const healthSaboteurs: readonly Saboteur[] = [
  breaks('webhookEndpoints', 'endpoints: seen from any plane', ({ webhookEndpoints }, db) => ({
    async find(plane, id) {
      const row = await db('webhook_endpoints').where({ id }).first();
      const own = row ? { organizationId: row.organization_id, environment: row.environment } : plane;
      return webhookEndpoints.find(own, id);
    },
  })),
  breaks('webhookEndpoints', 'endpoint health: the probe is forgotten', ({ webhookEndpoints }) => ({
    update: (endpoint) => webhookEndpoints.update({ ...endpoint, probeId: null }),
  })),
  breaks('webhookEndpoints', 'endpoint health: whatever is looked after counts as paused', (_, db) => ({
    countPaused: async () => (await db('webhook_endpoints').whereNotNull('next_check_at')).length,
  })),
  breaks('webhookEndpoints', 'endpoint health: all are due', ({ webhookEndpoints }) => ({
    listDue: (now, limit) => webhookEndpoints.listDue(new Date(now.getTime() + 1e9), limit),
  })),
  breaks(
    'webhookEndpoints',
    'endpoint health: one that is not due is locked, too',
    ({ webhookEndpoints }) => ({ lockDue: (id, now) => webhookEndpoints.lockDue(id, new Date(now.getTime() + 1e9)) }),
    { caughtBy: 'endpoint health: of those that come for a due one at the same time one finds it due' },
  ),
];

export const heldDeliverySaboteurs: readonly Saboteur[] = [
  breaks('deliveries', 'held deliveries: what waits for its time counts as held', (_, db) => ({
    countHeld: async () => (await db('operations').where({ state: 'retrying' })).length,
  })),
  breaks('deliveries', 'held deliveries: the newest is released first', ({ deliveries }, db) => ({
    async releaseHeld(endpointId, now, limit) {
      const all = await deliveries.releaseHeld(endpointId, now, 1_000);
      const back = all.slice(0, Math.max(0, all.length - limit));
      await db('operations')
        .whereIn('id', [...back])
        .update({ due_at: null });
      return all.slice(back.length);
    },
  })),
  breaks('deliveries', 'held deliveries: all are released at once', ({ deliveries }) => ({
    releaseHeld: (endpointId, now) => deliveries.releaseHeld(endpointId, now, 1_000),
  })),
  breaks('deliveries', 'held deliveries: those of every endpoint are released', ({ deliveries }, db) => ({
    async releaseHeld(endpointId, now, limit) {
      await db('operations').where({ state: 'retrying', due_at: null }).whereNot({ subject: endpointId }).update({
        due_at: now.getTime(),
      });
      return deliveries.releaseHeld(endpointId, now, limit);
    },
  })),
  breaks('deliveries', 'held deliveries: of a removed endpoint they fail', ({ deliveries }) => ({
    endWaiting: (endpointId, error, now, limit) =>
      deliveries.endWaiting(endpointId, error ?? { code: 'CONFLICT', message: 'gone', retryable: false }, now, limit),
  })),
  breaks('deliveries', 'held deliveries: what was ended is told as one of each batch', ({ deliveries }) => ({
    endWaiting: async (...asked) => (await deliveries.endWaiting(...asked)).map((one, _, all) => all[0] ?? one),
  })),
  breaks('deliveries', 'held deliveries: what runs is ended, too', ({ deliveries }, db) => ({
    async endWaiting(endpointId, error, now, limit) {
      await db('operations').where({ subject: endpointId, state: 'running' }).update({ state: 'cancelled' });
      return deliveries.endWaiting(endpointId, error, now, limit);
    },
  })),
];

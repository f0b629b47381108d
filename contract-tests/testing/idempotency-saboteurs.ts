import type { IdempotencyScope } from '#core/ports';
import { recordLeaseSaboteurs } from './record-lease-saboteurs.ts';
import { breaks, type Saboteur } from './saboteur.ts';

const table = 'idempotency_keys';
const columns = ({ organizationId, environment, key }: IdempotencyScope) => ({
  organization_id: organizationId,
  environment,
  key,
});
const centuryMs = 100 * 365 * 86_400_000;

export const idempotencySaboteurs: readonly Saboteur[] = [
  ...recordLeaseSaboteurs,
  breaks('idempotency', 'every claim finds a new key', ({ idempotency }, db) => ({
    async claim(scope, request) {
      await db(table).where(columns(scope)).delete();
      return idempotency.claim(scope, request);
    },
  })),
  breaks('idempotency', 'keys that are over still stand', ({ idempotency }) => ({
    standing: (plane, wanted) => idempotency.standing(plane, wanted, new Date(0)),
  })),
  breaks('idempotency', 'whoever has no lease ends a key', ({ idempotency }, db) => ({
    async endAt(scope, leaseToken, at) {
      await idempotency.endAt(scope, leaseToken, at);
      await db(table).where(columns(scope)).update({ expires_at: +at });
      return true;
    },
  })),
  breaks('idempotency', 'looks for the key, then takes it', ({ idempotency }, db) => ({
    async claim(scope, request) {
      const row = await db(table).where(columns(scope)).first();
      if (row) return idempotency.claim(scope, request);
      await idempotency.claim(scope, request);
      return { kind: 'claimed', leaseToken: request.leaseToken, attempt: null };
    },
  })),
  breaks('idempotency', 'a running key clashes with nothing', ({ idempotency }, db) => ({
    async claim(scope, request) {
      const row = await db(table).where(columns(scope)).whereNull('answer').first();
      return idempotency.claim(scope, row ? { ...request, fingerprint: row.fingerprint } : request);
    },
  })),
  breaks('idempotency', 'whoever takes over forgets the attempt', ({ idempotency }) => ({
    async claim(scope, request) {
      const claim = await idempotency.claim(scope, request);
      return claim.kind === 'claimed' ? { ...claim, attempt: null } : claim;
    },
  })),
  breaks('idempotency', 'every lease lasts a second at least', ({ idempotency }) => ({
    claim: (scope, request) => {
      const leastMs = request.now.getTime() + 1000;
      const leaseUntil = new Date(Math.max(request.leaseUntil.getTime(), leastMs));
      return idempotency.claim(scope, { ...request, leaseUntil });
    },
  })),
  breaks('idempotency', 'a lease never runs out', ({ idempotency }) => ({
    claim: (scope, request) =>
      idempotency.claim(scope, { ...request, leaseUntil: new Date(+request.leaseUntil + centuryMs) }),
  })),
  breaks('idempotency', 'a key never expires', ({ idempotency }) => ({
    claim: (scope, request) =>
      idempotency.claim(scope, { ...request, expiresAt: new Date(+request.expiresAt + centuryMs) }),
  })),
  ...(['recordAttempt', 'answer'] as const).map(
    (method): Saboteur => ({
      name: `${method} asks for no lease`,
      stores: ({ idempotency }, db) => ({
        idempotency: {
          async [method](scope: IdempotencyScope, leaseToken: string, value: never, produced: never) {
            await db(table).where(columns(scope)).update({ lease_token: leaseToken });
            return idempotency[method](scope, leaseToken, value, produced);
          },
        },
      }),
    }),
  ),
  breaks('idempotency', 'anybody releases', (_, db) => ({
    async release(scope) {
      await db(table).where(columns(scope)).delete();
    },
  })),
  breaks('idempotency', 'the keys of an attempt are lost', ({ idempotency }) => ({
    recordAttempt: (scope, leaseToken, attempt) =>
      idempotency.recordAttempt(scope, leaseToken, { ...attempt, keys: null }),
  })),
  breaks('idempotency', 'what may have been sent is freed as lost', (_, db) => ({
    async releaseLost(scope, fingerprint) {
      return (
        (await db(table)
          .where({ ...columns(scope), fingerprint })
          .delete()) === 1
      );
    },
  })),
  { name: 'a release does nothing', stores: () => ({ idempotency: { release: async () => {} } }) },
  breaks('idempotency', 'nothing is known of what others made', () => ({ producedByOthers: async () => new Set() })),
  breaks('idempotency', 'one’s own record counts as another’s', ({ idempotency }) => ({
    producedByOthers: (place, ids, writer) =>
      idempotency.producedByOthers(place, ids, 'key' in writer ? { ...writer, key: '' } : { ...writer, step: '' }),
  })),
  breaks('idempotency', 'what was answered still counts as open', ({ idempotency }, db) => ({
    async answer(scope, leaseToken, answer, produced) {
      const row = await db(table).where(columns(scope)).first();
      const kept = await idempotency.answer(scope, leaseToken, answer, produced);
      const { attempt_prepared, attempt_first_sent_at } = row ?? {};
      if (kept) await db(table).where(columns(scope)).update({ attempt_prepared, attempt_first_sent_at });
      return kept;
    },
  })),
  breaks('idempotency', 'steps of operations create nothing', ({ idempotency }, db) => ({
    async producedByOthers(...asked) {
      await db('operation_steps').update({ produced_id: null });
      return idempotency.producedByOthers(...asked);
    },
  })),
  breaks('idempotency', 'a step’s own create counts as another’s', ({ idempotency }) => ({
    openCreates: (place, begun, writer, limit) =>
      idempotency.openCreates(place, begun, 'key' in writer ? writer : { ...writer, step: '' }, limit),
  })),
  breaks('idempotency', 'open creates of every family', ({ idempotency }, db) => ({
    async openCreates(place, begun, scope, limit) {
      await db(table).whereNotNull('resource_type').update({ resource_type: place.type });
      return idempotency.openCreates(place, begun, scope, limit);
    },
  })),
  breaks('idempotency', 'a suspension forgets the attempt', ({ idempotency }) => ({ suspend: idempotency.release })),
];

import type { IdempotencyScope } from '#core/ports';
import { recordLeaseSaboteurs } from './record-lease-saboteurs.ts';
import type { Saboteur } from './saboteur.ts';

const table = 'idempotency_keys';
const columns = ({ organizationId, environment, key }: IdempotencyScope) => ({
  organization_id: organizationId,
  environment,
  key,
});
const centuryMs = 100 * 365 * 86_400_000;

export const idempotencySaboteurs: readonly Saboteur[] = [
  ...recordLeaseSaboteurs,
  {
    name: 'every claim finds a new key',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async claim(scope, request) {
          await db(table).where(columns(scope)).delete();
          return idempotency.claim(scope, request);
        },
      },
    }),
  },
  {
    name: 'looks for the key, then takes it',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async claim(scope, request) {
          const row = await db(table).where(columns(scope)).first();
          if (row) return idempotency.claim(scope, request);
          await idempotency.claim(scope, request);
          return { kind: 'claimed', leaseToken: request.leaseToken, attempt: null };
        },
      },
    }),
  },
  {
    name: 'a running key clashes with nothing',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async claim(scope, request) {
          const row = await db(table).where(columns(scope)).whereNull('answer').first();
          return idempotency.claim(scope, row ? { ...request, fingerprint: row.fingerprint } : request);
        },
      },
    }),
  },
  {
    name: 'whoever takes over forgets the attempt',
    stores: ({ idempotency }) => ({
      idempotency: {
        async claim(scope, request) {
          const claim = await idempotency.claim(scope, request);
          return claim.kind === 'claimed' ? { ...claim, attempt: null } : claim;
        },
      },
    }),
  },
  {
    name: 'every lease lasts a second at least',
    stores: ({ idempotency }) => ({
      idempotency: {
        claim: (scope, request) => {
          const leastMs = request.now.getTime() + 1000;
          const leaseUntil = new Date(Math.max(request.leaseUntil.getTime(), leastMs));
          return idempotency.claim(scope, { ...request, leaseUntil });
        },
      },
    }),
  },
  {
    name: 'a lease never runs out',
    stores: ({ idempotency }) => ({
      idempotency: {
        claim: (scope, request) =>
          idempotency.claim(scope, { ...request, leaseUntil: new Date(+request.leaseUntil + centuryMs) }),
      },
    }),
  },
  {
    name: 'a key never expires',
    stores: ({ idempotency }) => ({
      idempotency: {
        claim: (scope, request) =>
          idempotency.claim(scope, { ...request, expiresAt: new Date(+request.expiresAt + centuryMs) }),
      },
    }),
  },
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
  {
    name: 'anybody releases',
    stores: (_, db) => ({
      idempotency: {
        async release(scope) {
          await db(table).where(columns(scope)).delete();
        },
      },
    }),
  },
  { name: 'a release does nothing', stores: () => ({ idempotency: { release: async () => {} } }) },
  {
    name: 'nothing is known of what others made',
    stores: () => ({ idempotency: { producedByOthers: async () => new Set() } }),
  },
  {
    name: 'one’s own record counts as another’s',
    stores: ({ idempotency }) => ({
      idempotency: {
        producedByOthers: (place, ids, writer) =>
          idempotency.producedByOthers(place, ids, 'key' in writer ? { ...writer, key: '' } : { ...writer, step: '' }),
      },
    }),
  },
  {
    name: 'what was answered still counts as open',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async answer(scope, leaseToken, answer, produced) {
          const row = await db(table).where(columns(scope)).first();
          const kept = await idempotency.answer(scope, leaseToken, answer, produced);
          const { attempt_prepared, attempt_first_sent_at } = row ?? {};
          if (kept) await db(table).where(columns(scope)).update({ attempt_prepared, attempt_first_sent_at });
          return kept;
        },
      },
    }),
  },
  {
    name: 'steps of operations create nothing',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async producedByOthers(...asked) {
          await db('operation_steps').update({ produced_id: null });
          return idempotency.producedByOthers(...asked);
        },
      },
    }),
  },
  {
    name: 'a step’s own create counts as another’s',
    stores: ({ idempotency }) => ({
      idempotency: {
        openCreates: (place, begun, writer, limit) =>
          idempotency.openCreates(place, begun, 'key' in writer ? writer : { ...writer, step: '' }, limit),
      },
    }),
  },
  {
    name: 'open creates of every family',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async openCreates(place, begun, scope, limit) {
          await db(table).whereNotNull('resource_type').update({ resource_type: place.type });
          return idempotency.openCreates(place, begun, scope, limit);
        },
      },
    }),
  },
  {
    name: 'a suspension forgets the attempt',
    stores: ({ idempotency }) => ({ idempotency: { suspend: idempotency.release } }),
  },
];

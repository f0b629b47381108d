import { deepEqual, equal } from 'node:assert/strict';
import type { IdempotencyScope, StoredAnswer, WriteAttempt } from '#core/ports';
import type { StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { knownCreateClauses } from './clauses/known-create-clauses.ts';
import { stepCreateClauses } from './clauses/step-write-clauses.ts';
import type { Contract } from './contract.ts';
import { moment, sampleId, samplePlane } from './samples.ts';

type Subject = StorageOf<'idempotency' | 'operations'>;

const leaseSeconds = 60;
const dayOf = 86_400;

function scopeOf(): IdempotencyScope {
  return { ...samplePlane(), key: `key-${sampleId('req')}` };
}

function claim(storage: Subject, scope: IdempotencyScope, leaseToken: string, at = 0, fingerprint = 'print') {
  return storage.idempotency.claim(scope, {
    fingerprint,
    connectionId: null,
    leaseToken,
    now: moment(at),
    leaseUntil: moment(at + leaseSeconds),
    expiresAt: moment(at + 30 * dayOf),
  });
}

const attempt: WriteAttempt = {
  prepared: { body: '{"Zebra":1,"Apple":2}' },
  firstSentAt: moment(3),
  createdType: 'invoices',
  keys: { write: 'a', 'write “é”': 'b' },
};
const bareAttempt: WriteAttempt = { prepared: null, firstSentAt: moment(4), createdType: null, keys: null };
const answer: StoredAnswer = { ok: true, value: { id: 'x', total: 10.5 } };
const refusal: StoredAnswer = {
  ok: false,
  error: { code: 'PROVIDER_REJECTED', message: 'no', details: { providerError: { status: 400, messages: ['m'] } } },
};

export const idempotencyStoreContract: Contract<Subject> = {
  port: 'IdempotencyStore',
  clauses: [
    {
      name: 'the first claim succeeds and its twins find it running; every scope has keys of its own',
      async check(storage) {
        const scope = scopeOf();
        deepEqual(await claim(storage, scope, 'a'), { kind: 'claimed', leaseToken: 'a', attempt: null });
        deepEqual(await claim(storage, scope, 'b', 59), { kind: 'running' });
        equal((await claim(storage, { ...scope, environment: 'live' }, 'c')).kind, 'claimed');
        equal((await claim(storage, { ...scope, organizationId: sampleId('org') }, 'd')).kind, 'claimed');
        equal((await claim(storage, { ...scope, key: scope.key.toUpperCase() }, 'e')).kind, 'claimed');
      },
    },
    {
      name: 'how keys stand is told of a plane’s own keys that are used and not over',
      async check(storage) {
        const scope = scopeOf();
        const standing = async (seconds = 1, plane: typeof scope = scope) =>
          (await storage.idempotency.standing(plane, [scope.key, 'unused'], moment(seconds))).get(scope.key);
        equal(await standing(), undefined);
        await claim(storage, scope, 'a');
        const open = { fingerprint: 'f', answer: null, isSent: false, leaseUntil: moment(60) };
        deepEqual(await standing(), { ...open, fingerprint: (await standing())?.fingerprint });
        await storage.idempotency.recordAttempt(scope, 'a', attempt);
        equal((await standing())?.isSent, true);
        equal(await standing(1, { ...scope, environment: 'live' }), undefined);
        equal(await storage.idempotency.endAt(scope, 'nobody', moment(9)), false);
        equal(await storage.idempotency.endAt(scope, 'a', moment(9)), true);
        await storage.idempotency.answer(scope, 'a', refusal, null);
        const { answer, isSent } = (await standing()) ?? {};
        deepEqual({ answer, isSent }, { answer: refusal, isSent: false });
        equal(await standing(9), undefined);
        equal((await claim(storage, scope, 'b', 9, 'other')).kind, 'claimed');
      },
    },
    {
      name: 'a key whose holder was lost before anything was sent is freed, and no other',
      async check(storage) {
        const scope = scopeOf();
        const { idempotency } = storage;
        await claim(storage, scope, 'a');
        const { fingerprint = '' } = (await idempotency.standing(scope, [scope.key], moment(1))).get(scope.key) ?? {};
        equal(await idempotency.releaseLost(scope, fingerprint, moment(1)), false);
        equal(await idempotency.releaseLost(scope, 'other', moment(90)), false);
        equal(await idempotency.releaseLost({ ...scope, environment: 'live' }, fingerprint, moment(90)), false);
        equal(await idempotency.releaseLost(scope, fingerprint, moment(90)), true);
        equal(await idempotency.recordAttempt(scope, 'a', attempt), false);
        equal((await claim(storage, scope, 'b', 91)).kind, 'claimed');
        await idempotency.recordAttempt(scope, 'b', attempt);
        equal(await idempotency.releaseLost(scope, fingerprint, moment(9_999)), false);
        await idempotency.answer(scope, 'b', refusal, null);
        equal(await idempotency.releaseLost(scope, fingerprint, moment(9_999)), false);
      },
    },
    {
      name: 'of twenty claims at once, one succeeds',
      async check(storage) {
        await warm(storage);
        for (let round = 0; round < 5; round++) {
          const scope = scopeOf();
          const kinds = await atOnce(20, async (i) => (await claim(storage, scope, `token-${i}`)).kind);
          equal(kinds.filter((kind) => kind === 'claimed').length, 1);
          equal(kinds.filter((kind) => kind === 'running').length, 19);
        }
      },
    },
    {
      name: 'another fingerprint clashes while running, when answered, suspended and lost, and changes nothing',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        deepEqual(await claim(storage, scope, 'b', 1, 'other'), { kind: 'clashing' });
        deepEqual(await claim(storage, scope, 'b', 90, 'other'), { kind: 'clashing' });
        await storage.idempotency.suspend(scope, 'a');
        deepEqual(await claim(storage, scope, 'b', 2, 'other'), { kind: 'clashing' });
        equal((await claim(storage, scope, 'c', 3)).kind, 'claimed');
        equal(await storage.idempotency.answer(scope, 'c', answer, null), true);
        deepEqual(await claim(storage, scope, 'd', 4, 'other'), { kind: 'clashing' });
        deepEqual(await claim(storage, scope, 'd', 5), { kind: 'answered', answer });
      },
    },
    {
      name: 'an answer is kept exactly, a refusal too, and given to everyone after',
      async check(storage) {
        for (const kept of [answer, refusal]) {
          const scope = scopeOf();
          await claim(storage, scope, 'a');
          equal(await storage.idempotency.recordAttempt(scope, 'a', attempt), true);
          equal(await storage.idempotency.answer(scope, 'a', kept, null), true);
          deepEqual(await claim(storage, scope, 'b', 1), { kind: 'answered', answer: kept });
          deepEqual(await claim(storage, scope, 'c', 29 * dayOf), { kind: 'answered', answer: kept });
        }
      },
    },
    {
      name: 'a key kept beyond its time is fresh again, with nothing of the old',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        await storage.idempotency.recordAttempt(scope, 'a', attempt);
        await storage.idempotency.answer(scope, 'a', answer, null);
        const later = 30 * dayOf;
        deepEqual(await claim(storage, scope, 'b', later, 'other'), {
          kind: 'claimed',
          leaseToken: 'b',
          attempt: null,
        });
        const next = await claim(storage, scope, 'c', later + leaseSeconds, 'other');
        deepEqual(next, { kind: 'claimed', leaseToken: 'c', attempt: null });
      },
    },
    {
      name: 'a lease that ran out is taken over, with the attempt, by one of many',
      async check(storage) {
        for (const begun of [attempt, bareAttempt, null]) {
          const scope = scopeOf();
          await claim(storage, scope, 'a');
          if (begun) equal(await storage.idempotency.recordAttempt(scope, 'a', begun), true);
          await warm(storage);
          const claims = await atOnce(12, (i) => claim(storage, scope, `token-${i}`, leaseSeconds));
          const taken = claims.filter(({ kind }) => kind === 'claimed');
          equal(taken.length, 1);
          deepEqual(taken[0]?.kind === 'claimed' && taken[0].attempt, begun);
          equal(claims.filter(({ kind }) => kind === 'running').length, 11);
        }
      },
    },
    {
      name: 'a key that is held without a lease is the next one’s at once, though clocks differ, and no longer the last one’s',
      async check(storage) {
        const scope = scopeOf();
        const leaseUntil = new Date(0);
        const held = { fingerprint: 'print', connectionId: null, leaseUntil, expiresAt: moment(30 * dayOf) };
        const by = (leaseToken: string, at: number) =>
          storage.idempotency.claim(scope, { ...held, leaseToken, now: moment(at) });
        equal((await by('a', 10)).kind, 'claimed');
        equal(await storage.idempotency.recordAttempt(scope, 'a', attempt), true);
        for (const [token, at] of [
          ['b', 10],
          ['c', 5],
        ] as const) {
          deepEqual(await by(token, at), { kind: 'claimed', leaseToken: token, attempt });
        }
        equal(await storage.idempotency.recordAttempt(scope, 'b', bareAttempt), false);
        equal(await storage.idempotency.answer(scope, 'a', refusal, null), false);
        equal(await storage.idempotency.answer(scope, 'c', answer, null), true);
        deepEqual(await by('d', 5), { kind: 'answered', answer });
      },
    },
    {
      name: 'whoever lost the lease records, answers, releases and suspends nothing',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        equal((await claim(storage, scope, 'b', leaseSeconds)).kind, 'claimed');
        equal(await storage.idempotency.recordAttempt(scope, 'a', attempt), false);
        equal(await storage.idempotency.answer(scope, 'a', refusal, null), false);
        await storage.idempotency.release(scope, 'a');
        await storage.idempotency.suspend(scope, 'a');
        deepEqual(await claim(storage, scope, 'c', leaseSeconds + 1), { kind: 'running' });
        equal(await storage.idempotency.answer(scope, 'b', answer, null), true);
        equal(await storage.idempotency.answer(scope, 'b', refusal, null), false);
        await storage.idempotency.release(scope, 'b');
        deepEqual(await claim(storage, scope, 'd', leaseSeconds + 2), { kind: 'answered', answer });
      },
    },
    {
      name: 'a released key is as if it never was',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        await storage.idempotency.recordAttempt(scope, 'a', attempt);
        await storage.idempotency.release(scope, 'a');
        deepEqual(await claim(storage, scope, 'b', 1, 'other'), { kind: 'claimed', leaseToken: 'b', attempt: null });
        equal(await storage.idempotency.answer(scope, 'a', answer, null), false);
      },
    },
    {
      name: 'a suspended key is taken over at once, by one of many, with the attempt; the old holder is out',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        await storage.idempotency.recordAttempt(scope, 'a', attempt);
        await storage.idempotency.suspend(scope, 'a');
        equal(await storage.idempotency.answer(scope, 'a', answer, null), false);
        await warm(storage);
        const claims = await atOnce(12, (i) => claim(storage, scope, `token-${i}`, 1));
        const taken = claims.filter(({ kind }) => kind === 'claimed');
        equal(taken.length, 1);
        deepEqual(taken[0]?.kind === 'claimed' && taken[0].attempt, attempt);
      },
    },
    {
      name: 'an answer that a transaction gave up was never kept',
      async check(storage) {
        const scope = scopeOf();
        await claim(storage, scope, 'a');
        const failed = storage.transaction(async ({ idempotency }) => {
          equal(await idempotency.answer(scope, 'a', answer, null), true);
          throw new Error('no');
        });
        await failed.catch(() => {});
        deepEqual(await claim(storage, scope, 'b', 1), { kind: 'running' });
      },
    },
    ...knownCreateClauses,
    ...stepCreateClauses,
  ],
};

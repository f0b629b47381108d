import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { anyRoom, type LeasedOperation, lapse, type OperationState, operationStates, settle } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { saveOne, settleOne } from '../one-operation.ts';
import { moment, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const claimAt = (seconds: number, limit = 10) => ({
  now: moment(seconds),
  leaseUntil: moment(seconds + 30),
  ...anyRoom(limit),
});

async function claimOne(storage: Subject, seconds: number): Promise<LeasedOperation> {
  const [leased] = await storage.operations.claimDue(claimAt(seconds, 1));
  ok(leased, 'nothing was claimed');
  return leased;
}

const drainRounds = 100;

/** Bounded, so that a store which gives without end is caught and not waited for. */
async function drain(storage: Subject, seconds: number): Promise<string[]> {
  const mine: string[] = [];
  for (let round = 0; round < drainRounds; round++) {
    const claimed = await storage.operations.claimDue(claimAt(seconds, 3));
    if (claimed.length === 0) break;
    mine.push(...claimed.map(({ operation }) => operation.id));
  }
  return mine;
}

export const operationClaimClauses: readonly Clause<Subject>[] = [
  {
    name: 'a claim gives operations whole, however large their documents',
    async check(storage) {
      const plane = samplePlane();
      const large = { input: { text: 'x'.repeat(500_000) }, metadata: { note: 'kept' } };
      const inserted = [large, {}, large].map((given, i) =>
        sampleOperation(plane, { ...given, nextAttemptAt: moment(i) }),
      );
      await storage.operations.insert(inserted);
      const claimed = await storage.operations.claimDue(claimAt(10));
      deepEqual(
        claimed.map(({ operation: { id, input, metadata } }) => ({ id, input, metadata })),
        inserted.map(({ id, input, metadata }) => ({ id, input, metadata })),
      );
    },
  },
  {
    name: 'a claim gives what is due, longest due first, as running under a lease, and only so many',
    async check(storage) {
      const plane = samplePlane();
      const late = sampleOperation(plane, { nextAttemptAt: moment(5), createdAt: moment(1) });
      const early = sampleOperation(plane, { nextAttemptAt: moment(2), createdAt: moment(2), state: 'retrying' });
      const next = sampleOperation(plane, { nextAttemptAt: moment(6) });
      const future = sampleOperation(plane, { nextAttemptAt: moment(11) });
      await storage.operations.insert([late, early, next, future]);
      const claimed = await storage.operations.claimDue(claimAt(10, 2));
      deepEqual(
        claimed.map(({ operation }) => operation.id),
        [early.id, late.id],
      );
      for (const { operation, lease } of claimed) {
        equal(operation.state, 'running');
        equal(operation.nextAttemptAt, null);
        deepEqual(operation.leaseExpiresAt, moment(40));
        deepEqual(operation.startedAt, moment(10));
        ok(lease.token > 0);
        deepEqual(
          { ...lease, token: 0 },
          { operationId: operation.id, token: 0, claimedAt: moment(10), expiresAt: moment(40) },
        );
        deepEqual(await storage.operations.find(plane, operation.id), operation);
      }
      equal((await storage.operations.claimDue(claimAt(10)))[0]?.operation.id, next.id);
      equal((await storage.operations.claimDue(claimAt(10))).length, 0);
      equal((await storage.operations.claimDue(claimAt(11)))[0]?.operation.id, future.id);
    },
  },
  {
    name: 'only queued and retrying operations are claimed, a running one not even when its lease ran out',
    async check(storage) {
      const plane = samplePlane();
      const waiting: readonly OperationState[] = ['queued', 'retrying'];
      const operations = operationStates.map((state) =>
        sampleOperation(plane, { state, leaseExpiresAt: state === 'running' ? moment(1) : null }),
      );
      await storage.operations.insert(operations);
      const claimed = await storage.operations.claimDue(claimAt(100));
      deepEqual(
        claimed.map(({ operation }) => operation.id).sort(),
        operations
          .filter(({ state }) => waiting.includes(state))
          .map(({ id }) => id)
          .sort(),
      );
    },
  },
  {
    name: 'a claim brings the steps, and keeps when the work first started',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert([sampleOperation(plane)]);
      const first = await claimOne(storage, 10);
      const step = {
        name: 'read',
        state: 'succeeded' as const,
        result: { n: 1 },
        error: null,
        startedAt: moment(11),
        finishedAt: moment(12),
      };
      equal(await saveOne(storage.operations, first.lease, step), true);
      const again = settle(
        first.operation,
        { kind: 'postponed', retryAfterSeconds: 1, error: lost },
        { startedAt: moment(10), now: moment(13), spread: 0 },
      );
      equal(await settleOne(storage.operations, first.lease, again), true);
      const second = await claimOne(storage, 20);
      deepEqual(second.operation.steps, [step]);
      deepEqual(second.operation.startedAt, moment(10));
      equal(second.operation.attempts.length, 1);
    },
  },
  {
    name: 'every claim of an operation has a greater token than any before',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert([sampleOperation(plane)]);
      let before = 0;
      for (let round = 0; round < 4; round++) {
        const { operation, lease } = await claimOne(storage, round * 100);
        ok(lease.token > before, `${lease.token} after ${before}`);
        before = lease.token;
        const at = moment(round * 100 + 50);
        equal(
          await settleOne(storage.operations, lease, lapse({ ...operation, lapses: 0 }, lease.claimedAt, at)),
          true,
        );
      }
    },
  },
  {
    name: 'eight loops that drain a queue at once claim each operation once',
    async check(storage) {
      const plane = samplePlane();
      await warm(storage);
      for (let round = 0; round < 3; round++) {
        const operations = Array.from({ length: 40 }, () => sampleOperation(plane));
        await storage.operations.insert(operations);
        const claimed = (await atOnce(8, () => drain(storage, 10))).flat();
        deepEqual(claimed.sort(), operations.map(({ id }) => id).sort());
      }
    },
  },
  {
    name: 'what a transaction claimed and gave up can be claimed again',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert([sampleOperation(plane)]);
      const failed = storage.transaction(async ({ operations }) => {
        equal((await operations.claimDue(claimAt(10))).length, 1);
        throw new Error('no');
      });
      await failed.catch(() => {});
      equal((await storage.operations.claimDue(claimAt(10))).length, 1);
    },
  },
  {
    name: 'the next due time is that of the first that waits, also one overdue; none when none waits',
    async check(storage) {
      const plane = samplePlane();
      equal(await storage.operations.nextDueAt(), undefined);
      const times = [7, 3, 90].map((at) => sampleOperation(plane, { nextAttemptAt: moment(at) }));
      await storage.operations.insert([...times, sampleOperation(plane, { state: 'succeeded', nextAttemptAt: null })]);
      deepEqual(await storage.operations.nextDueAt(), moment(3));
      notEqual((await storage.operations.claimDue(claimAt(50, 2))).length, 0);
      deepEqual(await storage.operations.nextDueAt(), moment(90));
      await storage.operations.claimDue(claimAt(99));
      equal(await storage.operations.nextDueAt(), undefined);
    },
  },
];

const lost = { code: 'INTERNAL', message: 'waits', retryable: true } as const;

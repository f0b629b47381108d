import { AssertionError, deepEqual, equal, ok } from 'node:assert/strict';
import {
  anyRoom,
  cancel,
  type LeasedOperation,
  lapse,
  type Operation,
  type OperationStep,
  type Plane,
  settle,
} from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { saveOne, settleOne } from '../one-operation.ts';
import { moment, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

async function arrangeLeased(storage: Subject): Promise<LeasedOperation & { plane: Plane }> {
  const plane = samplePlane();
  await storage.operations.insert([sampleOperation(plane)]);
  return { ...(await claim(storage, 10)), plane };
}

const claimTries = 500;

/** A row that another writer holds just then is passed over, so the claim is repeated until it is free. */
async function claim(storage: Subject, at: number): Promise<LeasedOperation> {
  for (let tries = 0; tries < claimTries; tries++) {
    const [leased] = await storage.operations.claimDue({
      now: moment(at),
      leaseUntil: moment(at + 30),
      ...anyRoom(1),
    });
    if (leased) return leased;
  }
  throw new AssertionError({ message: 'nothing was claimed' });
}

/** The lease runs out and another worker claims: `stale` is what the first still holds. */
async function arrangeStale(storage: Subject) {
  const { plane, ...stale } = await arrangeLeased(storage);
  const back = lapse(stale.operation, stale.lease.claimedAt, moment(50));
  equal(await settleOne(storage.operations, stale.lease, back), true);
  return { plane, stale, newest: await claim(storage, 60) };
}

function step(name: string, given: Partial<OperationStep> = {}): OperationStep {
  const times = { startedAt: moment(11), finishedAt: moment(12) };
  return { name, state: 'succeeded', result: { of: name }, error: null, ...times, ...given };
}

function succeeded(operation: Operation): Operation {
  return settle(
    operation,
    { kind: 'succeeded', result: { n: 1 } },
    { startedAt: moment(10), now: moment(20), spread: 0 },
  );
}

async function found(storage: Subject, plane: Plane, { id }: Operation): Promise<Operation> {
  const operation = await storage.operations.find(plane, id);
  ok(operation);
  return operation;
}

export const operationLeaseClauses: readonly Clause<Subject>[] = [
  {
    name: 'steps are kept under the newest lease, in order; one that failed gives way to its next try',
    async check(storage) {
      const { plane, operation, lease } = await arrangeLeased(storage);
      const failed = step('write', {
        state: 'failed',
        result: null,
        error: { code: 'INTERNAL', message: 'm', retryable: false },
      });
      for (const kept of [step('zero'), failed, step('alpha')])
        equal(await saveOne(storage.operations, lease, kept), true);
      deepEqual((await found(storage, plane, operation)).steps, [step('zero'), failed, step('alpha')]);
      equal(await saveOne(storage.operations, lease, step('write')), true);
      deepEqual((await found(storage, plane, operation)).steps, [step('zero'), step('write'), step('alpha')]);
    },
  },
  {
    name: 'a step that succeeded ends the count of lapses; one that failed does not',
    async check(storage) {
      const { plane, newest } = await arrangeStale(storage);
      equal((await found(storage, plane, newest.operation)).lapses, 1);
      await saveOne(storage.operations, newest.lease, step('a', { state: 'failed' }));
      equal((await found(storage, plane, newest.operation)).lapses, 1);
      await saveOne(storage.operations, newest.lease, step('b'));
      equal((await found(storage, plane, newest.operation)).lapses, 0);
    },
  },
  {
    name: 'settling ends the lease and keeps how it went; a second time is refused',
    async check(storage) {
      const { plane, operation, lease } = await arrangeLeased(storage);
      await saveOne(storage.operations, lease, step('a'));
      const next = succeeded(operation);
      equal(await settleOne(storage.operations, lease, next), true);
      deepEqual(await found(storage, plane, operation), { ...next, steps: [step('a')] });
      equal(await settleOne(storage.operations, lease, { ...next, state: 'failed' }), false);
      equal(await saveOne(storage.operations, lease, step('b')), false);
      deepEqual(await storage.operations.renew([lease], moment(99)), []);
      deepEqual(await found(storage, plane, operation), { ...next, steps: [step('a')] });
    },
  },
  {
    name: 'whoever holds an older lease saves, settles and renews nothing',
    async check(storage) {
      const { plane, stale, newest } = await arrangeStale(storage);
      const before = await found(storage, plane, newest.operation);
      equal(await saveOne(storage.operations, stale.lease, step('late')), false);
      equal(await settleOne(storage.operations, stale.lease, succeeded(stale.operation)), false);
      deepEqual(await storage.operations.renew([stale.lease], moment(500)), []);
      deepEqual(await found(storage, plane, newest.operation), before);
      equal(await settleOne(storage.operations, newest.lease, succeeded(newest.operation)), true);
    },
  },
  {
    name: 'a lease that ran out but was not claimed again is still the newest',
    async check(storage) {
      const { operation, lease } = await arrangeLeased(storage);
      equal((await storage.operations.listLapsed(moment(1_000), 9)).length, 1);
      equal(await saveOne(storage.operations, lease, step('late')), true);
      equal(await settleOne(storage.operations, lease, succeeded(operation)), true);
    },
  },
  {
    name: 'renewing prolongs the leases that are held, never shortens one, and tells who is to stop',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert([sampleOperation(plane), sampleOperation(plane), sampleOperation(plane)]);
      const leased = await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(3) });
      const [a, b, c] = leased.map(({ operation }) => operation);
      ok(a && b && c);
      equal(await storage.operations.update(cancel(b, moment(12)), 'running'), true);
      const third = leased[2]?.lease;
      equal(third && (await settleOne(storage.operations, third, succeeded(c))), true);
      const leases = leased.map(({ lease }) => lease);
      const renewed = await storage.operations.renew(leases, moment(70));
      const told = (list: typeof renewed) => new Map(list.map((r) => [r.operationId, r.cancelRequested]));
      deepEqual(
        told(renewed),
        new Map([
          [a.id, false],
          [b.id, true],
        ]),
      );
      deepEqual((await found(storage, plane, a)).leaseExpiresAt, moment(70));
      equal((await storage.operations.renew(leases, moment(45))).length, 2);
      deepEqual((await found(storage, plane, a)).leaseExpiresAt, moment(70));
      deepEqual(await storage.operations.renew([], moment(99)), []);
    },
  },
  {
    name: 'running operations whose lease ended are listed, oldest first, with their lease, so many',
    async check(storage) {
      const plane = samplePlane();
      await storage.operations.insert(Array.from({ length: 3 }, () => sampleOperation(plane)));
      const [first, second, third] = [await claim(storage, 10), await claim(storage, 11), await claim(storage, 12)];
      deepEqual(await storage.operations.listLapsed(moment(40), 9), []);
      deepEqual(await storage.operations.listLapsed(moment(41.5), 9), [first, second]);
      deepEqual(await storage.operations.listLapsed(moment(99), 1), [first]);
      await storage.operations.renew([first.lease], moment(200));
      await settleOne(storage.operations, second.lease, succeeded(second.operation));
      deepEqual(await storage.operations.listLapsed(moment(99), 9), [third]);
    },
  },
  {
    name: 'of many that settle one lease at once, one does',
    async check(storage) {
      const { operation, lease } = await arrangeLeased(storage);
      await warm(storage);
      const settled = await atOnce(12, () => settleOne(storage.operations, lease, succeeded(operation)));
      equal(settled.filter(Boolean).length, 1);
    },
  },
  {
    name: 'a step of an older lease never stands beside a newer claim, however they race',
    async check(storage) {
      await warm(storage);
      for (let round = 0; round < 10; round++) {
        const { plane, operation, lease } = await arrangeLeased(storage);
        const back = lapse(operation, lease.claimedAt, moment(50));
        const [saved, claimed] = await Promise.all([
          saveOne(storage.operations, lease, step('raced')),
          settleOne(storage.operations, lease, back).then(() => claim(storage, 60)),
        ]);
        const seen = claimed.operation.steps.length;
        equal((await found(storage, plane, operation)).steps.length, seen);
        equal(seen, saved ? 1 : 0);
      }
    },
  },
  {
    name: 'operations: a step that is kept again replaces what was kept, and keeps its place among the steps',
    async check(storage) {
      const plane = samplePlane();
      const operation = sampleOperation(plane);
      await storage.operations.insert([operation]);
      const [leased] = await storage.operations.claimDue({
        now: moment(10),
        leaseUntil: moment(40),
        ...anyRoom(1),
      });
      ok(leased);
      const step = (name: string, page: number) => ({
        name,
        state: 'succeeded' as const,
        result: { page },
        error: null,
        startedAt: moment(10),
        finishedAt: moment(10 + page),
      });
      for (const kept of [step('invoices', 1), step('contacts', 2), step('invoices', 3)]) {
        equal(await saveOne(storage.operations, leased.lease, kept), true);
      }
      const found = await storage.operations.find(plane, operation.id);
      deepEqual(found?.steps, [step('invoices', 3), step('contacts', 2)]);
    },
  },
];

import { deepEqual, equal, ok } from 'node:assert/strict';
import { anyRoom, cancel, type LeasedOperation, lapse, type OperationStep, type Plane, settle } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { settleOne } from '../one-operation.ts';
import { moment, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const step = (name: string): OperationStep => ({
  name,
  state: 'succeeded',
  result: { of: name },
  error: null,
  startedAt: moment(11),
  finishedAt: moment(12),
});

const succeeded = ({ operation }: LeasedOperation, at = 20) =>
  settle(operation, { kind: 'succeeded', result: { at } }, { startedAt: moment(10), now: moment(at), spread: 0 });

/** Three leases of which the second is not the newest any more. */
async function arrangeThree(storage: Subject): Promise<{ plane: Plane; leased: readonly LeasedOperation[] }> {
  const plane = samplePlane();
  await storage.operations.insert([sampleOperation(plane), sampleOperation(plane), sampleOperation(plane)]);
  const claimAt = (at: number) =>
    storage.operations.claimDue({ now: moment(at), leaseUntil: moment(at + 30), ...anyRoom(9) });
  const leased = await claimAt(10);
  const [, lost] = leased;
  ok(lost && leased.length === 3);
  equal(await settleOne(storage.operations, lost.lease, lapse(lost.operation, moment(10), moment(15))), true);
  equal((await claimAt(16)).length, 1);
  return { plane, leased };
}

export const operationBatchClauses: readonly Clause<Subject>[] = [
  {
    name: 'steps of several operations are kept together; one whose lease is lost hinders none of the others',
    async check(storage) {
      const { plane, leased } = await arrangeThree(storage);
      const [first, lost, third] = leased;
      ok(first && lost && third);
      equal(await storage.operations.update(cancel(third.operation, moment(11)), 'running'), true);
      const saves = leased.map(({ lease }, i) => ({ lease, step: step(`of ${i}`), leaseUntil: moment(90) }));
      deepEqual(await storage.operations.saveSteps(saves), [
        { kept: true, cancelRequested: false },
        { kept: false, cancelRequested: false },
        { kept: true, cancelRequested: true },
      ]);
      const steps = async ({ operation }: LeasedOperation) =>
        (await storage.operations.find(plane, operation.id))?.steps.map(({ name }) => name);
      deepEqual([await steps(first), await steps(lost), await steps(third)], [['of 0'], [], ['of 2']]);
      deepEqual(await storage.operations.saveSteps([]), []);
    },
  },
  {
    name: 'a step prolongs its lease when less than half is left, and never shortens it',
    async check(storage) {
      const { plane, leased } = await arrangeThree(storage);
      const [first] = leased;
      ok(first);
      const { lease, operation } = first;
      const expiry = async () => (await storage.operations.find(plane, operation.id))?.leaseExpiresAt;
      await storage.operations.saveSteps([{ lease, step: step('a'), leaseUntil: moment(45) }]);
      deepEqual(await expiry(), moment(40));
      await storage.operations.saveSteps([{ lease, step: step('b'), leaseUntil: moment(80) }]);
      deepEqual(await expiry(), moment(80));
      await storage.operations.saveSteps([{ lease, step: step('c'), leaseUntil: moment(45) }]);
      deepEqual(await expiry(), moment(80));
    },
  },
  {
    name: 'several operations are settled together; one whose lease is lost hinders none of the others',
    async check(storage) {
      const { plane, leased } = await arrangeThree(storage);
      const settlements = leased.map((one) => ({ lease: one.lease, next: succeeded(one) }));
      deepEqual(await storage.operations.settleAll(settlements), [true, false, true]);
      deepEqual(await storage.operations.settleAll(settlements), [false, false, false]);
      const states = await Promise.all(leased.map(({ operation }) => storage.operations.find(plane, operation.id)));
      deepEqual(
        states.map((operation) => operation?.state),
        ['succeeded', 'running', 'succeeded'],
      );
      const [first] = leased;
      ok(first && settlements[0]);
      deepEqual(states[0], settlements[0].next);
      deepEqual(await storage.operations.settleAll([]), []);
    },
  },
  {
    name: 'an ended operation is removed with its steps; one that has not ended stays',
    async check(storage) {
      const { plane, leased } = await arrangeThree(storage);
      const [first] = leased;
      ok(first);
      await storage.operations.settleAll([{ lease: first.lease, next: succeeded(first) }]);
      for (const { operation } of leased) await storage.operations.remove(operation.id);
      const left = await Promise.all(leased.map(({ operation }) => storage.operations.find(plane, operation.id)));
      deepEqual(
        left.map((operation) => operation?.state),
        [undefined, 'running', 'running'],
      );
    },
  },
  {
    name: 'of groups that settle the same operations at once, each operation is settled by one',
    async check(storage) {
      await warm(storage);
      const plane = samplePlane();
      await storage.operations.insert(Array.from({ length: 12 }, () => sampleOperation(plane)));
      const leased = await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(12) });
      const answers = await atOnce(6, (i) => {
        const group = i % 2 === 0 ? leased : [...leased].reverse();
        return storage.operations
          .settleAll(group.map((one) => ({ lease: one.lease, next: succeeded(one, 20 + i) })))
          .then((settled) => group.filter((_, n) => settled[n]).map(({ operation }) => operation.id));
      });
      deepEqual(answers.flat().sort(), leased.map(({ operation }) => operation.id).sort());
    },
  },
];

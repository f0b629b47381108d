import { deepEqual, equal, ok } from 'node:assert/strict';
import { type OperationStep, type PurgeTarget, purgeTargets, type Storage } from '#core/ports';
import { arrangePlane } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { agedThings, endedDelivery, endedOperation, type Probe } from '../retention-world.ts';
import { moment, sampleEvent, sampleId } from '../samples.ts';

const before = moment(1_000);
const at = (seconds: number) => moment(seconds);

/** Batch after batch to the end; what each removed. */
async function drain({ retention }: Storage, target: PurgeTarget, limit: number): Promise<number[]> {
  const removed: number[] = [];
  for (let batch = 0; batch < 50; batch++) {
    const done = await retention.purge(target, { before, limit });
    removed.push(done.removed);
    if (done.isLast) return removed;
  }
  throw new Error('the purge finds no end');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function steps(count: number): readonly OperationStep[] {
  const times = { startedAt: at(1), finishedAt: at(1) };
  return Array.from({ length: count }, (_, i) => ({
    name: `s${i}`,
    state: 'succeeded',
    result: 1,
    error: null,
    ...times,
  }));
}

export const retentionBatchClauses: readonly Clause<Storage>[] = [
  {
    name: 'no batch removes more rows than asked, the oldest first; the last says so',
    async check(storage) {
      const plane = await arrangePlane(storage);
      for (const target of purgeTargets) {
        const probes: Probe[] = [];
        for (let i = 1; i <= 5; i++) probes.push(await agedThings[target](storage, plane, at(i)));
        const first = await storage.retention.purge(target, { before, limit: 4 });
        ok(first.removed > 0 && first.removed <= 4, `${target}: ${first.removed}`);
        equal(await probes[0]?.(), false, target);
        equal(await probes[4]?.(), true, target);
        for (const removed of await drain(storage, target, 4)) ok(removed <= 4, target);
        equal(await probes[3]?.(), false, target);
      }
    },
  },
  {
    name: 'operations: what hangs on them counts; one that weighs more than a batch goes alone',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const weights = [3, 1, 20, 0, 4, 4];
      await storage.operations.insert(weights.map((count, i) => endedOperation(plane, at(i), { steps: steps(count) })));
      deepEqual(await drain(storage, 'operations', 6), [6, 21, 6, 5]);
      const delivery = await endedDelivery(storage, plane, at(1), { steps: steps(2) });
      await endedDelivery(storage, plane, at(2), { steps: [] });
      deepEqual(await drain(storage, 'deliveries', 5), [4, 2]);
      equal(await storage.deliveries.find(plane, delivery.draft.id), undefined);
    },
  },
  {
    name: 'events: those that stay are passed over, and the rest behind them goes',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connectionId = sampleId('conn');
      const kept = [];
      for (let i = 0; i < 8; i++) {
        const draft = sampleEvent(plane, connectionId, { createdAt: at(i) });
        await storage.transaction(({ events }) => events.append([draft]));
        if (i > 3) continue;
        kept.push(draft.id);
        const live = { state: 'retrying', finishedAt: null, nextAttemptAt: at(1) } as const;
        await endedDelivery(storage, plane, at(i), live, { eventId: draft.id });
      }
      deepEqual(await drain(storage, 'events', 2), [2, 2, 0]);
      const left = await storage.events.list(plane, {}, { limit: 9, page: 1 });
      deepEqual(left.items.map(({ id }) => id).reverse(), kept);
    },
  },
  {
    name: 'several that purge at once remove everything, each row once',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await warm(storage);
      for (const target of ['operations', 'notifications', 'events'] as const) {
        for (let i = 0; i < 40; i++) await agedThings[target](storage, plane, at(i));
        const removed = await atOnce(4, () => drain(storage, target, 10));
        const rest = await drain(storage, target, 10);
        equal(sum([...removed.flat(), ...rest]), target === 'operations' ? 80 : 40, target);
      }
    },
  },
];

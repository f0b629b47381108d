import { deepEqual, equal, ok } from 'node:assert/strict';
import { anyRoom, cancel, type LeasedOperation, laneRules, type Operation, type Plane, settle } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const claim = (storage: Subject, limit = 100): Promise<readonly LeasedOperation[]> =>
  storage.operations.claimDue({ now: moment(100), leaseUntil: moment(130), ...anyRoom(limit) });

const many = (count: number, plane: Plane, given: Partial<Operation>): Operation[] =>
  Array.from({ length: count }, (_, i) => sampleOperation(plane, { nextAttemptAt: moment(-count + i), ...given }));

const idsOf = (claimed: readonly LeasedOperation[]): string[] => claimed.map(({ operation }) => operation.id);

type Outcome = Parameters<typeof settle>[1];
const succeeded: Outcome = { kind: 'succeeded', result: null };
const failed: Outcome = {
  kind: 'retry',
  error: { code: 'INTERNAL', message: 'refused', retryable: true },
  retryAfterSeconds: 1000,
};

async function end(storage: Subject, leased: readonly LeasedOperation[], outcome = succeeded): Promise<void> {
  const settled = await storage.operations.settleAll(
    leased.map(({ operation, lease }) => {
      return { lease, next: settle(operation, outcome, { startedAt: moment(100), now: moment(101), spread: 0 }) };
    }),
  );
  ok(settled.every(Boolean));
}

/** Callers that meet, and how often each comes. */
const [loops, rounds] = [6, 5];

export const operationGroupClauses: readonly Clause<Subject>[] = [
  {
    name: 'an endpoint gets as many deliveries at once as its lane allows, and one more when one ends, however it ends',
    async check(storage) {
      const plane = samplePlane();
      const { atOnce: most } = laneRules.delivery;
      const endpoints = Array.from({ length: 3 }, () => sampleId('we'));
      for (const subject of endpoints) {
        await storage.operations.insert(many(most + 3, plane, { type: 'webhook.deliver', subject }));
      }
      const first = await claim(storage);
      const ofEach = endpoints.map((id) => first.filter(({ operation }) => operation.subject === id).length);
      deepEqual(ofEach, [most, most, most]);
      deepEqual(await claim(storage), []);
      const [well, refused] = first;
      ok(well && refused);
      await end(storage, [well]);
      await end(storage, [refused], failed);
      const subjects = (some: readonly LeasedOperation[]) => some.map(({ operation }) => operation.subject).sort();
      deepEqual(subjects(await claim(storage)), subjects([well, refused]));
    },
  },
  {
    name: 'a plane gets two exports at once, of whatever lists, which neither those of other planes nor a purge wait for',
    async check(storage) {
      const planes = [samplePlane(), samplePlane()];
      const connectionId = sampleId('conn');
      for (const plane of planes)
        for (const subject of ['audit', 'events'])
          await storage.operations.insert(many(2, plane, { type: 'list.export', subject, connectionId }));
      const first = await claim(storage);
      const ofEach = planes.map(
        (plane) => first.filter(({ operation }) => operation.organizationId === plane.organizationId).length,
      );
      deepEqual(ofEach, [2, 2]);
      await storage.operations.insert(many(1, samplePlane(), { type: 'retention.purge', connectionId }));
      equal((await claim(storage)).length, 1);
    },
  },
  {
    name: 'of a connection the longest due is admitted first, when one before it succeeds, fails or is cancelled',
    async check(storage) {
      const plane = samplePlane();
      const queued = many(5, plane, { type: 'connection.sync', connectionId: sampleId('conn') });
      await storage.operations.insert(queued.toReversed());
      const claimed: LeasedOperation[] = [];
      for (const outcome of [succeeded, failed, succeeded]) {
        const [one, ...more] = await claim(storage);
        ok(one);
        deepEqual(more, []);
        claimed.push(one);
        await end(storage, [one], outcome);
      }
      const admitted = queued[3];
      ok(admitted);
      equal(await storage.operations.update(cancel(admitted, moment(102)), 'queued'), true);
      claimed.push(...(await claim(storage)));
      deepEqual(
        idsOf(claimed),
        queued.filter(({ id }) => id !== admitted.id).map(({ id }) => id),
      );
    },
  },
  {
    name: 'a group of which all that was admitted is gone is admitted when those left behind are looked for',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const queued = many(3, plane, { type: 'connection.sync', connectionId });
      await storage.operations.insert(queued);
      equal(await storage.operations.admitStranded(), 0);
      // Cancels what is admitted, as it cancels all.
      equal(await storage.operations.cancelUnfinished(plane, connectionId, moment(100), 1), 1);
      deepEqual(await claim(storage), []);
      equal(await storage.operations.nextDueAt(), undefined, 'a worker has nothing to wait for');
      equal(await storage.operations.admitStranded(), 1);
      equal((await claim(storage)).length, 1);
      equal(await storage.operations.admitStranded(), 0);
    },
  },
  {
    name: 'however inserts, claims and ends meet, all is served, and a group exceeds its bound by one a caller at most',
    async check(storage) {
      await warm(storage);
      const plane = samplePlane();
      const groups = [sampleId('we'), sampleId('we')];
      const running = new Map<string | null, number>();
      let [most, served] = [0, 0];
      const count = ({ operation: { subject } }: LeasedOperation, by: number): void => {
        const now = (running.get(subject) ?? 0) + by;
        running.set(subject, now);
        most = Math.max(most, now);
      };
      const work = async (): Promise<number> => {
        const claimed = await claim(storage, 5);
        for (const leased of claimed) count(leased, 1);
        await end(storage, claimed);
        for (const leased of claimed) count(leased, -1);
        served += claimed.length;
        return claimed.length;
      };
      await atOnce(loops, async () => {
        for (let round = 0; round < rounds; round++) {
          const deliveries = groups.flatMap((subject) => many(2, plane, { type: 'webhook.deliver', subject }));
          await storage.operations.insert(deliveries);
          await work();
        }
      });
      ok(most <= laneRules.delivery.atOnce + loops, `${most} at once`);
      while ((await work()) + (await storage.operations.admitStranded()) > 0);
      equal(served, loops * rounds * groups.length * 2);
      deepEqual(await storage.operations.depth(moment(100)), []);
    },
  },
];

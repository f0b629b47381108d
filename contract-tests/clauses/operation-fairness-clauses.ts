import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  anyRoom,
  type ClaimRoom,
  type LeasedOperation,
  laneRules,
  type Operation,
  type Plane,
  settle,
} from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { settleOne } from '../one-operation.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const claim = (storage: Subject, room: ClaimRoom | number): Promise<readonly LeasedOperation[]> =>
  storage.operations.claimDue({
    now: moment(100),
    leaseUntil: moment(130),
    ...(typeof room === 'number' ? anyRoom(room) : room),
  });

const many = (count: number, plane: Plane, given: Partial<Operation> = {}): Operation[] =>
  Array.from({ length: count }, () => sampleOperation(plane, given));

const end = (storage: Subject, { operation, lease }: LeasedOperation): Promise<boolean> =>
  settleOne(
    storage.operations,
    lease,
    settle(operation, { kind: 'succeeded', result: null }, { startedAt: moment(100), now: moment(101), spread: 0 }),
  );

const idsOf = (claimed: readonly LeasedOperation[]): string[] => claimed.map(({ operation }) => operation.id);

const rounds = 40;
const recipe = { type: 'automation.quote.create_and_send' } as const;

/** Claims and ends one at a time until `wanted` is claimed; how many claims that took. */
async function claimsUntil(storage: Subject, wanted: Operation): Promise<number> {
  for (let round = 1; round <= rounds; round++) {
    const [one] = await claim(storage, 1);
    ok(one, 'nothing was claimed');
    equal(await end(storage, one), true);
    if (one.operation.id === wanted.id) return round;
  }
  return Number.POSITIVE_INFINITY;
}

export const operationFairnessClauses: readonly Clause<Subject>[] = [
  {
    name: 'the first operation of an organization goes before all but one of the flood of another, and so does its next',
    async check(storage) {
      const [noisy, quiet] = [samplePlane(), samplePlane()];
      await storage.operations.insert(many(300, noisy));
      for (let i = 0; i < 3; i++) {
        const single = sampleOperation(quiet, { nextAttemptAt: moment(90 + i) });
        await storage.operations.insert([single]);
        ok(idsOf(await claim(storage, 2)).includes(single.id));
        await storage.operations.insert(many(20, noisy));
      }
    },
  },
  {
    name: 'a worker of one slot serves organizations in turn',
    async check(storage) {
      const noisy = samplePlane();
      await storage.operations.insert(many(60, noisy));
      for (let i = 0; i < 3; i++) {
        const single = sampleOperation(samplePlane(), { nextAttemptAt: moment(90) });
        await storage.operations.insert([single]);
        ok((await claimsUntil(storage, single)) <= 3);
      }
    },
  },
  {
    name: 'a worker of one slot serves the connections of one organization in turn',
    async check(storage) {
      const plane = samplePlane();
      const busy = Array.from({ length: 3 }, () => sampleId('conn'));
      await storage.operations.insert(busy.flatMap((connectionId) => many(20, plane, { ...recipe, connectionId })));
      const single = sampleOperation(plane, { ...recipe, connectionId: sampleId('conn'), nextAttemptAt: moment(90) });
      await storage.operations.insert([single]);
      ok((await claimsUntil(storage, single)) <= laneRules.automation.atOnce * busy.length + 1);
    },
  },
  {
    name: 'a lane that is named first goes before those of higher priority',
    async check(storage) {
      const plane = samplePlane();
      const chore = sampleOperation(plane, { type: 'retention.purge', nextAttemptAt: moment(90) });
      const automation = many(3, plane, { type: 'automation.quote.create_and_send' });
      await storage.operations.insert([...automation, chore]);
      ok(!idsOf(await claim(storage, 1)).includes(chore.id));
      deepEqual(idsOf(await claim(storage, { ...anyRoom(1), first: 'maintenance' })), [chore.id]);
      equal((await claim(storage, { ...anyRoom(1), first: 'maintenance' })).length, 1, 'others follow');
    },
  },
  {
    name: 'of one connection no more runs at once than its lane allows, however many claim',
    async check(storage) {
      await warm(storage);
      const plane = samplePlane();
      const { atOnce: bound } = laneRules.automation;
      const [crowded, other] = [sampleId('conn'), sampleId('conn')];
      await storage.operations.insert([
        ...many(30, plane, { ...recipe, connectionId: crowded }),
        sampleOperation(plane, { ...recipe, connectionId: other, nextAttemptAt: moment(90) }),
      ]);
      const claimed = (await atOnce(8, () => claim(storage, 5))).flat();
      const own = claimed.filter(({ operation }) => operation.connectionId === crowded);
      equal(own.length, bound);
      equal(claimed.length, bound + 1);
      const [ended] = own;
      ok(ended && (await end(storage, ended)));
      equal((await claim(storage, 9)).length, 1);
      equal((await claim(storage, 9)).length, 0);
    },
  },
  {
    name: 'a claim takes no more of a lane than there is room for, and goes by priority',
    async check(storage) {
      const plane = samplePlane();
      const [sync, automation] = ['connection.sync', 'automation.quote.create_and_send'] as const;
      await storage.operations.insert([...many(6, plane, { type: sync }), ...many(6, plane, { type: automation })]);
      const typesOf = (claimed: readonly LeasedOperation[]) => claimed.map(({ operation }) => operation.type).sort();
      const room = anyRoom(5);
      deepEqual(typesOf(await claim(storage, { ...room, lanes: { ...room.lanes, automation: 2, sync: 1 } })), [
        automation,
        automation,
        sync,
      ]);
      deepEqual(typesOf(await claim(storage, 3)), [automation, automation, automation]);
      deepEqual(await claim(storage, { ...room, limit: 0 }), []);
    },
  },
  {
    name: 'what fell due in masses does not keep another waiting',
    async check(storage) {
      const [noisy, quiet] = [samplePlane(), samplePlane()];
      await storage.operations.insert(many(400, noisy, { state: 'retrying', nextAttemptAt: moment(50) }));
      const single = sampleOperation(quiet, { state: 'retrying', nextAttemptAt: moment(60) });
      await storage.operations.insert([single]);
      ok(idsOf(await claim(storage, 4)).includes(single.id));
    },
  },
];

import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  anyRoom,
  type ClaimRoom,
  type LeasedOperation,
  laneRules,
  type Operation,
  type Plane,
  type Storage,
  settle,
  type WebhookEndpointId,
} from '#core';
import { arrangePlane } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation } from '../samples.ts';

const claim = (storage: Storage, room: ClaimRoom | number): Promise<readonly LeasedOperation[]> =>
  storage.operations.claimDue({
    now: moment(100),
    leaseUntil: moment(130),
    room: typeof room === 'number' ? anyRoom(room) : room,
  });

const many = (count: number, plane: Plane, given: Partial<Operation> = {}): Operation[] =>
  Array.from({ length: count }, () => sampleOperation(plane, given));

const end = (storage: Storage, { operation, lease }: LeasedOperation): Promise<boolean> =>
  storage.operations.settle(lease, settle(operation, moment(100), { kind: 'succeeded', result: null }, moment(101), 0));

const idsOf = (claimed: readonly LeasedOperation[]): string[] => claimed.map(({ operation }) => operation.id);

const rounds = 40;

/** Claims and ends one at a time until `wanted` is claimed; how many claims that took. */
async function claimsUntil(storage: Storage, wanted: Operation): Promise<number> {
  for (let round = 1; round <= rounds; round++) {
    const [one] = await claim(storage, 1);
    ok(one, 'nothing was claimed');
    equal(await end(storage, one), true);
    if (one.operation.id === wanted.id) return round;
  }
  return Number.POSITIVE_INFINITY;
}

export const operationFairnessClauses: readonly Clause<Storage>[] = [
  {
    name: 'an organization with nothing running goes before one that has, however much that one has queued before',
    async check(storage) {
      const [noisy, quiet] = [await arrangePlane(storage), await arrangePlane(storage)];
      const single = sampleOperation(quiet, { nextAttemptAt: moment(90) });
      await storage.operations.insert([...many(30, noisy), single]);
      const first = await claim(storage, 4);
      ok(idsOf(first).includes(single.id));
      const second = sampleOperation(quiet, { nextAttemptAt: moment(95) });
      const third = sampleOperation(await arrangePlane(storage), { nextAttemptAt: moment(96) });
      await storage.operations.insert([second, third]);
      deepEqual(idsOf(await claim(storage, 1)), [third.id]);
      ok(idsOf(await claim(storage, 2)).includes(second.id), 'one running is less than three');
    },
  },
  {
    name: 'a worker of one slot serves organizations in turn',
    async check(storage) {
      const noisy = await arrangePlane(storage);
      await storage.operations.insert(many(60, noisy));
      for (let i = 0; i < 3; i++) {
        const single = sampleOperation(await arrangePlane(storage), { nextAttemptAt: moment(90) });
        await storage.operations.insert([single]);
        ok((await claimsUntil(storage, single)) <= 3);
      }
    },
  },
  {
    name: 'a worker of one slot serves the connections of one organization in turn',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const busy = Array.from({ length: 3 }, () => sampleId('conn'));
      await storage.operations.insert(busy.flatMap((connectionId) => many(20, plane, { connectionId })));
      const single = sampleOperation(plane, { connectionId: sampleId('conn'), nextAttemptAt: moment(90) });
      await storage.operations.insert([single]);
      ok((await claimsUntil(storage, single)) <= 2 * (busy.length + 1));
    },
  },
  {
    name: 'a worker of one slot serves every lane within a number of claims',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { atOnce: bound } = laneRules.automation;
      const automations = Array.from({ length: rounds }, () =>
        many(bound, plane, { type: 'automation.quote.create_and_send', connectionId: sampleId('conn') }),
      );
      const chore = sampleOperation(plane, { type: 'retention.purge', nextAttemptAt: moment(90) });
      await storage.operations.insert([...automations.flat(), chore]);
      ok((await claimsUntil(storage, chore)) <= 3 * 5);
    },
  },
  {
    name: 'of one connection no more runs at once than its lane allows, however many claim',
    async check(storage) {
      await warm(storage);
      const plane = await arrangePlane(storage);
      const { atOnce: bound } = laneRules.notification;
      const [crowded, other] = [sampleId('conn'), sampleId('conn')];
      await storage.operations.insert([
        ...many(30, plane, { connectionId: crowded }),
        sampleOperation(plane, { connectionId: other, nextAttemptAt: moment(90) }),
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
      const plane = await arrangePlane(storage);
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
    name: 'room that is kept for organizations with nothing running goes to no other',
    async check(storage) {
      const [noisy, quiet] = [await arrangePlane(storage), await arrangePlane(storage)];
      await storage.operations.insert(many(20, noisy));
      const tight: ClaimRoom = { ...anyRoom(6), crowded: 2 };
      equal((await claim(storage, tight)).length, 2);
      equal((await claim(storage, { ...tight, crowded: 0 })).length, 0);
      const single = sampleOperation(quiet, { nextAttemptAt: moment(90) });
      await storage.operations.insert([single]);
      deepEqual(idsOf(await claim(storage, { ...tight, crowded: 0 })), [single.id]);
    },
  },
  {
    name: 'that room finds them behind however many that have work running and more waiting',
    async check(storage) {
      const planes: Plane[] = [];
      for (let i = 0; i < 21; i++) planes.push(await arrangePlane(storage));
      planes.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
      const [quiet] = planes.splice(10, 1);
      ok(quiet);
      const each = () => planes.map((plane) => sampleOperation(plane, { connectionId: sampleId('conn') }));
      await storage.operations.insert(each());
      equal((await claim(storage, 20)).length, 20);
      await storage.operations.insert(Array.from({ length: 10 }, each).flat());
      const single = sampleOperation(quiet, { connectionId: sampleId('conn'), nextAttemptAt: moment(90) });
      await storage.operations.insert([single]);
      deepEqual(idsOf(await claim(storage, { ...anyRoom(2), crowded: 0 })), [single.id]);
    },
  },
  {
    name: 'of endpoints that are not told to answer one delivery runs at a time; those behind them are found',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const hanging = Array.from({ length: 40 }, () => sampleId('we')).sort();
      const [last = sampleId('we')] = hanging.splice(-1);
      const each = (subject: string) => many(3, plane, { type: 'webhook.deliver', connectionId: null, subject });
      await storage.operations.insert([...hanging, last].flatMap(each));
      const room = { ...anyRoom(45), answering: [last as WebhookEndpointId] };
      const subjects: (string | null)[] = [];
      for (let round = 0; round < rounds && subjects.length < hanging.length + 3; round++) {
        subjects.push(...(await claim(storage, room)).map(({ operation }) => operation.subject));
      }
      deepEqual([...subjects].sort(), [...hanging, last, last, last].sort());
      deepEqual(await claim(storage, room), []);
      equal((await claim(storage, 5)).length, 5, 'where nothing is told, their lane alone bounds them');
    },
  },
  {
    name: 'what fell due in masses does not keep another waiting',
    async check(storage) {
      const [noisy, quiet] = [await arrangePlane(storage), await arrangePlane(storage)];
      await storage.operations.insert(many(400, noisy, { state: 'retrying', nextAttemptAt: moment(50) }));
      const single = sampleOperation(quiet, { state: 'retrying', nextAttemptAt: moment(60) });
      await storage.operations.insert([single]);
      ok(idsOf(await claim(storage, 4)).includes(single.id));
    },
  },
];

import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { anyRoom, cancel, type Operation, replay, type Storage, settle } from '#core';
import { arrangePlane, arrangeStrangers } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation } from '../samples.ts';

const failure = { code: 'PROVIDER_ERROR', message: 'down', retryable: true } as const;
const idsOf = (operations: readonly Operation[]): readonly string[] => operations.map(({ id }) => id);

export const operationUpdateClauses: readonly Clause<Storage>[] = [
  {
    name: 'a change without a lease is kept from the state it names and from no other, in its own plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const queued = sampleOperation(plane);
      await storage.operations.insert([queued]);
      const cancelled = cancel(queued, moment(5));
      equal(await storage.operations.update(cancelled, 'retrying'), false);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.operations.update({ ...cancelled, ...stranger }, 'queued'), false);
      }
      deepEqual(await storage.operations.find(plane, queued.id), queued);
      equal(await storage.operations.update(cancelled, 'queued'), true);
      deepEqual(await storage.operations.find(plane, queued.id), cancelled);
      equal(
        (await storage.operations.claimDue({ now: moment(9), leaseUntil: moment(39), room: anyRoom(9) })).length,
        0,
      );
    },
  },
  {
    name: 'a replay puts a dead operation back into the queue with its steps, attempts and replays',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const dead = sampleOperation(plane, {
        state: 'dead_letter',
        nextAttemptAt: null,
        error: failure,
        attemptCount: 10,
        finishedAt: moment(9),
        attempts: [
          { run: 1, number: 10, startedAt: moment(1), finishedAt: moment(2), outcome: 'dead_letter', error: failure },
        ],
        steps: [{ name: 'a', state: 'succeeded', result: 1, error: null, startedAt: moment(1), finishedAt: moment(2) }],
      });
      await storage.operations.insert([dead]);
      const again = replay(dead, { actor: 'key', reason: 'fixed' }, moment(20));
      equal(await storage.operations.update(again, 'dead_letter'), true);
      deepEqual(await storage.operations.find(plane, dead.id), again);
      const [leased] = await storage.operations.claimDue({ now: moment(21), leaseUntil: moment(51), room: anyRoom(1) });
      deepEqual(leased?.operation.steps, dead.steps);
      equal(leased?.operation.run, 2);
    },
  },
  {
    name: 'of many replays at once, one is kept',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const dead = sampleOperation(plane, { state: 'failed', nextAttemptAt: null });
      await storage.operations.insert([dead]);
      await warm(storage);
      const next = replay(dead, { actor: 'key', reason: 'r' }, moment(20));
      const kept = await atOnce(12, () => storage.operations.update(next, 'failed'));
      equal(kept.filter(Boolean).length, 1);
    },
  },
  {
    name: 'a request to cancel a running operation leaves its lease alone and outlives how the attempt goes',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await storage.operations.insert([sampleOperation(plane)]);
      const [leased] = await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), room: anyRoom(1) });
      ok(leased);
      const { operation, lease } = leased;
      const read = await storage.operations.find(plane, operation.id);
      ok(read);
      await storage.operations.renew([lease], moment(80));
      equal(await storage.operations.update(cancel(read, moment(12)), 'running'), true);
      const asked = await storage.operations.find(plane, operation.id);
      deepEqual(asked?.cancelRequestedAt, moment(12));
      deepEqual(asked?.leaseExpiresAt, moment(80));
      const retry = settle(operation, moment(10), { kind: 'retry', error: failure }, moment(20), 0);
      equal(await storage.operations.settle(lease, retry), true);
      deepEqual((await storage.operations.find(plane, operation.id))?.cancelRequestedAt, moment(12));
    },
  },
  {
    name: 'unfinished work in scope is found, by connection or by type and subject, in one plane, so much',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connectionId = sampleId('conn');
      const by = { connectionId, type: 'webhook.deliver' as const, subject: 'we' };
      const open = (['queued', 'running', 'retrying'] as const).map((state) =>
        sampleOperation(plane, { ...by, state, ...(state === 'running' && { nextAttemptAt: null }) }),
      );
      const others = [
        ...(['succeeded', 'failed', 'cancelled', 'dead_letter'] as const).map((state) => ({ ...by, state })),
        { connectionId: sampleId('conn'), subject: 'other' },
      ].map((given) => sampleOperation(plane, given));
      const strangers = (await arrangeStrangers(storage, plane)).map((stranger) => sampleOperation(stranger, by));
      await storage.operations.insert([...open, ...others, ...strangers]);
      await storage.transaction(async ({ operations }) => {
        const ofConnection = await operations.lockUnfinished(plane, { connectionId }, 9);
        deepEqual(
          [...ofConnection].sort((a, b) => (a.id < b.id ? -1 : 1)),
          open,
        );
        const { type, subject } = by;
        deepEqual(idsOf(await operations.lockUnfinished(plane, { type, subject }, 9)), idsOf(ofConnection));
        equal((await operations.lockUnfinished(plane, { connectionId }, 2)).length, 2);
        deepEqual(await operations.lockUnfinished(plane, { type: 'connection.sync', subject }, 9), []);
      });
    },
  },
  {
    name: 'unfinished work is held until the transaction ends: nobody claims or changes it meanwhile',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const connectionId = sampleId('conn');
        const operations = Array.from({ length: 10 }, () => sampleOperation(plane, { connectionId }));
        await storage.operations.insert(operations);
        const held = storage.transaction(async (stores) => {
          const found = await stores.operations.lockUnfinished(plane, { connectionId }, 100);
          let kept = 0;
          for (const operation of found) {
            kept += Number(await stores.operations.update(cancel(operation, moment(5)), operation.state));
          }
          equal(kept, found.length);
        });
        await Promise.all([
          held,
          ...Array.from({ length: 5 }, () =>
            storage.operations.claimDue({ now: moment(9), leaseUntil: moment(39), room: anyRoom(2) }),
          ),
        ]);
      }
    },
  },
  {
    name: 'unfinished work can be held inside a transaction only',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await rejects(storage.operations.lockUnfinished(plane, { connectionId: sampleId('conn') }, 1));
    },
  },
  {
    name: 'one that is locked is found as it is, in its plane only, inside a transaction only',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const operation = sampleOperation(plane);
      await storage.operations.insert([operation]);
      await storage.transaction(async ({ operations }) => {
        deepEqual(await operations.lock(plane, operation.id), operation);
      });
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.transaction(({ operations }) => operations.lock(stranger, operation.id)), undefined);
      }
      await rejects(storage.operations.lock(plane, operation.id));
    },
  },
  {
    name: 'one that is locked stays as it was read until the transaction ends',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const operation = sampleOperation(plane);
      await storage.operations.insert([operation]);
      await warm(storage);
      await atOnce(16, () =>
        storage.transaction(async ({ operations }) => {
          const held = await operations.lock(plane, operation.id);
          if (held) await operations.update({ ...held, run: held.run + 1 }, held.state);
        }),
      );
      equal((await storage.operations.find(plane, operation.id))?.run, operation.run + 16);
    },
  },
];

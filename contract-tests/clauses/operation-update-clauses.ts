import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { anyRoom, cancel, isTerminal, operationStates, replay, settle, waitingState } from '#core/ports';
import { type StorageOf, strangersOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { settleOne } from '../one-operation.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const failure = { code: 'PROVIDER_ERROR', message: 'down', retryable: true } as const;

export const operationUpdateClauses: readonly Clause<Subject>[] = [
  {
    name: 'a change without a lease is kept from the state it names and from no other, in its own plane',
    async check(storage) {
      const plane = samplePlane();
      const queued = sampleOperation(plane);
      await storage.operations.insert([queued]);
      const cancelled = cancel(queued, moment(5));
      equal(await storage.operations.update(cancelled, 'retrying'), false);
      for (const stranger of strangersOf(plane)) {
        equal(await storage.operations.update({ ...cancelled, ...stranger }, 'queued'), false);
      }
      deepEqual(await storage.operations.find(plane, queued.id), queued);
      equal(await storage.operations.update(cancelled, 'queued'), true);
      deepEqual(await storage.operations.find(plane, queued.id), cancelled);
      equal((await storage.operations.claimDue({ now: moment(9), leaseUntil: moment(39), ...anyRoom(9) })).length, 0);
    },
  },
  {
    name: 'a replay puts a dead operation back into the queue with its steps, attempts and replays',
    async check(storage) {
      const plane = samplePlane();
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
      const [leased] = await storage.operations.claimDue({ now: moment(21), leaseUntil: moment(51), ...anyRoom(1) });
      deepEqual(leased?.operation.steps, dead.steps);
      equal(leased?.operation.run, 2);
    },
  },
  {
    name: 'of many replays at once, one is kept',
    async check(storage) {
      const plane = samplePlane();
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
      const plane = samplePlane();
      await storage.operations.insert([sampleOperation(plane)]);
      const [leased] = await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(1) });
      ok(leased);
      const { operation, lease } = leased;
      const read = await storage.operations.find(plane, operation.id);
      ok(read);
      await storage.operations.renew([lease], moment(80));
      equal(await storage.operations.update(cancel(read, moment(12)), 'running'), true);
      const asked = await storage.operations.find(plane, operation.id);
      deepEqual(asked?.cancelRequestedAt, moment(12));
      deepEqual(asked?.leaseExpiresAt, moment(80));
      const retry = settle(
        operation,
        { kind: 'retry', error: failure },
        { startedAt: moment(10), now: moment(20), spread: 0 },
      );
      equal(await settleOne(storage.operations, lease, retry), true);
      deepEqual((await storage.operations.find(plane, operation.id))?.cancelRequestedAt, moment(12));
    },
  },
  {
    name: 'unfinished work in scope is found, in one plane, so much',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const by = { connectionId, type: 'webhook.deliver' as const, subject: 'we' };
      const open = (['queued', 'running', 'retrying'] as const).map((state) =>
        sampleOperation(plane, { ...by, state, ...(state === 'running' && { nextAttemptAt: null }) }),
      );
      const others = [
        ...(['succeeded', 'failed', 'cancelled', 'dead_letter'] as const).map((state) => ({ ...by, state })),
        { connectionId: sampleId('conn'), subject: 'other' },
      ].map((given) => sampleOperation(plane, given));
      const strangers = strangersOf(plane).map((stranger) => sampleOperation(stranger, by));
      await storage.operations.insert([...open, ...others, ...strangers]);
      await storage.transaction(async ({ operations }) => {
        const { type, subject } = by;
        const found = await operations.lockUnfinished(plane, { type, subject }, 9);
        deepEqual(
          [...found].sort((a, b) => (a.id < b.id ? -1 : 1)),
          open,
        );
        equal((await operations.lockUnfinished(plane, { type, subject }, 2)).length, 2);
        deepEqual(await operations.lockUnfinished(plane, { type: 'connection.sync', subject }, 9), []);
      });
    },
  },
  {
    name: 'a connection’s unfinished work is cancelled as one by one, in one plane, so much, running work asked once',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const all = operationStates.map((state) =>
        sampleOperation(plane, { connectionId, state, ...(state === 'running' && { nextAttemptAt: null }) }),
      );
      const others = [
        sampleOperation(plane, { connectionId: sampleId('conn') }),
        ...strangersOf(plane).map((stranger) => sampleOperation(stranger, { connectionId })),
      ];
      await storage.operations.insert([...all, ...others]);
      const cancelAll = (limit: number) => storage.operations.cancelUnfinished(plane, connectionId, moment(7), limit);
      deepEqual([await cancelAll(2), await cancelAll(2), await cancelAll(2)], [2, 1, 0]);
      for (const operation of all) {
        // What waits for a member ends with a reason of its own.
        const stays = isTerminal(operation.state) || operation.state === waitingState;
        const expected = stays ? operation : cancel(operation, moment(7));
        deepEqual(await storage.operations.find(plane, operation.id), expected, operation.state);
      }
      for (const other of others) deepEqual(await storage.operations.find(other, other.id), other);
      const room = { now: moment(99), leaseUntil: moment(129), ...anyRoom(50) };
      const claimed = (await storage.operations.claimDue(room)).map(({ operation }) => operation.id);
      ok(all.every(({ id }) => !claimed.includes(id)));
    },
  },
  {
    name: 'work that is cancelled while it is claimed ends cancelled or is asked to stop, and is never waited for in a circle',
    async check(storage) {
      const plane = samplePlane();
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const connectionId = sampleId('conn');
        const made = Array.from({ length: 10 }, () => sampleOperation(plane, { connectionId }));
        await storage.operations.insert(made);
        const claim = { now: moment(9), leaseUntil: moment(39), ...anyRoom(2) };
        await Promise.all([
          ...Array.from({ length: 3 }, () => storage.operations.claimDue(claim)),
          ...[5, 5].map((limit) => storage.operations.cancelUnfinished(plane, connectionId, moment(10), limit)),
        ]);
        while ((await storage.operations.cancelUnfinished(plane, connectionId, moment(11), 5)) > 0);
        for (const { id } of made) {
          const found = await storage.operations.find(plane, id);
          ok(found?.state === 'cancelled' || found?.cancelRequestedAt !== null, String(found?.state));
        }
      }
    },
  },
  {
    name: 'unfinished work is held until the transaction ends: nobody claims or changes it meanwhile',
    async check(storage) {
      const plane = samplePlane();
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const locked = Promise.withResolvers<void>();
        const by = { type: 'connection.sync' as const, subject: sampleId('we') };
        const operations = Array.from({ length: 10 }, () =>
          sampleOperation(plane, { ...by, connectionId: sampleId('conn') }),
        );
        await storage.operations.insert(operations);
        const held = storage.transaction(async (stores) => {
          const found = await stores.operations.lockUnfinished(plane, by, 100);
          locked.resolve();
          let kept = 0;
          for (const operation of found) {
            kept += Number(await stores.operations.update(cancel(operation, moment(5)), operation.state));
          }
          equal(kept, found.length);
        });
        await Promise.race([locked.promise, held]);
        await Promise.all([
          held,
          ...Array.from({ length: 5 }, () =>
            storage.operations.claimDue({ now: moment(9), leaseUntil: moment(39), ...anyRoom(2) }),
          ),
        ]);
      }
    },
  },
  {
    name: 'unfinished work can be held inside a transaction only',
    async check(storage) {
      const plane = samplePlane();
      await rejects(storage.operations.lockUnfinished(plane, { type: 'webhook.deliver', subject: 'we' }, 1));
    },
  },
  {
    name: 'one that is locked is found as it is, in its plane only, inside a transaction only',
    async check(storage) {
      const plane = samplePlane();
      const operation = sampleOperation(plane);
      await storage.operations.insert([operation]);
      await storage.transaction(async ({ operations }) => {
        deepEqual(await operations.lock(plane, operation.id), operation);
      });
      for (const stranger of strangersOf(plane)) {
        equal(await storage.transaction(({ operations }) => operations.lock(stranger, operation.id)), undefined);
      }
      await rejects(storage.operations.lock(plane, operation.id));
    },
  },
  {
    name: 'one that is locked stays as it was read until the transaction ends',
    async check(storage) {
      const plane = samplePlane();
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

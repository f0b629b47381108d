import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { anyRoom, cancel, type Operation, type OperationId, type Plane, replay, settle } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { settleOne } from '../one-operation.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const sync = (plane: Plane, given: Partial<Operation> = {}): Operation =>
  sampleOperation(plane, { type: 'connection.sync', subject: 'all', ...given });

const claim = (storage: Subject, seconds: number) =>
  storage.operations.claimDue({ now: moment(seconds), leaseUntil: moment(seconds + 30), ...anyRoom(10) });

const idsIn = async (storage: Subject, plane: Plane): Promise<OperationId[]> =>
  (await storage.operations.list(plane, {}, { limit: 200, page: 1 })).items.map(({ id }) => id);

async function insertOne(storage: Subject, operation: Operation): Promise<OperationId> {
  const [doer] = await storage.operations.insertCoalesced([operation]);
  ok(doer, 'no id was returned');
  return doer;
}

export const coalescingClauses: readonly Clause<Subject>[] = [
  {
    name: 'coalescing: one that began and came back to the queue for the budget absorbs nothing, beside its equals',
    async check(storage) {
      const plane = samplePlane();
      const first = sync(plane);
      await insertOne(storage, first);
      const [leased] = await claim(storage, 10);
      ok(leased);
      const second = sync(plane);
      equal(await insertOne(storage, second), second.id);
      const error = { code: 'RATE_LIMITED', message: 'used up', retryable: true } as const;
      const back = settle(
        leased.operation,
        { kind: 'postponed', retryAfterSeconds: 60, error },
        { startedAt: moment(10), now: moment(11), spread: 0 },
      );
      equal(back.state, 'queued');
      equal(await settleOne(storage.operations, leased.lease, back), true);
      equal(await insertOne(storage, sync(plane)), second.id);
      deepEqual((await storage.operations.find(plane, first.id))?.nextAttemptAt, moment(71));
    },
  },
  {
    name: 'coalescing: one that is queued absorbs its equals, of the same call too, and says so in their order',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const [first, twin, other] = [sync(plane, { connectionId }), sync(plane, { connectionId }), sync(plane)];
      const doers = await storage.operations.insertCoalesced([first, other, twin]);
      deepEqual(doers, [first.id, other.id, first.id]);
      const late = sync(plane, { connectionId });
      equal(await insertOne(storage, late), first.id);
      deepEqual((await idsIn(storage, plane)).sort(), [first.id, other.id].sort());
      deepEqual(await storage.operations.find(plane, first.id), first);
      deepEqual(await storage.operations.insertCoalesced([]), []);
    },
  },
  {
    name: 'coalescing: what is absorbed leaves its trace context behind those that are there',
    async check(storage) {
      const plane = samplePlane();
      const contextOf = async (id: OperationId) => (await storage.operations.find(plane, id))?.traceparent;
      const traced = sync(plane, { traceparent: 'a' });
      await insertOne(storage, traced);
      for (const traceparent of [null, 'b', 'c']) await insertOne(storage, sync(plane, { traceparent }));
      equal(await contextOf(traced.id), 'a b c');
      const untraced = sync(plane, { subject: 'invoices' });
      await insertOne(storage, untraced);
      await insertOne(storage, sync(plane, { subject: 'invoices' }));
      equal(await contextOf(untraced.id), null);
      await insertOne(storage, sync(plane, { subject: 'invoices', traceparent: 'd' }));
      equal(await contextOf(untraced.id), 'd');
    },
  },
  {
    name: 'coalescing: type, connection, subject and plane all tell operations apart, and plain ones absorb nothing',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const plain = sync(plane, { connectionId });
      await storage.operations.insert([plain]);
      const different = [
        sync(plane, { connectionId }),
        sync(plane, { connectionId, type: 'connection.reconcile' }),
        sync(plane, { connectionId, subject: 'invoices' }),
        sync(plane, { connectionId, subject: null }),
        sync(plane, { connectionId: sampleId('conn') }),
        sync({ ...plane, environment: 'live' }, { connectionId }),
      ];
      deepEqual(
        await storage.operations.insertCoalesced(different),
        different.map(({ id }) => id),
      );
      await storage.operations.insert([sync(plane, { connectionId })]);
      equal((await idsIn(storage, plane)).length, 7);
    },
  },
  {
    name: 'coalescing: one that runs, waits to be tried again or has ended absorbs nothing',
    async check(storage) {
      const plane = samplePlane();
      const first = sync(plane);
      await insertOne(storage, first);
      const [leased] = await claim(storage, 10);
      ok(leased);
      const second = sync(plane);
      equal(await insertOne(storage, second), second.id);
      const error = { code: 'INTERNAL', message: 'no', retryable: true } as const;
      const retrying = settle(
        leased.operation,
        { kind: 'retry', error },
        { startedAt: moment(10), now: moment(11), spread: 0 },
      );
      await settleOne(storage.operations, leased.lease, retrying);
      equal(await storage.operations.update(cancel(second, moment(12)), 'queued'), true);
      const third = sync(plane);
      equal(await insertOne(storage, third), third.id);
    },
  },
  {
    name: 'coalescing: one that is replayed does its own work only, beside one that is queued',
    async check(storage) {
      const plane = samplePlane();
      const ended = sync(plane);
      await insertOne(storage, ended);
      const [leased] = await claim(storage, 10);
      ok(leased);
      const error = { code: 'INTERNAL', message: 'no', retryable: false } as const;
      const failed = settle(
        leased.operation,
        { kind: 'failed', error },
        { startedAt: moment(10), now: moment(11), spread: 0 },
      );
      await settleOne(storage.operations, leased.lease, failed);
      const queued = sync(plane);
      await insertOne(storage, queued);
      const again = replay(failed, { actor: 'a', reason: 'r' }, moment(12));
      equal(await storage.operations.update(again, 'failed'), true);
      equal(await insertOne(storage, sync(plane)), queued.id);
      equal(await storage.operations.update(cancel(queued, moment(13)), 'queued'), true);
      notEqual(await insertOne(storage, sync(plane)), ended.id);
    },
  },
  {
    name: 'coalescing: a queued one is brought forward by an earlier equal, and never put off',
    async check(storage) {
      const plane = samplePlane();
      const later = sync(plane, { nextAttemptAt: moment(500) });
      await insertOne(storage, later);
      const due = async () => (await storage.operations.find(plane, later.id))?.nextAttemptAt;
      await insertOne(storage, sync(plane, { nextAttemptAt: moment(900) }));
      deepEqual(await due(), moment(500));
      await storage.operations.insertCoalesced([
        sync(plane, { nextAttemptAt: moment(60) }),
        sync(plane, { nextAttemptAt: moment(50) }),
      ]);
      deepEqual(await due(), moment(50));
      deepEqual(await storage.operations.nextDueAt(), moment(50));
      equal((await claim(storage, 49)).length, 0);
      deepEqual(
        (await claim(storage, 50)).map(({ operation }) => operation.id),
        [later.id],
      );
    },
  },
  {
    name: 'coalescing: of many that insert equals at once, while others claim, one at a time waits',
    async check(storage) {
      const plane = samplePlane();
      const connections = Array.from({ length: 5 }, () => sampleId('conn'));
      await warm(storage);
      const draft = (i: number) =>
        connections.map((connectionId) => sync(plane, { connectionId, nextAttemptAt: moment(i % 3) }));
      const doers = await atOnce(12, (i) =>
        storage.operations.insertCoalesced(i % 2 === 0 ? draft(i) : draft(i).reverse()),
      );
      equal(new Set(doers.flat()).size, 5);
      equal((await idsIn(storage, plane)).length, 5);
      const claimed = new Set<OperationId>();
      const served = await atOnce(12, async (i) => {
        if (i % 3 === 0) {
          for (const { operation } of await claim(storage, 10)) claimed.add(operation.id);
          return [];
        }
        return storage.operations.insertCoalesced(draft(i));
      });
      for (const { operation } of await claim(storage, 10)) claimed.add(operation.id);
      const waiting = (await storage.operations.list(plane, { state: 'queued' }, { limit: 200, page: 1 })).items;
      equal(new Set(waiting.map(({ connectionId }) => connectionId)).size, waiting.length);
      for (const id of served.flat()) ok(claimed.has(id) || waiting.some((w) => w.id === id), 'work was lost');
    },
  },
  {
    name: 'operations: hundreds that are inserted at once are each kept as one alone is, to the last character',
    async check(storage) {
      const plane = samplePlane();
      const many = Array.from({ length: 260 }, (_, i) =>
        sampleOperation(plane, {
          connectionId: i % 2 === 0 ? sampleId('conn') : null,
          subject: `Ünï ✓ 🙂 \\u0000 ' " ${i}`,
          input: { amounts: [0.1, 1e21, -0.5, i], text: 'nul \0 and "quotes"', nothing: null },
          nextAttemptAt: moment(i),
        }),
      );
      await storage.operations.insert(many);
      for (const operation of [many[0], many[1], many[259]]) {
        ok(operation);
        deepEqual(await storage.operations.find(plane, operation.id), operation);
      }
      equal((await idsIn(storage, plane)).length, 200);
      equal((await storage.operations.list(plane, {}, { limit: 1, page: 1 })).total, 260);
    },
  },
  {
    name: 'coalescing: what a transaction queued and gave up is queued by the next',
    async check(storage) {
      const plane = samplePlane();
      const failed = storage.transaction(async ({ operations }) => {
        await operations.insertCoalesced([sync(plane)]);
        throw new Error('no');
      });
      await failed.catch(() => {});
      const next = sync(plane);
      equal(await insertOne(storage, next), next.id);
    },
  },
];

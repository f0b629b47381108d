import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import {
  type ConnectionId,
  type ForgottenPart,
  forgottenAnswer,
  forgottenParts,
  type IdempotencyScope,
  type Operation,
  type Plane,
  purgedDocument,
  type Storage,
  settle,
} from '#core/ports';
import { arrangeConnection, arrangePlane } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { settleOne } from '../one-operation.ts';
import { endedDelivery, endedOperation, unfinishedStates } from '../retention-world.ts';
import {
  moment,
  ownedBy,
  sampleEvent,
  sampleExportPart,
  sampleId,
  sampleLoggedRequest,
  sampleProjection,
  sampleProviderRequest,
  sampleRecord,
} from '../samples.ts';
import { leasedOne } from './step-write-clauses.ts';

const word = 'Canary';
const told = { name: word };
const failure = { code: 'PROVIDER_REJECTED', message: word, retryable: false } as const;
const times = { startedAt: moment(1), finishedAt: moment(2) };
const begun = { fingerprint: 'f', now: moment(1), leaseUntil: moment(60), expiresAt: moment(9_000) };

async function forget(storage: Storage, part: ForgottenPart, id: ConnectionId, limit = 100, sparesUnderWay = false) {
  const removed: number[] = [];
  let after: string | null = null;
  for (let batch = 0; batch < 50; batch++) {
    const done = await storage.retention.forget(part, id, { now: moment(61), limit, after, sparesUnderWay });
    removed.push(done.removed);
    if (done.next === null) return removed;
    after = done.next;
  }
  throw new Error('the purge finds no end');
}

function operationsOf(plane: Plane, connectionId: ConnectionId): readonly Operation[] {
  const step = { name: 'create', state: 'succeeded', result: told, error: null, ...times } as const;
  const attempt = { run: 1, number: 1, outcome: 'failed', error: failure, ...times } as const;
  const common = { connectionId, input: told, metadata: told, origin: `key:${word}` };
  return [
    endedOperation(plane, moment(2), { ...common, result: told, steps: [step] }),
    endedOperation(plane, moment(2), {
      ...common,
      state: 'failed',
      error: failure,
      attempts: [attempt],
      steps: [{ ...step, state: 'failed', result: null, error: failure }],
    }),
  ];
}

/** Everything that may be kept of a connection, with the word in it, and all of it as it is read back. */
async function plant(storage: Storage) {
  const plane = await arrangePlane(storage);
  const { id: connectionId } = await arrangeConnection(storage, plane);
  const record = sampleRecord({ fields: told, native: told });
  await storage.records.put([[ownedBy(connectionId), [record]]]);
  const projection = sampleProjection(connectionId, { status: word });
  await storage.transaction(({ projections }) => projections.put([projection]));
  const keys = ['answered', 'suspended'].map((key): IdempotencyScope => ({ ...plane, key }));
  for (const scope of keys) {
    await storage.idempotency.claim(scope, { ...begun, connectionId, leaseToken: 'a' });
    const attempt = { prepared: told, firstSentAt: moment(1), createdType: null, keys: { write: 'Zebra' } };
    await storage.idempotency.recordAttempt(scope, 'a', attempt);
    if (scope.key === 'answered') await storage.idempotency.answer(scope, 'a', { ok: true, value: told }, null);
    else await storage.idempotency.suspend(scope, 'a');
  }
  const operations = operationsOf(plane, connectionId);
  await storage.operations.insert(operations);
  const event = sampleEvent(plane, connectionId, { type: 'invoice.updated', data: told });
  const news = sampleEvent(plane, connectionId, { type: 'connection.disconnected', data: { status: 'disconnected' } });
  for (const draft of [event, news]) await storage.transaction(({ events }) => events.append([draft]));
  const { draft: delivery } = await endedDelivery(storage, plane, moment(2), {}, { eventId: event.id });
  const request = sampleLoggedRequest(plane, { connectionId, body: told, resourceId: word });
  await storage.requestLog.insert([request]);
  const part = sampleExportPart(plane, { sealedText: word });
  await storage.exports.insert([part]);
  const asked = sampleProviderRequest(plane, { connectionId, sealedRequest: word });
  await storage.providerRequests.insert(asked);
  const read = async () => ({
    records: (await listedRecords(storage, { connectionId, type: record.type }, {}, { limit: 9, page: 1 })).items,
    projections: (await storage.projections.find([projection]))[0],
    answers: await Promise.all(
      keys.map((scope) =>
        storage.idempotency.claim(scope, { ...begun, now: moment(90), connectionId, leaseToken: 'b' }),
      ),
    ),
    operations: await Promise.all(operations.map(({ id }) => storage.operations.find(plane, id))),
    events: [
      await storage.events.find(plane, event.id),
      (await storage.deliveries.find(plane, delivery.id))?.attempts[0]?.responseExcerpt === 'no' ? word : null,
    ],
    requests: await storage.requestLog.find(plane, request.id),
    exports: await storage.exports.find(plane, part.operationId, 0),
    provider_requests: await storage.providerRequests.find(plane, asked.id),
  });
  return { plane, connectionId, operations, event, news, keys, read };
}

export const forgetClauses: readonly Clause<Storage>[] = [
  {
    name: 'forget: each part loses its documents, of this connection only',
    async check(storage) {
      const own = await plant(storage);
      const other = await plant(storage);
      for (const part of forgottenParts) await forget(storage, part, own.connectionId);
      const [left, kept] = [await own.read(), await other.read()];
      for (const part of forgottenParts) {
        doesNotMatch(JSON.stringify(left[part] ?? null), /Canary/, part);
        match(JSON.stringify(kept[part]), /Canary/, part);
      }
      for (const claim of left.answers) deepEqual(claim, { kind: 'answered', answer: forgottenAnswer });
      deepEqual((await storage.events.find(own.plane, own.news.id))?.data, own.news.data);
    },
  },
  {
    name: 'forget: of operations and events the ids, states, codes and times stay',
    async check(storage) {
      const { plane, connectionId, operations, event } = await plant(storage);
      for (const part of forgottenParts) await forget(storage, part, connectionId);
      for (const before of operations) {
        const after = await storage.operations.find(plane, before.id);
        const bare = ({ input, result, error, steps, attempts, metadata, origin, ...rest }: Operation) => rest;
        deepEqual(after && bare(after), bare(before));
        deepEqual([after?.input, after?.metadata, after?.error?.code], [purgedDocument, {}, before.error?.code]);
        equal(after?.origin, null);
        deepEqual(after?.result, before.result === null ? null : purgedDocument);
        deepEqual(
          after?.steps.map(({ name, startedAt }) => [name, startedAt]),
          [['create', times.startedAt]],
        );
        deepEqual(
          after?.attempts.map(({ error }) => error?.code),
          before.attempts.map(() => failure.code),
        );
      }
      const kept = await storage.events.find(plane, event.id);
      deepEqual(kept && { ...kept, sequence: 0 }, { ...event, data: purgedDocument, sequence: 0 });
      const again = { ...event, id: sampleId('evt') };
      deepEqual(await storage.transaction(({ events }) => events.append([again])), [undefined]);
    },
  },
  {
    name: 'forget: what is held stays: keys under a lease, unfinished operations and, where asked, undelivered events',
    async check(storage) {
      const { plane, connectionId, event } = await plant(storage);
      const held = { ...plane, key: 'held' };
      const claim = { ...begun, connectionId, leaseToken: 'a', leaseUntil: moment(62) };
      await storage.idempotency.claim(held, claim);
      const live = { connectionId, finishedAt: null, nextAttemptAt: moment(), input: told };
      const unfinished = unfinishedStates.map((state) => endedOperation(plane, moment(1), { ...live, state }));
      await storage.operations.insert(unfinished);
      await endedDelivery(storage, plane, moment(1), { state: 'retrying', finishedAt: null }, { eventId: event.id });
      for (const part of forgottenParts) await forget(storage, part, connectionId, 100, true);
      equal(
        await storage.idempotency.recordAttempt(held, 'a', {
          prepared: null,
          firstSentAt: moment(),
          createdType: null,
          keys: null,
        }),
        true,
      );
      for (const { id } of unfinished) deepEqual((await storage.operations.find(plane, id))?.input, told);
      deepEqual((await storage.events.find(plane, event.id))?.data, told);
      deepEqual(await forget(storage, 'events', connectionId), [1]);
      deepEqual((await storage.events.find(plane, event.id))?.data, purgedDocument);
    },
  },
  {
    name: 'forget: of an ended operation goes what its steps were about to write, and which record they made stays',
    async check(storage) {
      const leased = await leasedOne(storage);
      const { connectionId, lease, operation, place } = leased;
      const attempt = {
        prepared: told,
        firstSentAt: moment(1),
        createdType: 'invoices',
        keys: { write: 'a' },
      } as const;
      const write = { attempt, refusals: 2, producedId: 'a' };
      equal(await storage.operations.saveWrite(lease, place.step, write), true);
      await forget(storage, 'operations', connectionId);
      deepEqual(await storage.operations.findWrite(place), write);
      const ended = settle(operation, { kind: 'cancelled' }, { startedAt: moment(10), now: moment(20), spread: 0 });
      equal(await settleOne(storage.operations, lease, ended), true);
      await forget(storage, 'operations', connectionId);
      deepEqual(await storage.operations.findWrite(place), { ...write, attempt: null });
    },
  },
  {
    name: 'forget: no batch is larger than asked, and what is forgotten is not found again',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id: connectionId } = await arrangeConnection(storage, plane);
      await storage.records.put([[ownedBy(connectionId), [1, 2, 3, 4, 5].map(() => sampleRecord())]]);
      await storage.transaction(({ projections }) =>
        projections.seed([1, 2, 3, 4, 5].map(() => sampleProjection(connectionId))),
      );
      for (let i = 0; i < 5; i++) {
        const scope = { ...plane, key: `key ${i}` };
        await storage.idempotency.claim(scope, { ...begun, connectionId, leaseToken: 'a' });
        await storage.operations.insert([endedOperation(plane, moment(2), { connectionId })]);
        const draft = sampleEvent(plane, connectionId, { type: 'invoice.updated', data: { i } });
        await storage.transaction(({ events }) => events.append([draft]));
        await storage.requestLog.insert([sampleLoggedRequest(plane, { connectionId })]);
        await storage.exports.insert([sampleExportPart(plane)]);
        await storage.providerRequests.insert(sampleProviderRequest(plane, { connectionId }));
      }
      for (const part of forgottenParts) {
        deepEqual(await forget(storage, part, connectionId, 2), [2, 2, 1], part);
        deepEqual(await forget(storage, part, connectionId, 2), [0], part);
      }
    },
  },
  {
    name: 'scrub: ends well where nobody else reads',
    async check(storage) {
      equal(await storage.retention.scrub(), 'done');
    },
  },
  {
    name: 'forget: lists and searches count what is left, after each part; those of others stay',
    async check(storage) {
      const [own, other] = [sampleId('conn'), sampleId('conn')];
      for (const id of [own, other]) {
        await storage.records.put([[ownedBy(id), Array.from({ length: 100 }, () => sampleRecord())]]);
      }
      const page = { limit: 200, page: 1 };
      const listed = (connectionId: typeof own, filter = {}) =>
        listedRecords(storage, { connectionId, type: 'invoices' }, filter, page);
      const found = async (connectionId: typeof own) => (await listed(connectionId, { contains: 'inv-1' })).total;
      await storage.retention.forget('records', own, { now: moment(), limit: 60, after: null, sparesUnderWay: false });
      const left = await listed(own);
      equal(left.total, left.items.length);
      deepEqual([left.total < 100, (await listed(other)).total], [true, 100]);
      deepEqual([await found(own), await found(other)], [left.total, 100]);
    },
  },
];

import { deepEqual, equal } from 'node:assert/strict';
import { type OperationId, type Plane, type ProviderCall, type RequestId, type Stores, tokenPath } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Beside, type Parents } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId } from '../samples.ts';

type Subject = Pick<Stores, 'providerCalls'> & Beside<'connections'> & Parents<'organizations'>;

const always = { from: new Date(0), until: moment(86_400) };

async function arrangeCaller(storage: Subject, plane: Plane) {
  const { id: connectionId } = await arrangeConnection(storage, plane);
  return (seconds: number, given: Partial<ProviderCall> = {}): ProviderCall => ({
    organizationId: plane.organizationId,
    connectionId,
    operationId: null,
    requestId: 'caller-chosen.1' as RequestId,
    method: 'GET',
    path: '/Invoices/:id',
    about: null,
    status: 200,
    bytesIn: 5_000_000_000,
    durationMs: 12,
    isApart: false,
    correlationId: 'f0e1-4d2c',
    at: moment(seconds),
    ...given,
  });
}

export const providerCallClauses: readonly Clause<Subject>[] = [
  {
    name: 'calls of an operation are read as they were kept, the latest first, no more than asked for',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const operationId: OperationId = sampleId('op');
      const silent = { status: null, bytesIn: 0, durationMs: 0, method: 'PUT', path: '/Bü\u{1f4b6}' };
      const mine = [call(1, { operationId }), call(3, { operationId, ...silent }), call(2, { operationId })];
      await storage.providerCalls.insert([...mine, call(2), call(2, { operationId: sampleId('op') })]);
      await storage.providerCalls.insert([]);
      const expected = [mine[1], mine[2], mine[0]];
      deepEqual(await storage.providerCalls.listByOperation(plane, operationId, 10), expected);
      deepEqual(await storage.providerCalls.listByOperation(plane, operationId, 2), expected.slice(0, 2));
    },
  },
  {
    name: 'of calls in one millisecond the one kept last comes first, in batches of any size',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const operationId: OperationId = sampleId('op');
      const calls = Array.from({ length: 730 }, (_, durationMs) => call(1, { operationId, durationMs }));
      await storage.providerCalls.insert(calls);
      const kept = await storage.providerCalls.listByOperation(plane, operationId, 1000);
      deepEqual(kept, calls.toReversed());
    },
  },
  {
    name: 'calls of a request are its own, not its operations\u2019, and made in that time, both ends included',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const { requestId } = call(0);
      const own = [call(1), call(2), call(3), call(4)];
      const others = [call(2, { operationId: sampleId('op') }), call(2, { requestId: 'caller-chosen.2' as RequestId })];
      await storage.providerCalls.insert([...own, ...others]);
      const list = (from: number, until: number, limit = 10) =>
        storage.providerCalls.listByRequest(plane, requestId, { from: moment(from), until: moment(until) }, limit);
      deepEqual(await list(0, 9), own.toReversed());
      deepEqual(await list(2, 3), [own[2], own[1]]);
      deepEqual(await list(0, 9, 1), [own[3]]);
      deepEqual(await list(5, 9), []);
    },
  },
  {
    name: 'calls of other organizations and environments are absent, whatever request id they were made under',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const operationId: OperationId = sampleId('op');
      const { requestId } = call(0);
      await storage.providerCalls.insert([call(1), call(2, { operationId })]);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        const strange = await arrangeCaller(storage, stranger);
        await storage.providerCalls.insert([strange(1), strange(2, { operationId })]);
      }
      deepEqual(await storage.providerCalls.listByOperation(plane, operationId, 10), [call(2, { operationId })]);
      deepEqual(await storage.providerCalls.listByRequest(plane, requestId, always, 10), [call(1)]);
    },
  },
  {
    name: 'calls of operations that are gone are removed in that time, both ends included; all others stay',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [call, other] = [await arrangeCaller(storage, plane), await arrangeCaller(storage, plane)];
      const operationId: OperationId = sampleId('op');
      const gone = [1, 2, 3, 4].map((seconds) => call(seconds, { operationId }));
      await storage.providerCalls.insert([...gone, call(2), other(2, { operationId })]);
      await storage.providerCalls.removeGone(call(0).connectionId, { from: moment(2), until: moment(3) });
      const left = await storage.providerCalls.listByOperation(plane, operationId, 10);
      deepEqual(left, [gone[3], other(2, { operationId }), gone[0]]);
      deepEqual(await storage.providerCalls.listByRequest(plane, call(0).requestId, always, 10), [call(2)]);
    },
  },
  {
    name: 'recent calls: the last good one, the latest and the third-latest of each connection of the plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [call, silent, short] = [
        await arrangeCaller(storage, plane),
        await arrangeCaller(storage, plane),
        await arrangeCaller(storage, plane),
      ];
      const [stranger] = await arrangeStrangers(storage, plane);
      if (!stranger) throw new Error('no stranger');
      const strange = await arrangeCaller(storage, stranger);
      const bad = [503, null, 429].map((status, i) => call(5 + i, { status }));
      await storage.providerCalls.insert([call(1), call(2), ...bad, short(3), strange(9)]);
      const ids = [call, silent, short, strange].map((of) => of(0).connectionId);
      const recent = await storage.providerCalls.recent(plane, ids);
      deepEqual([...recent.keys()].sort(), ids.slice(0, 3).sort());
      const told = (of: typeof call) => recent.get(of(0).connectionId);
      const latest = { at: moment(7), status: 429 };
      const noted = { syncFailures: 0, stored: { state: 'ok', reason: null } };
      deepEqual(told(call), { ...noted, lastGoodAt: moment(2), latest, thirdLatestAt: moment(5) });
      deepEqual(told(silent), { ...noted, lastGoodAt: null, latest: null, thirdLatestAt: null });
      deepEqual(told(short), {
        ...noted,
        lastGoodAt: moment(3),
        latest: { at: moment(3), status: 200 },
        thirdLatestAt: null,
      });
      equal((await storage.providerCalls.recent(plane, [])).size, 0);
      equal((await storage.providerCalls.recent(null, ids)).size, 4, 'of all');
    },
  },
  {
    name: 'recent calls: what the provider answers about the authorization, its rate or its health is bad, all else good',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const statuses = [200, 204, 304, 400, 404, 412, 422, 401, 403, 408, 429, 500, 502, 503, 504, null];
      const isGood = async (given: Partial<ProviderCall>) => {
        const call = await arrangeCaller(storage, plane);
        await storage.providerCalls.insert([call(1, given)]);
        const { connectionId } = call(0);
        return (await storage.providerCalls.recent(plane, [connectionId])).get(connectionId)?.lastGoodAt !== null;
      };
      const good: (number | null)[] = [];
      for (const status of statuses) if (await isGood({ status })) good.push(status);
      deepEqual(good, [200, 204, 304, 400, 404, 412, 422]);
      equal(await isGood({ status: 400, path: tokenPath }), false);
    },
  },
  {
    name: 'recent calls: a refusal of a call that needs a scope of its own tells nothing; all else of such a call counts',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const { connectionId } = call(0);
      const isApart = true;
      await storage.providerCalls.insert([
        call(1),
        ...[2, 3, 4].map((at) => call(at, { status: 401, isApart })),
        call(5, { status: 403, isApart }),
      ]);
      const told = async () => (await storage.providerCalls.recent(plane, [connectionId])).get(connectionId);
      deepEqual((await told())?.latest, { at: call(1).at, status: 200 });
      equal((await told())?.thirdLatestAt, null);
      await storage.providerCalls.insert([call(6, { status: 503, isApart }), call(7, { isApart })]);
      deepEqual((await told())?.latest, { at: call(7).at, status: 200 });
      deepEqual((await told())?.lastGoodAt, call(7).at);
      deepEqual((await told())?.thirdLatestAt, call(1).at);
    },
  },
  {
    name: 'a batch is kept whole or not at all',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const call = await arrangeCaller(storage, plane);
      const impossible = call(1, { method: null as unknown as string });
      const batch = [...Array.from({ length: 400 }, () => call(1)), impossible];
      await storage.providerCalls.insert(batch).then(
        () => equal('kept', 'refused'),
        () => undefined,
      );
      deepEqual(await storage.providerCalls.listByRequest(plane, call(1).requestId, always, 10), []);
    },
  },
  {
    name: 'calls of a connection, the latest first; with a record, those about it among the latest',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id: connectionId } = await arrangeConnection(storage, plane);
      const call = (seconds: number, about: string | null): ProviderCall => ({
        organizationId: plane.organizationId,
        ...{
          connectionId,
          operationId: null,
          requestId: 'r' as RequestId,
          method: 'GET',
          path: '/',
          about,
          status: 200,
        },
        ...{ bytesIn: 1, durationMs: 1, at: moment(seconds), isApart: false, correlationId: null },
      });
      const calls = [call(4, 'invoices a/b 1'), call(3, null), call(2, 'invoices a/b 1'), call(1, 'quotes a/b 1')];
      await storage.providerCalls.insert(calls.toReversed());
      const { id: another } = await arrangeConnection(storage, plane);
      await storage.providerCalls.insert([{ ...call(9, 'invoices a/b 1'), connectionId: another }]);
      const found = (of: Plane, limit: number, among: { about?: string; lookedAt: number }) =>
        storage.providerCalls.listByConnection(of, connectionId, among, limit);
      deepEqual(await found(plane, 10, { lookedAt: 10 }), calls);
      deepEqual(await found(plane, 2, { lookedAt: 10 }), calls.slice(0, 2));
      deepEqual(await found(plane, 10, { about: 'invoices a/b 1', lookedAt: 10 }), [calls[0], calls[2]]);
      deepEqual(await found(plane, 10, { about: 'invoices a/b 1', lookedAt: 2 }), [calls[0]]);
      for (const stranger of await arrangeStrangers(storage, plane))
        equal((await found(stranger, 10, { lookedAt: 10 })).length, 0);
    },
  },
];

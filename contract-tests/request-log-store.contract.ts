import { deepEqual, equal } from 'node:assert/strict';
import type { ApiKeyId, LoggedRequest, Plane, RequestId, Stores } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Beside, type Parents } from './arrange.ts';
import { checkPaging } from './check-paging.ts';
import type { Clause, Contract } from './contract.ts';
import { moment, sampleId, sampleLoggedRequest } from './samples.ts';

type Subject = Pick<Stores, 'requestLog'> & Beside<'connections'> & Parents<'organizations'>;
type Filter = Parameters<Stores['requestLog']['list']>[1];

const first = { limit: 50, page: 1 };
const withoutBody = (request: LoggedRequest) => ({ ...request, body: null });
const refused = (given: Partial<LoggedRequest> = {}): Partial<LoggedRequest> => {
  return { status: 422, code: 'PROVIDER_REJECTED', reason: 'validation', ...given };
};

type Named = Partial<LoggedRequest>;

/** `given` may name a connection of the plane. */
async function arrangeRequests(storage: Subject, given: (of: Pick<LoggedRequest, 'connectionId'>) => readonly Named[]) {
  const plane = await arrangePlane(storage);
  const { id: connectionId } = await arrangeConnection(storage, plane);
  const requests = given({ connectionId }).map((own, n) =>
    sampleLoggedRequest(plane, { createdAt: moment(n), ...own }),
  );
  await storage.requestLog.insert(requests);
  return { plane, requests, connectionId };
}

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'requests are read as they were stored, listed newest first without bodies, one by either of its ids',
    async check(storage) {
      const requestId = 'chosen.1' as RequestId;
      const { plane, requests } = await arrangeRequests(storage, (of) =>
        Array.from({ length: 5 }, (_, n) => ({
          ...(n > 2 && { ...of, resourceId: 'inv_1' }),
          requestId,
          isReplayed: n === 1,
          status: n ? 200 + n : null,
        })),
      );
      const { requestLog } = storage;
      await requestLog.insert([]);
      await requestLog.insert([{ ...requests[0], method: 'DELETE' } as LoggedRequest]);
      await checkPaging(
        (page) => requestLog.list(plane, {}, page),
        ({ id }) => id,
        requests.map(({ id }) => id).toReversed(),
      );
      deepEqual((await requestLog.list(plane, {}, first)).items, requests.map(withoutBody).toReversed());
      for (const one of requests) deepEqual(await requestLog.find(plane, one.id), one);
      deepEqual(await requestLog.find(plane, requestId), requests[4]);
      equal(await requestLog.find(plane, sampleId('req')), undefined);
    },
  },
  {
    name: 'requests of other organizations and environments are absent, whatever they are asked by',
    async check(storage) {
      const actor: ApiKeyId = sampleId('key');
      const { plane, requests, connectionId } = await arrangeRequests(storage, (of) => [refused({ actor, ...of })]);
      const [one] = requests as [LoggedRequest];
      const filters: readonly Filter[] = [
        {},
        { actor },
        { connectionId },
        { route: one.route },
        { reason: 'validation' },
      ];
      for (const stranger of await arrangeStrangers(storage, plane)) {
        for (const id of [one.id, one.requestId]) equal(await storage.requestLog.find(stranger, id), undefined);
        for (const filter of filters) {
          equal((await storage.requestLog.list(stranger, filter, first)).total, 0);
          deepEqual(await storage.requestLog.groupFailures(stranger, filter, 9), { groups: [], isWhole: true });
        }
      }
      for (const filter of filters) equal((await storage.requestLog.list(plane, filter, first)).total, 1);
    },
  },
  {
    name: 'each filter, and all of them together, keep the requests that they name',
    async check(storage) {
      const actor: ApiKeyId = sampleId('key');
      const route = '/v1/operations/:operation_id';
      const { plane, requests, connectionId } = await arrangeRequests(storage, (of) => {
        const wanted = refused({ actor, route, ...of });
        return [
          wanted,
          { ...wanted, status: 404, code: 'NOT_FOUND' },
          { ...wanted, reason: null },
          { ...wanted, actor: sampleId('key') },
          { ...wanted, connectionId: null },
          { ...wanted, route: '/v1/events' },
          { ...wanted, status: 200, code: null, reason: null },
        ];
      });
      const numbers = async (filter: Filter) => {
        const { items } = await storage.requestLog.list(plane, filter, first);
        return items.map(({ id }) => requests.findIndex((one) => one.id === id)).sort();
      };
      const filters: readonly (readonly [Filter, readonly number[]])[] = [
        [{ statuses: { from: 400, to: 599 } }, [0, 1, 2, 3, 4, 5]],
        [{ statuses: { from: 200, to: 200 } }, [6]],
        [{ code: 'NOT_FOUND' }, [1]],
        [{ reason: 'validation' }, [0, 1, 3, 4, 5]],
        [{ actor }, [0, 1, 2, 4, 5, 6]],
        [{ connectionId }, [0, 1, 2, 3, 5, 6]],
        [{ route }, [0, 1, 2, 3, 4, 6]],
        [{ createdAfter: moment(1), createdBefore: moment(4) }, [2, 3]],
      ];
      for (const [filter, expected] of filters) deepEqual(await numbers(filter), expected);
      const all = { statuses: { from: 422, to: 422 }, code: 'PROVIDER_REJECTED', reason: 'validation' } as const;
      deepEqual(await numbers({ ...all, actor, connectionId, route, createdBefore: moment(9) }), [0]);
    },
  },
  {
    name: 'failures are grouped by code, reason and route, the largest group first, among the newest only',
    async check(storage) {
      const conflict = refused({ status: 409, code: 'CONFLICT', reason: 'record_busy' });
      const { plane } = await arrangeRequests(storage, () => [
        conflict,
        refused(),
        { status: 200 },
        refused(),
        conflict,
        conflict,
      ]);
      const groups = async (most: number, filter: Filter = {}) => {
        const found = await storage.requestLog.groupFailures(plane, filter, most);
        return [found.groups.map(({ code, count, latestAt }) => [code, count, +latestAt]), found.isWhole];
      };
      const [busy, rejected] = [
        ['CONFLICT', 3, +moment(5)],
        ['PROVIDER_REJECTED', 2, +moment(3)],
      ];
      deepEqual(await groups(5), [[busy, rejected], true]);
      deepEqual(await groups(9, { reason: 'validation' }), [[rejected], true]);
      equal((await groups(4))[1], false);
    },
  },
  {
    name: 'a group counts what its requests stand for, and is whole by the number of requests',
    async check(storage) {
      const { plane, requests } = await arrangeRequests(storage, () => [
        { status: 409, code: 'CONFLICT', reason: 'record_busy' },
        { status: 409, code: 'CONFLICT', reason: 'record_busy' },
        refused({ repeats: 94 }),
      ]);
      const { groups, isWhole } = await storage.requestLog.groupFailures(plane, {}, 3);
      deepEqual([groups.map(({ count }) => count), isWhole], [[95, 2], true]);
      deepEqual((await storage.requestLog.find(plane, requests[2]?.id as RequestId))?.repeats, 94);
    },
  },
  {
    name: 'of a connection with zero retention or none any more, nothing is stored that may quote its records',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [, stranger] = (await arrangeStrangers(storage, plane)) as [Plane, Plane];
      const told = async (connectionId: LoggedRequest['connectionId']) => {
        const request = sampleLoggedRequest(plane, { connectionId, resourceId: 'inv_1' });
        await storage.requestLog.insert([request]);
        const found = await storage.requestLog.find(plane, request.id);
        const bare = { error: 0, resourceId: 0, path: 0, body: 0, connectionId: 0, client: 0, requestRef: 0 };
        deepEqual({ ...found, ...bare }, { ...request, ...bare });
        for (const part of [found?.path, found?.client, found?.requestRef]) equal(part === null, found?.body === null);
        return [found?.connectionId, found?.error, found?.resourceId, found?.body].map((part) => part !== null);
      };
      const of = async (owner: Plane, given: Parameters<typeof arrangeConnection>[2]) =>
        told((await arrangeConnection(storage, owner, given)).id);
      deepEqual(await of(plane, { retentionMode: 'zero' }), [true, false, false, false]);
      deepEqual(await of(plane, { status: 'disconnected' }), [true, false, false, false]);
      deepEqual(await of(plane, { retentionMode: 'cached' }), [true, true, true, true]);
      deepEqual(await of(stranger, { retentionMode: 'cached' }), [false, true, false, false]);
      deepEqual(await told(null), [false, true, false, true]);
    },
  },
];

export const requestLogStoreContract: Contract<Subject> = { port: 'RequestLogStore', clauses };

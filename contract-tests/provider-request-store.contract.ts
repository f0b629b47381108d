import { deepEqual, equal } from 'node:assert/strict';
import type { ProviderRequest, RequestEnd, Stores } from '#core/ports';
import { checkPaging } from './check-paging.ts';
import type { Contract } from './contract.ts';
import { moment, sampleId, samplePlane, sampleProviderRequest } from './samples.ts';

type Subject = Pick<Stores, 'providerRequests'>;

const done: RequestEnd = {
  ...{ outcome: 'done', status: 200, bytes: 12, correlationId: 'c-1', endedAt: moment(5), settlement: null },
  forgets: false,
};
const settled: RequestEnd = {
  ...{ outcome: 'refused', status: null, bytes: null, correlationId: null, endedAt: moment(9) },
  settlement: { by: 'user_1', byName: 'Ada', reason: 'The group is not there' },
  forgets: true,
};

export const providerRequestStoreContract: Contract<Subject> = {
  port: 'ProviderRequestStore',
  clauses: [
    {
      name: 'provider requests: found as stored, by their own plane only, and stored once',
      async check({ providerRequests }) {
        const plane = samplePlane();
        const request = sampleProviderRequest(plane);
        await providerRequests.insert(request);
        await providerRequests.insert({ ...request, outcome: 'done', sealedRequest: null });
        deepEqual(await providerRequests.find(plane, request.id), request);
        const ended = sampleProviderRequest(plane, {
          ...{ effect: 'read', method: 'GET', outcome: 'refused', status: 404, bytes: 0, correlationId: 'c-2' },
          ...{ actorName: null, sealedRequest: null, endedAt: moment(3) },
        });
        await providerRequests.insert(ended);
        deepEqual(await providerRequests.find(plane, ended.id), ended);
        equal(await providerRequests.find(plane, sampleId('prq')), undefined);
        for (const other of [samplePlane(), { ...plane, environment: 'live' } as const])
          equal(await providerRequests.find(other, request.id), undefined);
      },
    },
    {
      name: 'provider requests: an unknown outcome ends once, and what was sent is forgotten where it must be',
      async check({ providerRequests }) {
        const plane = samplePlane();
        const [one, other] = [sampleProviderRequest(plane), sampleProviderRequest(plane)];
        for (const request of [one, other]) await providerRequests.insert(request);
        equal(await providerRequests.end(samplePlane(), one.id, done), false);
        const ends = await Promise.all([1, 2].map(() => providerRequests.end(plane, one.id, done)));
        deepEqual(ends.sort(), [false, true]);
        equal(await providerRequests.end(plane, other.id, settled), true);
        equal(await providerRequests.end(plane, other.id, done), false);
        const withEnd = (request: ProviderRequest, { forgets, ...end }: RequestEnd) => {
          return { ...request, ...end, ...(forgets && { sealedRequest: null }) };
        };
        deepEqual(await providerRequests.find(plane, one.id), withEnd(one, done));
        deepEqual(await providerRequests.find(plane, other.id), withEnd(other, settled));
      },
    },
    {
      name: 'provider requests: one of unknown outcome is removed, one that has ended stays',
      async check({ providerRequests }) {
        const plane = samplePlane();
        const [open, ended] = [sampleProviderRequest(plane), sampleProviderRequest(plane)];
        for (const request of [open, ended]) await providerRequests.insert(request);
        await providerRequests.end(plane, ended.id, done);
        await providerRequests.remove(samplePlane(), open.id);
        equal((await providerRequests.find(plane, open.id))?.id, open.id);
        for (const { id } of [open, ended]) await providerRequests.remove(plane, id);
        equal(await providerRequests.find(plane, open.id), undefined);
        equal((await providerRequests.find(plane, ended.id))?.outcome, 'done');
      },
    },
    {
      name: 'provider requests: listed newest first, by connection, outcome, effect and time, without what was sent',
      async check({ providerRequests }) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        const make = async (seconds: number, given: Partial<ProviderRequest>) => {
          const request = sampleProviderRequest(plane, { connectionId, createdAt: moment(seconds), ...given });
          await providerRequests.insert(request);
          return request.id;
        };
        const unknown = await make(1, {});
        const read = await make(2, { effect: 'read', method: 'GET', outcome: 'done', sealedRequest: null });
        const refused = await make(3, { outcome: 'refused' });
        await make(4, { connectionId: sampleId('conn') });
        const list = async (filter: Parameters<Subject['providerRequests']['list']>[2], owner = plane) =>
          (await providerRequests.list(owner, connectionId, filter, { limit: 9, page: 1 })).items;
        const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id);
        deepEqual(await ids({}), [refused, read, unknown]);
        deepEqual(await ids({ outcome: 'unknown' }), [unknown]);
        deepEqual(await ids({ outcome: 'refused', effect: 'write' }), [refused]);
        deepEqual(await ids({ effect: 'read' }), [read]);
        deepEqual(await ids({ createdAfter: moment(1), createdBefore: moment(3) }), [read]);
        deepEqual(await ids({}, samplePlane()), []);
        deepEqual(new Set((await list({})).map(({ sealedRequest }) => sealedRequest)), new Set([null]));
      },
    },
    {
      name: 'provider requests: every page, each once, even if several have one time',
      async check({ providerRequests }) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        const stored = [1, 1, 2, 3, 3].map((at) => {
          return sampleProviderRequest(plane, { connectionId, createdAt: moment(at), sealedRequest: null });
        });
        for (const request of stored) await providerRequests.insert(request);
        const newestFirst = stored.toSorted((a, b) => +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1));
        await checkPaging(
          (page) => providerRequests.list(plane, connectionId, {}, page),
          ({ id }) => id,
          newestFirst.map(({ id }) => id),
        );
      },
    },
  ],
};

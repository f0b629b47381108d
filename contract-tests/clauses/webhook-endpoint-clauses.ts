import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { WebhookEndpoint } from '#core/ports';
import { arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import { checkPaging } from '../check-paging.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleEndpoint } from '../samples.ts';

type Subject = StorageOf<'webhookEndpoints'> & Parents<'organizations'>;

const idOf = (endpoint: WebhookEndpoint): string => endpoint.id;

async function insertAll(storage: Subject, endpoints: readonly WebhookEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) await storage.webhookEndpoints.insert(endpoint);
}

export const webhookEndpointClauses: readonly Clause<Subject>[] = [
  {
    name: 'endpoints: found as inserted in its plane; absent in every other, and when removed',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpoint = sampleEndpoint(plane, {
        eventTypes: ['*'],
        description: 'd',
        sealedPreviousSecret: 'p',
        previousSecretUntil: moment(9),
      });
      await storage.webhookEndpoints.insert(endpoint);
      deepEqual(await storage.webhookEndpoints.find(plane, endpoint.id), endpoint);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.webhookEndpoints.find(stranger, endpoint.id), undefined);
        await storage.webhookEndpoints.update({ ...endpoint, ...stranger, status: 'deleted' });
      }
      const disabled = { ...endpoint, status: 'disabled' as const, statusReason: 'gone', updatedAt: moment(3) };
      await storage.webhookEndpoints.update(disabled);
      deepEqual(await storage.webhookEndpoints.find(plane, endpoint.id), disabled);
      await storage.webhookEndpoints.update({ ...disabled, status: 'deleted' });
      equal(await storage.webhookEndpoints.find(plane, endpoint.id), undefined);
    },
  },
  {
    name: 'endpoints: a list pages through one plane, newest first, without removed ones',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const kept = [1, 2, 2, 3, 4].map((at) => sampleEndpoint(plane, { createdAt: moment(at) }));
      await insertAll(storage, [...kept, sampleEndpoint(plane, { status: 'deleted' })]);
      await insertAll(
        storage,
        (await arrangeStrangers(storage, plane)).map((stranger) => sampleEndpoint(stranger)),
      );
      await checkPaging((page) => storage.webhookEndpoints.list(plane, page), idOf, [...kept].reverse().map(idOf));
    },
  },
  {
    name: 'endpoints: enabled ones of several planes are listed together, by id; no others, and all are counted',
    async check(storage) {
      const [plane, second] = [await arrangePlane(storage), await arrangePlane(storage)];
      const enabled = [1, 2, 3].map((at) => sampleEndpoint(at === 2 ? second : plane, { createdAt: moment(at) }));
      await insertAll(storage, [
        ...enabled,
        sampleEndpoint(plane, { status: 'disabled' }),
        sampleEndpoint(plane, { status: 'deleted' }),
        ...(await arrangeStrangers(storage, plane)).map((stranger) => sampleEndpoint(stranger)),
      ]);
      const found = await storage.webhookEndpoints.listEnabled([plane, second, plane]);
      deepEqual(
        found.toSorted((a, b) => +a.createdAt - +b.createdAt),
        enabled,
      );
      deepEqual(found.map(idOf), enabled.map(idOf).toSorted());
      equal(await storage.webhookEndpoints.count(plane), 3);
    },
  },
  {
    name: 'endpoints: one that is locked stays as it was read until the transaction ends; absent as for find',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpoint = sampleEndpoint(plane, { description: '0' });
      await insertAll(storage, [endpoint]);
      await warm(storage);
      await atOnce(16, () =>
        storage.transaction(async ({ webhookEndpoints }) => {
          const held = await webhookEndpoints.lock(plane, endpoint.id);
          if (held) await webhookEndpoints.update({ ...held, description: String(Number(held.description) + 1) });
        }),
      );
      equal((await storage.webhookEndpoints.find(plane, endpoint.id))?.description, '16');
      const locked = (by: typeof plane) =>
        storage.transaction(({ webhookEndpoints }) => webhookEndpoints.lock(by, endpoint.id));
      for (const stranger of await arrangeStrangers(storage, plane)) equal(await locked(stranger), undefined);
      await storage.webhookEndpoints.update({ ...endpoint, status: 'deleted' });
      equal(await locked(plane), undefined);
      await rejects(storage.webhookEndpoints.lock(plane, endpoint.id));
    },
  },
];

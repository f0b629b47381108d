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
    name: 'endpoints: subscribed are the enabled ones that name the type, or all types',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const named = sampleEndpoint(plane, { eventTypes: ['invoice.updated', 'invoice.payment_changed'] });
      const every = sampleEndpoint(plane, { eventTypes: ['*'] });
      await insertAll(storage, [
        named,
        every,
        sampleEndpoint(plane, { eventTypes: ['invoice.updated'] }),
        sampleEndpoint(plane, { eventTypes: ['*'], status: 'disabled' }),
        sampleEndpoint(plane, { eventTypes: ['*'], status: 'deleted' }),
        ...(await arrangeStrangers(storage, plane)).map((stranger) => sampleEndpoint(stranger, { eventTypes: ['*'] })),
      ]);
      const found = await storage.webhookEndpoints.listSubscribed(plane, 'invoice.payment_changed');
      deepEqual(found.map(idOf).sort(), [named.id, every.id].sort());
      deepEqual((await storage.webhookEndpoints.listSubscribed(plane, 'automation.failed')).map(idOf), [every.id]);
    },
  },
  {
    name: 'endpoints: a hundred subscribers at most, however many others there are',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const mixed = Array.from({ length: 210 }, (_, i) =>
        sampleEndpoint(plane, { eventTypes: [i % 2 === 0 ? 'sync.completed' : 'invoice.paid'] }),
      );
      await storage.transaction(async ({ webhookEndpoints }) => {
        for (const endpoint of mixed) await webhookEndpoints.insert(endpoint);
      });
      equal((await storage.webhookEndpoints.listSubscribed(plane, 'invoice.paid')).length, 100);
      await insertAll(storage, [
        sampleEndpoint(plane, { status: 'disabled' }),
        sampleEndpoint(plane, { status: 'deleted' }),
        ...(await arrangeStrangers(storage, plane)).map((stranger) => sampleEndpoint(stranger)),
      ]);
      equal(await storage.webhookEndpoints.count(plane), 211);
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

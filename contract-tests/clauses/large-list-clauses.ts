// No list answers with more than a page may hold, whatever its items are made of.
import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  type Keyset,
  type Listed,
  listedDocumentBytesMost,
  type Operation,
  type Page,
  type PageRequest,
  pageBytesMost,
} from '#core/ports';
import { arrangeConnection, arrangePlane, type Parents, type StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import {
  moment,
  ownedBy,
  sampleDelivery,
  sampleEvent,
  sampleId,
  sampleOperation,
  samplePlane,
  sampleRecord,
} from '../samples.ts';

const most = { limit: 200, page: 1 };
const items = Array.from({ length: 90 }, (_, i) => i);
/** JSON of as many bytes, of characters of three bytes each. */
const document = (bytes: number) => ({ text: '€'.repeat((bytes - '{"text":""}'.length) / 3) });
/** The largest document that a list shows, and the smallest that it does not. */
const [fits, large] = [document(listedDocumentBytesMost - 3), document(listedDocumentBytesMost + 3)];

/** Reads on by cursor; every page fits, and together they are all items in order. */
async function checkPages<T extends object>(
  list: (request: PageRequest) => Promise<Page<Listed<T>>>,
  idOf: (item: T) => string,
  expected: readonly string[],
): Promise<void> {
  const seen: string[] = [];
  let page = await list(most);
  ok(page.hasMore && page.items.length < expected.length, 'the first page ended early');
  for (let next: Keyset | null; ; page = await list({ limit: 200, after: next })) {
    equal(page.total, expected.length);
    ok(page.items.length > 0, 'a page before the last holds something');
    ok(Buffer.byteLength(JSON.stringify(page.items)) <= pageBytesMost, 'a page fits');
    seen.push(...page.items.map(idOf));
    next = page.next;
    equal(page.hasMore, next !== null);
    if (next === null) break;
  }
  deepEqual(seen, expected);
}

const newestFirst = <T>(made: readonly T[]): readonly T[] => made.toReversed();
const idOf = ({ id }: { readonly id: string }): string => id;

export const largeOperationClauses: readonly Clause<StorageOf<'operations'>>[] = [
  {
    name: 'a page of operations ends at its bytes, under every way of reading it, and reading on skips none',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const step = { name: 's', state: 'succeeded', error: null, startedAt: moment(), finishedAt: moment() } as const;
      const parts: readonly Partial<Operation>[] = [{ input: fits }, { steps: [{ ...step, result: fits }] }];
      const made = items.map((i) =>
        sampleOperation(plane, { connectionId, createdAt: moment(i), ...parts[i % parts.length] }),
      );
      await storage.operations.insert(made);
      const ids = newestFirst(made).map(idOf);
      for (const filter of [{}, { state: 'queued' }, { connectionId }] as const) {
        await checkPages((request) => storage.operations.list(plane, filter, request), idOf, ids);
      }
      // By number a page begins where it would if all had fitted.
      deepEqual((await storage.operations.list(plane, {}, { limit: 80, page: 2 })).items.map(idOf), ids.slice(80));
    },
  },
  {
    name: 'a document that is too large for a list is left out and named, and is whole in the single read',
    async check(storage) {
      const plane = samplePlane();
      const step = { state: 'succeeded', error: null, startedAt: moment(), finishedAt: moment() } as const;
      const steps = [large, fits].map((result, i) => ({ ...step, name: `s${i}`, result }));
      const operation = sampleOperation(plane, { input: large, result: fits, metadata: large, steps });
      await storage.operations.insert([operation]);
      const [item] = (await storage.operations.list(plane, {}, most)).items;
      const left = {
        input: {},
        metadata: {},
        steps: steps.map((one, i) => (i === 0 ? { ...one, result: null } : one)),
      };
      deepEqual(item, { ...operation, ...left, truncated: ['input', 'metadata', 'steps[0].result'] });
      deepEqual(await storage.operations.find(plane, operation.id), operation);
    },
  },
];

export const largeEventClauses: readonly Clause<StorageOf<'events'>>[] = [
  {
    name: 'a page of events ends at its bytes; data that is too large is left out and named',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const made = items.map((i) =>
        sampleEvent(plane, connectionId, { createdAt: moment(i), data: i === 0 ? large : fits }),
      );
      for (const draft of made) await storage.transaction(({ events }) => events.append([draft]));
      const list = (request: PageRequest) => storage.events.list(plane, {}, request);
      await checkPages(list, idOf, newestFirst(made).map(idOf));
      const [last] = (await list({ limit: 1, page: items.length })).items;
      deepEqual([last?.data, last?.truncated], [{}, ['data']]);
      deepEqual((await storage.events.find(plane, made[0]?.id ?? sampleId('evt')))?.data, large);
    },
  },
];

export const largeConnectionClauses: readonly Clause<StorageOf<'connections'> & Parents<'organizations'>>[] = [
  {
    name: 'a page of connections ends at its bytes; metadata that is too large is left out and named',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const made: string[] = [];
      for (const i of items) {
        const metadata = i === 0 ? large : fits;
        made.push((await arrangeConnection(storage, plane, { createdAt: moment(i), metadata })).id);
      }
      const list = (request: PageRequest) => storage.connections.list(plane, {}, request);
      await checkPages(list, idOf, newestFirst(made));
      const [last] = (await list({ limit: 1, page: items.length })).items;
      deepEqual([last?.metadata, last?.truncated], [{}, ['metadata']]);
    },
  },
];

export const largeRecordClauses: readonly Clause<StorageOf<'records'>>[] = [
  {
    name: 'a page of records ends at its bytes, native documents counted only where they are asked for',
    async check(storage) {
      const connectionId = sampleId('conn');
      const made = items.map((i) => sampleRecord({ fetchedAt: moment(i), fields: { number: `${i}` }, native: fits }));
      await storage.records.put([[ownedBy(connectionId), made]]);
      const ids = newestFirst(made).map(({ providerId }) => providerId);
      const list = (withoutNative: boolean) => (request: PageRequest) =>
        listedRecords(storage, { connectionId, type: 'invoices' }, { withoutNative }, request);
      await checkPages(list(false), ({ providerId }) => providerId, ids);
      const bare = await list(true)(most);
      deepEqual(
        bare.items,
        newestFirst(made).map((record) => ({ ...record, native: {} })),
      );
    },
  },
  {
    name: 'of a record what is too large for a list is null and named, the rest is there',
    async check(storage) {
      const connectionId = sampleId('conn');
      const record = sampleRecord({ fields: { number: 'INV-1', line_items: [large], payments: [] }, native: large });
      await storage.records.put([[ownedBy(connectionId), [record]]]);
      const [item] = (await listedRecords(storage, { connectionId, type: 'invoices' }, {}, most)).items;
      const fields = { number: 'INV-1', line_items: null, payments: [] };
      deepEqual(item, { ...record, fields, native: {}, truncated: ['line_items', 'provider_data'] });
    },
  },
];

export const largeDeliveryClauses: readonly Clause<StorageOf<'deliveries' | 'operations'>>[] = [
  {
    name: 'a page of deliveries ends at its bytes; attempts that are too large are counted, and left out by name',
    async check(storage) {
      const plane = samplePlane();
      const endpointId = sampleId('we');
      const operations = items.map((i) =>
        sampleOperation(plane, { type: 'webhook.deliver', subject: endpointId, createdAt: moment(i) }),
      );
      const deliveries = operations.map((operation) => sampleDelivery(operation, { endpointId }));
      await storage.operations.insert(operations);
      await storage.deliveries.insert(deliveries);
      const attempt = { run: 1, at: moment(), durationMs: 1, responseStatus: 500, error: null };
      for (const [i, { id }] of deliveries.entries()) {
        for (let number = 1; number <= (i === 0 ? 9 : 8); number++) {
          await storage.deliveries.addAttempts([
            {
              organizationId: plane.organizationId,
              deliveryId: id,
              ...attempt,
              number,
              responseExcerpt: 'x'.repeat(8_192),
            },
          ]);
        }
      }
      for (const filter of [{}, { state: 'queued' }] as const) {
        const list = (request: PageRequest) => storage.deliveries.list(plane, filter, request);
        await checkPages(list, idOf, newestFirst(deliveries).map(idOf));
        const [last] = (await list({ limit: 1, page: items.length })).items;
        equal(last?.attempts.length, 9);
        deepEqual(last.truncated, ['attempts', 'response_excerpt']);
        ok(last.attempts.every(({ responseExcerpt }) => responseExcerpt === null));
      }
    },
  },
];

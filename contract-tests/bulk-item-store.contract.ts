import { deepEqual, equal } from 'node:assert/strict';
import type { BulkItem, Operation, Plane, Stores } from '#core/ports';
import { type Beside, strangersOf } from './arrange.ts';
import { checkToldTotal } from './check-paging.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleBulkItem, sampleId, sampleOperation, samplePlane } from './samples.ts';

type Subject = Pick<Stores, 'bulkItems' | 'idempotency' | 'retention' | 'operations'> & Beside<'operations'>;

async function arrangeItems(
  { operations, bulkItems }: Subject,
  given: readonly Partial<BulkItem>[],
  operation: Partial<Operation> = {},
): Promise<readonly BulkItem[]> {
  const bulk = sampleOperation(samplePlane(), { type: 'records.bulk', connectionId: sampleId('conn'), ...operation });
  await operations.insert([bulk]);
  const items = given.map((item, position) => sampleBulkItem(bulk, { position, ...item }));
  await bulkItems.put(items);
  return items;
}

const first = { limit: 200, page: 1 };
const idOf = ({ operationId }: BulkItem) => operationId;
const keysOf = (items: readonly BulkItem[]) => items.map(({ itemKey }) => itemKey);
const bare = (item: BulkItem): BulkItem => ({ ...item, body: null, sealedBody: null });

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'items are read as they were stored, listed in their order without bodies, by status, page and cursor',
    async check(storage) {
      const error = { code: 'PROVIDER_REJECTED', message: 'no “such” account', details: { reason: 'x' } } as const;
      const items = await arrangeItems(storage, [
        { body: '{"a":"\\u0000 é"}', targetId: 't' },
        { status: 'failed', error, warnings: [{ code: 'echo_differs', path: 'a[0].b', message: '“b” is gone' }] },
        { sealedBody: 'v1.k.x', body: null },
      ]);
      const [one, two, three] = items as [BulkItem, BulkItem, BulkItem];
      const { bulkItems } = storage;
      const list = (plane: Plane, status?: BulkItem['status'], page: Parameters<typeof bulkItems.list>[3] = first) =>
        bulkItems.list(plane, idOf(one), status, page);
      deepEqual(await bulkItems.undecided(idOf(one), 1, 9), [two, three, one]);
      deepEqual((await list(one)).items, items.map(bare));
      deepEqual(keysOf((await list(one, 'failed')).items), ['1']);
      for (const stranger of strangersOf(one)) deepEqual((await list(stranger)).items, []);
      const page = await list(one, undefined, { limit: 2, page: 1 });
      deepEqual([keysOf(page.items), page.total, page.hasMore], [['0', '1'], 3, true]);
      for (const request of [{ limit: 2, page: 2 }, page.next && { limit: 2, after: page.next }]) {
        const next = await list(one, undefined, request ?? first);
        deepEqual([keysOf(next.items), next.total, next.hasMore, next.next], [['2'], 3, false, null]);
      }
      await checkToldTotal(
        (request) => list(one, undefined, request),
        ({ itemKey }) => itemKey,
        ['0', '1', '2'],
      );
    },
  },
  {
    name: 'undecided are the pending, and what an earlier run left: sent ones by their calls, then creates, then changes',
    async check(storage) {
      const items = await arrangeItems(storage, [
        { targetId: 't' },
        {},
        { status: 'failed', run: 1 },
        { status: 'failed', run: 2 },
        { status: 'unknown', run: 1, call: 4 },
        { status: 'unknown', run: 0, call: 3, targetId: 'u' },
        { status: 'unknown', run: 2, call: 2 },
        { status: 'succeeded', run: 1, call: 1 },
      ]);
      const [{ operationId }] = items as [BulkItem];
      await arrangeItems(storage, [{}]);
      const { bulkItems } = storage;
      deepEqual(keysOf(await bulkItems.undecided(operationId, 2, 9)), ['5', '4', '1', '2', '0']);
      deepEqual(keysOf(await bulkItems.undecided(operationId, 1, 9)), ['5', '1', '0']);
      deepEqual(keysOf(await bulkItems.undecided(operationId, 2, 2)), ['5', '4']);
      const counts = { total: 8, succeeded: 1, failed: 2, unknown: 3, pending: 2 };
      deepEqual(await bulkItems.tally(operationId), { counts, lastCall: 4 });
      deepEqual((await bulkItems.tally(sampleId('op'))).counts.total, 0);
    },
  },
  {
    name: 'an update stores what became of items, and what was written loses its body',
    async check(storage) {
      const items = await arrangeItems(storage, [{ sealedBody: 's' }, { sealedBody: 's' }, { sealedBody: 's' }]);
      const [one, two, three] = items as [BulkItem, BulkItem, BulkItem];
      const error = { code: 'NOT_FOUND', message: 'gone', details: {} } as const;
      const failed = { ...two, status: 'failed', call: 7, together: 3, run: 2, error } as const;
      await storage.bulkItems.update([{ ...one, status: 'succeeded', providerId: 'p', call: 7, run: 2 }, failed]);
      await storage.bulkItems.update([]);
      deepEqual(await storage.bulkItems.undecided(one.operationId, 3, 9), [failed, three]);
      const { items: listed } = await storage.bulkItems.list(one, one.operationId, 'succeeded', first);
      deepEqual(listed, [bare({ ...one, status: 'succeeded', providerId: 'p', call: 7, run: 2 })]);
      await storage.bulkItems.dropSealed(one.operationId);
      const left = [failed, three].map((item) => ({ ...item, sealedBody: null }));
      deepEqual(await storage.bulkItems.undecided(one.operationId, 3, 9), left);
      const other = { ...three, targetId: 't', body: '{"b":1}', sealedBody: null, together: 2 };
      await storage.bulkItems.put([other]);
      deepEqual(await storage.bulkItems.undecided(one.operationId, 3, 9), [left[0], other]);
    },
  },
  {
    name: 'unfinished bulk writes of the connection are counted up to a limit',
    async check(storage) {
      const connectionId = sampleId('conn');
      await arrangeItems(storage, [{}], { connectionId });
      await arrangeItems(storage, [{}], { connectionId, state: 'retrying' });
      await arrangeItems(storage, [{}], { connectionId, state: 'failed', nextAttemptAt: null });
      await arrangeItems(storage, [], { connectionId, type: 'connection.sync' });
      await arrangeItems(storage, [{}]);
      equal(await storage.bulkItems.countUnfinished(connectionId, 10), 2);
      equal(await storage.bulkItems.countUnfinished(connectionId, 1), 1);
    },
  },
  {
    name: 'what items created other writes have not created, and a disconnect leaves only what became of them',
    async check(storage) {
      const ended = { state: 'failed', nextAttemptAt: null, finishedAt: new Date(0) } as const;
      const written = { status: 'succeeded', body: null } as const;
      const error = { code: 'PROVIDER_REJECTED', message: 'quotes the record', details: {} } as const;
      const items = await arrangeItems(
        storage,
        [
          { ...written, providerId: 'a' },
          { ...written, providerId: 'b', targetId: 'b' },
          { status: 'failed', error },
        ],
        ended,
      );
      const [one, two, three] = items as [BulkItem, BulkItem, BulkItem];
      const { connectionId, type } = one;
      const writer = { operationId: sampleId('op'), step: 'call 1' };
      const producedOf = async (place: Parameters<typeof storage.idempotency.producedByOthers>[0]) => [
        ...(await storage.idempotency.producedByOthers(place, ['a', 'b', 'c'], writer)),
      ];
      deepEqual(await producedOf({ connectionId, type }), ['a']);
      deepEqual(await producedOf({ connectionId, type: 'quotes' }), []);
      deepEqual(await producedOf({ connectionId: sampleId('conn'), type }), []);
      const cut = { now: new Date(), limit: 10, after: null, sparesUnderWay: false };
      await storage.retention.forget('operations', connectionId, cut);
      const { items: left } = await storage.bulkItems.list(one, one.operationId, undefined, first);
      deepEqual(
        left,
        [one, two, three].map((item) => ({ ...bare(item), itemKey: '', error: null })),
      );
    },
  },
];

export const bulkItemStoreContract: Contract<Subject> = { port: 'BulkItemStore', clauses };

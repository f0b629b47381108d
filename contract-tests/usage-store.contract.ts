import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { Meter, Plane, Storage, UsageEvent, UsageTotal } from '#core/ports';
import { type StorageOf, strangersOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { checkToldTotal } from './check-paging.ts';
import type { Contract } from './contract.ts';
import { moment, sampleId, samplePlane } from './samples.ts';

type Subject = StorageOf<'usage'>;

const today = '2026-01-15';
const all = { from: '2025-01-01', to: '2026-12-31' } as const;
const page = { limit: 200, page: 1 };
const connection = sampleId('conn');

function used(plane: Plane, given: Partial<UsageEvent> = {}): UsageEvent {
  const { organizationId, environment } = plane;
  const one = { organizationId, environment, connectionId: connection, quantity: 1, at: moment() };
  return { ...one, id: sampleId('req'), meter: 'write', ...given };
}

async function totals(
  { usage }: Pick<Storage, 'usage'>,
  plane: Plane,
  asked: Partial<Parameters<Storage['usage']['read']>[1]> = {},
): Promise<readonly UsageTotal[]> {
  return (await usage.read(plane, { ...all, groupBy: 'meter', ...asked }, page)).items;
}

const total = (meter: Meter, quantity: number, key: Partial<UsageTotal> = {}): UsageTotal => ({
  day: null,
  connectionId: null,
  ...key,
  meter,
  quantity,
});

async function rollUpAll({ usage }: Subject, limit = 500): Promise<void> {
  for (let batch = 0; batch < 100; batch++) if ((await usage.rollUp(limit, moment(60))) === 0) return;
  throw new Error('there is always more to roll up');
}

export const usageStoreContract: Contract<Subject> = {
  port: 'UsageStore',
  clauses: [
    {
      name: 'what was used counts at once, and the same when it is in its day',
      async check(storage) {
        const plane = samplePlane();
        await storage.usage.insert([]);
        deepEqual(await totals(storage, plane), []);
        const big = used(plane, { meter: 'provider_bytes_in', quantity: 5_000_000_000 });
        await storage.usage.insert([used(plane), used(plane, { quantity: 4 }), big]);
        const expected = [total('write', 5), total('provider_bytes_in', 5_000_000_000)];
        deepEqual(await totals(storage, plane), expected);
        equal(await storage.usage.rollUp(2, moment(60)), 2);
        deepEqual(await totals(storage, plane), expected);
        equal(await storage.usage.rollUp(2, moment(60)), 1);
        equal(await storage.usage.rollUp(2, moment(60)), 0);
        deepEqual(await totals(storage, plane), expected);
        await storage.usage.insert([used(plane)]);
        deepEqual((await totals(storage, plane))[0], total('write', 6));
        await rollUpAll(storage);
        deepEqual((await totals(storage, plane))[0], total('write', 6));
      },
    },
    {
      name: 'an event counts once for its id and meter, before and after it is in its day',
      async check(storage) {
        const plane = samplePlane();
        const event = used(plane);
        await storage.usage.insert([event]);
        await storage.usage.insert([event, used(plane), { ...event, meter: 'read_live' }]);
        const expected = [total('write', 2), total('read_live', 1)];
        deepEqual(await totals(storage, plane), expected);
        await rollUpAll(storage);
        await storage.usage.insert([event]);
        equal(await storage.usage.rollUp(9, moment(60)), 0);
        deepEqual(await totals(storage, plane), expected);
      },
    },
    {
      name: 'a transaction that is given up used nothing, and put nothing into its day',
      async check(storage) {
        const plane = samplePlane();
        await storage.usage.insert([used(plane)]);
        const failed = storage.transaction(async (stores) => {
          await stores.usage.insert([used(plane)]);
          equal(await stores.usage.rollUp(9, moment(60)), 2);
          deepEqual(await totals(stores, plane), [total('write', 2)]);
          throw new Error('no');
        });
        await rejects(failed, /no/);
        deepEqual(await totals(storage, plane), [total('write', 1)]);
        equal(await storage.usage.rollUp(9, moment(60)), 1);
      },
    },
    {
      name: 'a connection takes only so many bytes of a day, however many ask at once; another day begins with nothing',
      async check({ usage }) {
        const { organizationId } = samplePlane();
        const [one, other] = [sampleId('conn'), sampleId('conn')].map((id) => ({ id, organizationId }));
        const take = (connection: typeof one, day: number, bytes: number, most = 100) =>
          usage.takeBytes(connection as NonNullable<typeof one>, day, { bytes, most });
        equal(await take(one, 7, 101), false);
        equal(await take(one, 7, 0), true);
        const asked = await atOnce(10, () => take(one, 7, 30));
        equal(asked.filter(Boolean).length, 3);
        equal(await take(one, 7, 11), false);
        equal(await take(one, 7, 10), true);
        equal(await take(one, 7, 1), false);
        equal(await take(other, 7, 100), true, 'of another connection');
        equal(await take(one, 8, 100), true, 'of another day');
        equal(await take(one, 8, 1), false);
        equal(await take(one, 8, 1, 101), true);
        equal(await take(one, 9, 5_000_000_000, 5_000_000_000), true);
      },
    },
    {
      name: 'sums are told by day, by connection and by meter; the last days come first',
      async check(storage) {
        const plane = samplePlane();
        const other = sampleId('conn');
        await storage.usage.insert([
          used(plane, { at: new Date('2026-01-14T23:59:59.999Z') }),
          used(plane, { at: new Date('2026-01-15T00:00:00.000Z'), connectionId: other }),
        ]);
        await rollUpAll(storage);
        await storage.usage.insert([used(plane, { quantity: 2 }), used(plane, { meter: 'read_live' })]);
        deepEqual(await totals(storage, plane, { groupBy: 'day' }), [
          total('write', 3, { day: today }),
          total('read_live', 1, { day: today }),
          total('write', 1, { day: '2026-01-14' }),
        ]);
        deepEqual(await totals(storage, plane, { groupBy: 'connection' }), [
          total('write', 1, { connectionId: other }),
          total('write', 3, { connectionId: connection }),
          total('read_live', 1, { connectionId: connection }),
        ]);
        deepEqual(await totals(storage, plane), [total('write', 4), total('read_live', 1)]);
      },
    },
    {
      name: 'both ends of a period are in it, days before and after are not',
      async check(storage) {
        const plane = samplePlane();
        const day = (n: number) => used(plane, { at: new Date(Date.UTC(2026, 0, n, 12)), quantity: 10 ** n });
        const days = [1, 2, 3, 4];
        await storage.usage.insert(days.map(day));
        for (const _ of ['open', 'rolled up']) {
          const asked = { from: '2026-01-02', to: '2026-01-03' };
          deepEqual(await totals(storage, plane, asked), [total('write', 1_100)]);
          await rollUpAll(storage);
        }
      },
    },
    {
      name: 'a list of sums has pages, by number and by place',
      async check(storage) {
        const plane = samplePlane();
        const days = [1, 2, 3, 4, 5];
        await storage.usage.insert(days.map((n) => used(plane, { at: new Date(Date.UTC(2026, 0, n)) })));
        await storage.usage.rollUp(2, moment(60));
        const asked = { ...all, groupBy: 'day' } as const;
        const whole = await storage.usage.read(plane, asked, page);
        equal(whole.total, 5);
        const first = await storage.usage.read(plane, asked, { limit: 2, page: 1 });
        const { total: count, hasMore, next } = first;
        deepEqual([count, hasMore], [5, true]);
        ok(next);
        const second = await storage.usage.read(plane, asked, { limit: 2, after: next });
        const third = await storage.usage.read(plane, asked, { limit: 2, page: 3 });
        deepEqual([...first.items, ...second.items, ...third.items], whole.items);
        deepEqual([third.hasMore, third.next], [false, null]);
        const idOf = (sum: object) => JSON.stringify(sum);
        await checkToldTotal((asking) => storage.usage.read(plane, asked, asking), idOf, whole.items.map(idOf));
      },
    },
    {
      name: 'nobody sees what others used',
      async check(storage) {
        const plane = samplePlane();
        await storage.usage.insert([used(plane)]);
        for (const stranger of strangersOf(plane)) {
          deepEqual(await totals(storage, stranger), []);
          await rollUpAll(storage);
          deepEqual(await totals(storage, stranger), []);
        }
      },
    },
    {
      name: 'many that roll up at once, beside those that insert and look, count each event once',
      async check(storage) {
        const plane = samplePlane();
        await warm(storage);
        const events = Array.from({ length: 40 }, (_, n) => used(plane, { meter: n % 2 ? 'write' : 'read_live' }));
        await storage.usage.insert(events);
        const later = atOnce(10, () => storage.usage.insert([used(plane)]));
        await atOnce(8, async () => {
          while ((await storage.usage.rollUp(7, moment(60))) > 0) {
            const [write, live] = await totals(storage, plane);
            equal(live?.quantity, 20);
            ok(write && write.quantity >= 20 && write.quantity <= 30);
          }
        });
        await later;
        await rollUpAll(storage);
        deepEqual(await totals(storage, plane), [total('write', 30), total('read_live', 20)]);
      },
    },
    {
      name: 'of many that insert one event at once, one does',
      async check(storage) {
        const plane = samplePlane();
        await warm(storage);
        const event = used(plane);
        await atOnce(8, () => storage.transaction(({ usage }) => usage.insert([event])));
        deepEqual(await totals(storage, plane), [total('write', 1)]);
      },
    },
  ],
};

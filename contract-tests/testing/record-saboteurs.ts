import { canonical, type JsonObject, type RecordPage } from '#core/ports';
import { breaks, counting, type Saboteur } from './saboteur.ts';

const recordsOf = ({ itemsJson }: RecordPage): JsonObject[] => JSON.parse(itemsJson);
const anyWalk =
  'under any filter, in any order and by pages of any size each record that matches comes once, in its place';

export const recordSaboteurs: readonly Saboteur[] = [
  breaks(
    'records',
    'a page is as long as its limit, however large its records are',
    ({ records }) => ({
      async list(place, filter, page) {
        const first = await records.list(place, filter, page);
        const found = recordsOf(first);
        let { next } = first;
        while (next && found.length < page.limit) {
          const more = await records.list(place, filter, {
            limit: page.limit - found.length,
            after: next,
          });
          found.push(...recordsOf(more));
          next = more.next;
        }
        return { ...first, itemsJson: JSON.stringify(found), hasMore: next !== null, next };
      },
    }),
    { caughtBy: 'a page of records ends at its bytes, native documents counted only where they are asked for' },
  ),
  breaks(
    'records',
    'a page counts what an earlier one has counted',
    ({ records }) => ({ list: (place, filter, page, order) => records.list(place, filter, counting(page), order) }),
    { caughtBy: anyWalk },
  ),
  breaks('records', 'an older revision overwrites a newer', ({ records }, db) => ({
    async put(copies) {
      await db('cached_records').update({ provider_updated_at: null, fetched_at: 0 });
      await records.put(copies);
    },
  })),
  breaks('records', 'a stamp in the future is stored as it is', ({ records }, db) => ({
    async put(copies) {
      await records.put(copies);
      for (const { providerId, providerUpdatedAt } of copies.flatMap(([, put]) => put))
        await db('cached_records')
          .where({ provider_id: providerId })
          .update({ provider_updated_at: providerUpdatedAt?.getTime() ?? null });
    },
  })),
  breaks('records', 'the first revision stays for ever', ({ records }, db) => ({
    async put(copies) {
      const ids = new Set(await db('cached_records').pluck('provider_id'));
      await records.put(
        copies.map(([owner, put]) => [owner, put.filter(({ providerId }) => !ids.has(providerId))] as const),
      );
    },
  })),
  breaks('records', 'copies of two connections become those of the first', ({ records }) => ({
    put: (copies) => records.put(copies.map(([, put]) => [(copies[0] as (typeof copies)[0])[0], put])),
  })),
  breaks('records', 'an update moves the record to the top', ({ records }, db) => ({
    async put(copies) {
      await records.put(copies);
      await db('cached_records').update({ first_seen_at: db.ref('fetched_at') });
    },
  })),
  breaks('records', 'documents are tidied up', ({ records }) => ({
    put: (copies) =>
      records.put(
        copies.map(([owner, put]) => [
          owner,
          put.map((record) => ({ ...record, native: canonical(record.native) as JsonObject })),
        ]),
      ),
  })),
  breaks('records', 'every type in one list', ({ records }, db) => ({
    async list(place, filter, page) {
      await db('cached_records').update({ type: place.type });
      return records.list(place, filter, page);
    },
  })),
  breaks('records', 'the number is matched in part', ({ records }, db) => ({
    async list(place, { number, ...filter }, page) {
      if (number === undefined) return records.list(place, filter, page);
      const row = await db('cached_records').whereLike('number', `${number}%`).orderBy('number', 'desc').first();
      return records.list(place, { ...filter, number: row?.number ?? number }, page);
    },
  })),
  breaks(
    'records',
    'an item is not found by its code',
    ({ records }, db) => ({
      async put(copies) {
        await records.put(copies);
        await db('cached_records').where({ type: 'items' }).update({ number: null });
      },
    }),
    { caughtBy: 'a list of items finds exactly their code, and parts of their names in any case' },
  ),
  breaks(
    'records',
    'a sorted list leaves out what has no due date',
    ({ records }) => ({
      list: (place, filter, page, order) =>
        records.list(place, order?.by === 'due_date' ? { dueDateFrom: '0', ...filter } : filter, page, order),
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'of equal values a cursor passes over the rest',
    ({ records }) => ({
      list(place, filter, page, order) {
        const id = order?.isDescending ? '' : 'z';
        const at = new Date(order?.isDescending ? 0 : 8.64e15);
        const passed = order && 'after' in page ? { ...page, after: { ...page.after, at, id } } : page;
        return records.list(place, filter, passed, order);
      },
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'a range leaves out its end',
    ({ records }) => ({
      list: (place, { dueDateTo, ...filter }, page, order) =>
        records.list(place, dueDateTo ? { ...filter, dueDateTo: `${dueDateTo.slice(0, 9)}0` } : filter, page, order),
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'a range of amounts leaves out its end',
    ({ records }) => ({
      list: (place, { totalTo, ...filter }, page, order) =>
        records.list(place, totalTo ? { ...filter, totalTo: String(Number(totalTo) - 0.001) } : filter, page, order),
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'amounts are compared as texts',
    ({ records }, db) => ({
      async put(copies) {
        await records.put(copies);
        await db('cached_records').update({ total: db.raw(`coalesce((item || ending) ->> 'total', '')`) });
      },
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'of several statuses the first is found',
    ({ records }) => ({
      list: (place, { statuses, ...filter }, page, order) =>
        records.list(place, statuses ? { ...filter, statuses: statuses.slice(0, 1) } : filter, page, order),
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'both sides of the books are one list',
    ({ records }) => ({
      list: (place, { side: _, ...filter }, page, order) => records.list(place, filter, page, order),
    }),
    { caughtBy: anyWalk },
  ),
  breaks(
    'records',
    'the bank account is matched by its beginning',
    ({ records }, db) => ({
      async put(copies) {
        await records.put(copies);
        await db('cached_records').update({ bank_account_id: db.raw('substr(bank_account_id, 1, 5)') });
      },
    }),
    { caughtBy: anyWalk },
  ),
  breaks('records', 'a long text is matched by its beginning', ({ records }, db) => ({
    async list(place, { externalReference: text, ...filter }, page) {
      if (text === undefined) return records.list(place, filter, page);
      const like = db('cached_records').where({ connection_id: place.connectionId });
      const sameBeginning = like.whereRaw('substr(external_reference, 1, 100) = substr(?, 1, 100)', [text]);
      const row = await sameBeginning.orderByRaw('length(external_reference)').first();
      const externalReference = row?.external_reference ?? text;
      return records.list(place, { ...filter, externalReference }, page);
    },
  })),
  breaks('records', 'the fields of a copy are those of another', ({ records }) => ({
    async fieldsOf(place, providerIds) {
      const found = await records.fieldsOf(place, providerIds);
      const [first] = found.values();
      return new Map([...found].map(([id]) => [id, first ?? {}]));
    },
  })),
  breaks('records', 'a record counts as known since it was last read', ({ records }, db) => ({
    async knownBefore(place, providerIds, at) {
      await db('cached_records').update({ first_seen_at: db.ref('fetched_at') });
      return records.knownBefore(place, providerIds, at);
    },
  })),
  breaks('records', 'a replaced copy forgets what was told of it', ({ records }, db) => ({
    async put(copies) {
      await db('cached_records').whereIn('type', ['contacts']).update({ told: null });
      await records.put(copies);
    },
  })),
  breaks('records', 'what was told counts as told of every state', ({ records }) => ({
    async known(copies) {
      const found = await records.known(copies);
      return found.map((one) => (typeof one === 'object' && 'told' in one ? { ...one, isCurrent: true } : one));
    },
  })),
  breaks('records', 'a state that was not told is nothing new', ({ records }, db) => ({
    async unchanged(place, read) {
      await db('cached_records').update({ told: '' });
      return records.unchanged(place, read);
    },
  })),
  breaks('records', 'all that should be removed counts as removed', ({ records }) => ({
    async remove(place, providerIds, fetchedBefore) {
      await records.remove(place, providerIds, fetchedBefore);
      return providerIds;
    },
  })),
];

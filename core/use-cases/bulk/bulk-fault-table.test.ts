// Every way in which a call of a bulk write can fail, for every family: each item is in the books once and has its answer.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong } from '../../../tools/run-length.ts';
import { type Base, baseOf, bulkFamilies, type WrittenFamily } from '../resources/testing/written-families.ts';
import { openService } from '../testing/service.ts';
import { type BulkBooks, openBulkBooks, runOnce, untilEnded } from './testing/bulk-books.ts';

/** What the provider does instead of answering the first call. */
const faults: Readonly<Record<string, object>> = {
  'the request is lost on its way': { drop: 'before' },
  'the answer is lost on its way': { drop: 'after' },
  'the answer is cut off': { drop: 'after', status: 200, body: '{"Invo' },
  'a 500 instead of the writes': { status: 500 },
  'a 500 instead of the writes, replayed': { status: 500, store: true },
  'a 500 after the writes, replayed': { status: 500, store: true, drop: 'after' },
  'a 503 after the writes': { status: 503, drop: 'after' },
  'a 429 instead of the writes': { status: 429, headers: { 'retry-after': '7' } },
  'a 400 that names no element': {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: '{"Type":"PostDataInvalidException"}',
  },
};
const comingBack = { soon: 0, 'when the key is forgotten': 400 } as const;
const refusals: Readonly<Record<string, readonly number[]>> = {
  none: [],
  'the first': [0],
  'the last': [4],
  'one between': [2],
  all: [0, 1, 2, 3, 4],
};
const answers = [
  'elements',
  'shuffled',
  'refused_only',
  'without_ids',
  'half',
  'last_half',
  'extra',
  'twice',
  'one_id',
] as const;

describe('a bulk write', () => {
  let books: BulkBooks;
  let base: Base;
  const service = openedOnce(() => openService());

  const quirk = (batch_answers: string) => service.sandbox.control('POST', 'quirks', { batch_answers });

  interface Case {
    readonly refused?: readonly number[];
    readonly fault?: object;
    readonly waitSeconds?: number;
  }
  type Check = (family: WrittenFamily, given: Case) => Promise<void>;
  let cases = 0;
  const places = [0, 1, 2, 3, 4];

  /** Runs a bulk write whose first call fails, and checks how its items and its operation ended. */
  async function run(method: string, { type, atProvider }: WrittenFamily, items: readonly object[], given: Case) {
    const { refused = [], fault, waitSeconds = 0 } = given;
    const meters = () =>
      service.database.knex('usage_events').where({ connection_id: books.connection.id, meter: 'write' });
    const used = (await meters()).length;
    const { id } = await books.begin(type, items);
    const match = { method, path: `/api.xro/2.0/${atProvider}` };
    if (fault) await service.sandbox.control('POST', 'faults', { match, action: fault, times: 1 });
    await runOnce(service, id);
    service.advance(waitSeconds);
    const { state } = await untilEnded(service, books.caller, id);
    const told = await books.items(id);
    const expected = places.map((i) => (refused.includes(i) ? 'failed' : 'succeeded'));
    expect(told.map(({ status }) => status)).to.deep.equal(expected);
    expect((await meters()).length - used).to.equal(places.length - refused.length);
    expect(state).to.equal(refused.length > 0 ? 'failed' : 'succeeded');
    return told.filter(({ status }) => status === 'succeeded').map(({ providerId }) => providerId);
  }

  /** Five items, two of them equal; each that is not refused is in the books once. */
  const creates: Check = async (family, given) => {
    const { atProvider, idKey, mayBeEqual, item, wrong } = family;
    const name = `Case ${++cases}`;
    const items = places.map((i) => ({
      item_key: `key ${i}`,
      ...item(base, mayBeEqual && i === 3 ? `${name} 1` : `${name} ${i}`),
      ...(given.refused?.includes(i) && wrong),
    }));
    const idsOf = async () => (await books.documents(atProvider)).map((document) => document[idKey]);
    const before = new Set(await idsOf());
    const written = await run('PUT', family, items, given);
    expect((await idsOf()).filter((one) => !before.has(one)).sort()).to.deep.equal(written.sort());
  };

  let existing: readonly string[] = [];
  /** Five records; each that is not refused gets a value of its own. */
  const changes: Check = async (family, given) => {
    const { type, atProvider, idKey, item, wrong, changes: [field, key] = ['', ''] } = family;
    const name = `Change ${++cases}`;
    const make = async (i: number) => (await books.create(type, item(base, `${type} to change ${i}`))).providerId;
    if (existing.length === 0) existing = await Promise.all(places.map(make));
    const ids = existing;
    const items = places.map((i) => ({
      item_key: `key ${i}`,
      id: ids[i],
      [field]: `${name} ${i}`,
      ...(given.refused?.includes(i) && wrong),
    }));
    const count = (await books.documents(atProvider)).length;
    await run('POST', family, items, given);
    const documents = new Map((await books.documents(atProvider)).map((one) => [one[idKey], one]));
    expect(documents.size).to.equal(count);
    for (const i of places) {
      const isChanged = documents.get(ids[i])?.[key] === `${name} ${i}`;
      expect(isChanged, `item ${i}`).to.equal(!given.refused?.includes(i));
    }
  };

  const tables = bulkFamilies.flatMap((family): (readonly [string, WrittenFamily, Check])[] => [
    [`of new ${family.type}`, family, creates],
    ...(family.changes ? [[`of known ${family.type}`, family, changes] as const] : []),
  ]);
  for (const [number, [of, family, check]] of tables.entries()) {
    /** All pairs in a long run; in a short one each of `first` meets one of `second`, in the next table the next. */
    const pairs = <A, B>(first: readonly A[], second: readonly B[]): readonly (readonly [A, B])[] =>
      first.flatMap((one, i) =>
        second.filter((_, j) => isLong || (i + number) % second.length === j).map((two) => [one, two] as const),
      );
    describe(of, () => {
      before(async () => {
        books = await openBulkBooks(service);
        base = await baseOf(books);
        existing = [];
      });

      for (const [[fault, action], [when, waitSeconds]] of pairs(Object.entries(faults), Object.entries(comingBack))) {
        it(`${fault}, and somebody goes on ${when}`, () => check(family, { refused: [2], fault: action, waitSeconds }));
      }
      for (const [[which, refused], how] of pairs(Object.entries(refusals), answers)) {
        it(`${which} of the items refused, answered as ${how}`, async () => {
          await quirk(how);
          await check(family, { refused });
          await quirk('elements');
        });
      }
    });
  }
});

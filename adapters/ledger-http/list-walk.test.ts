import { expect } from 'chai';
import fc from 'fast-check';
import { cursorOf, type ListPlace, type ListWindow, placeAfter, placeIn, queryAt } from './list-walk.ts';

interface Row {
  readonly id: number;
  readonly at: number;
}

interface World {
  readonly window: ListWindow;
  /** Milliseconds of the stamps, by record. */
  readonly stamps: readonly number[];
  /** The records that change after each page; undefined: none. */
  readonly changes: readonly (readonly number[])[];
}

/** Walks to the end, through its cursor between pages. Returns the last seen state of each record and the number of calls. */
function walked({ window, stamps, changes }: World, ignoresSize = false) {
  let rows: Row[] = stamps.map((at, id) => ({ id, at }));
  let clock = Math.max(...stamps, 0) + 60_000;
  const seen = new Map<number, number>();
  let place: ListPlace | undefined = placeIn(null, null);
  let calls = 0;
  while (place && calls < 1000) {
    const { page, pageSize, modifiedSince } = queryAt(placeIn(cursorOf(place), null), window);
    const size = ignoresSize ? window.size : pageSize;
    const from = modifiedSince?.getTime() ?? 0;
    const matching = rows.filter(({ at }) => at >= from).sort((a, b) => a.at - b.at || a.id - b.id);
    const shown = matching.slice((page - 1) * size, page * size);
    for (const { id, at } of shown) seen.set(id, Math.max(at, seen.get(id) ?? 0));
    const records = shown.map(({ id, at }) => ({ providerId: String(id), providerUpdatedAt: new Date(at) }));
    place = placeAfter(place, { records, unreadable: [], hasMore: page * size < matching.length }, window);
    for (const changed of place ? (changes[calls] ?? []) : []) {
      clock += 1;
      rows = rows.map((row) => (row.id === changed ? { ...row, at: clock } : row));
    }
    calls += 1;
  }
  return { seen, rows, calls };
}

const sized = (size: number): ListWindow => ({ size, isFixed: false });

/** Some seconds change few records, others far more than a page. */
const stamps = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 90 });
const changes = fc.array(fc.array(fc.nat(59), { maxLength: 3 }), { maxLength: 12 });

describe('walking a list that changes', () => {
  it('sees the last state of every record, however many changed in one second and whatever changes meanwhile', () =>
    fc.assert(
      fc.property(stamps, changes, fc.integer({ min: 8, max: 16 }), (given, moved, size) => {
        const { seen, rows } = walked({ window: sized(size), stamps: given, changes: moved });
        for (const { id, at } of rows) expect(seen.get(id), `record ${id}`).to.equal(at);
      }),
      { numRuns: 500, examples: [[Array(40).fill(0) as number[], [[3, 4]], 8]] },
    ));

  it('of fixed pages does so as long as no more than a page changed in one second', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(90), { minLength: 1, maxLength: 60 }), changes, (seconds, moved) => {
        const spread = seconds.map((second) => second * 1000);
        const { seen, rows } = walked({ window: { size: 5, isFixed: true }, stamps: spread, changes: moved });
        const settled = rows.filter(({ at }) => at < 100_000);
        for (const { id, at } of settled) expect(seen.get(id), `record ${id}`).to.equal(at);
      }),
    ));

  it('costs little more than plain paging, from a change a minute to a thousand a second', () => {
    for (const everyMs of [60_000, 700, 10, 3, 2, 1]) {
      const many = Array.from({ length: 20_000 }, (_, i) => i * everyMs);
      const { seen, calls } = walked({ window: sized(1000), stamps: many, changes: [] });
      expect(seen.size).to.equal(20_000);
      expect(calls, `a change every ${everyMs} ms`).to.be.at.most(23);
    }
    const inOneSecond = walked({ window: sized(1000), stamps: Array(5_500).fill(7) as number[], changes: [] });
    expect([inOneSecond.seen.size, inOneSecond.calls <= 7]).to.deep.equal([5_500, true]);
  });

  it('goes on behind a page of which nothing could be read, and behind every other page as if all could', () => {
    const window = sized(10);
    const unread = { records: [], unreadable: Array(10).fill(null) as unknown[], hasMore: true };
    let place: ListPlace | undefined = placeIn(null, null);
    const ends: number[] = [];
    for (let pages = 0; place && pages < 3; pages++) {
      const { page, pageSize } = queryAt(place, window);
      ends.push(page * pageSize);
      place = placeAfter(place, { ...unread, unreadable: Array(pageSize).fill(null) as unknown[] }, window);
    }
    expect(ends).to.deep.equal([10, 18, 24]);
    expect(placeAfter(placeIn(null, null), { ...unread, hasMore: false }, window)).to.equal(undefined);
    const fixed: ListWindow = { size: 5, isFixed: true };
    const stamp = new Date(7_000);
    const records = [1, 2, 3, 4].map((id) => ({ providerId: String(id), providerUpdatedAt: stamp }));
    const next = placeAfter(placeIn(null, stamp), { records, unreadable: [null], hasMore: true }, fixed);
    expect(next && queryAt(next, fixed).page).to.equal(2);
  });

  it('begins again at its beginning where the cursor cannot be read', () => {
    const place = { since: 5_000, seen: 9, last: { id: 'a/b', at: null }, shifts: 2 };
    expect(placeIn(cursorOf(place), new Date(7_999))).to.deep.equal(place);
    for (const cursor of ['', 'x', '5000', '5000/-1/0//', `5000/9/2//${'x'.repeat(101)}`, '{"since":null,"seen":40}']) {
      const start = { since: 7_000, seen: 0, last: null, shifts: 0 };
      expect(placeIn(cursor, new Date(7_999)), cursor).to.deep.equal(start);
    }
  });

  it('ends with a provider that does not give the page size asked for', () => {
    const dense = Array.from({ length: 57 }, (_, i) => i);
    expect(walked({ window: sized(10), stamps: dense, changes: [] }, true).calls).to.be.below(100);
  });
});

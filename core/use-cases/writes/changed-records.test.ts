import { expect } from 'chai';
import fc from 'fast-check';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { LedgerListQuery } from '../../domain/list-place.ts';
import type { LedgerPage } from '../../ports/ledger-gateway.ts';
import { changedRecords, pagesMax } from './read-back.ts';

const window = { size: 8, isFixed: false };

/** A ledger in which, after each page that is read, one record changes and moves to the end of the list. */
function shiftingLedger(seconds: readonly number[], changes: readonly number[]) {
  let latest = 1_000_000;
  let books = seconds.map((second, index) => ({ id: `r${index}`, at: second * 1000 + index }));
  const left = [...changes];
  return async ({ page, pageSize, modifiedSince }: LedgerListQuery): Promise<LedgerPage> => {
    const since = modifiedSince?.getTime() ?? 0;
    const matching = books.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at);
    const start = (page - 1) * pageSize;
    const shown = matching.slice(start, start + pageSize);
    const changed = left.shift();
    latest += 1000;
    books = books.map((record, index) => (index === changed ? { ...record, at: latest } : record));
    return {
      records: shown.map(({ id, at }) => ({ providerId: id, providerUpdatedAt: new Date(at) }) as LedgerRecord),
      unreadable: [],
      hasMore: start + pageSize < matching.length,
    };
  };
}

async function idsOf(pageOf: (query: LedgerListQuery) => Promise<LedgerPage>) {
  const ids = new Set<string>();
  for await (const records of changedRecords(pageOf, window, new Date(0))) {
    if (!records) return { ids, isWhole: false };
    for (const { providerId } of records) ids.add(providerId);
  }
  return { ids, isWhole: true };
}

describe('records changed since', () => {
  it('are all seen, though others change meanwhile', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(20), { maxLength: 8 }),
        async (seconds, changes) => {
          const { ids, isWhole } = await idsOf(shiftingLedger(seconds, changes));
          if (isWhole) expect(ids.size).to.equal(seconds.length);
        },
      ),
    ));

  it('of one second are counted in pages', async () => {
    const { ids, isWhole } = await idsOf(shiftingLedger(Array(40).fill(5) as number[], []));
    expect([ids.size, isWhole]).to.deep.equal([40, true]);
  });

  it('are read no further than ten pages, and no further than is asked for', async () => {
    let calls = 0;
    const endless = async (): Promise<LedgerPage> => {
      calls += 1;
      const record = { providerId: `r${calls}`, providerUpdatedAt: new Date(calls * 1000) } as LedgerRecord;
      return { records: [record], unreadable: [], hasMore: true };
    };
    expect((await idsOf(endless)).isWhole).to.equal(false);
    expect(calls).to.equal(pagesMax);
    const unread = async (): Promise<LedgerPage> => ({ records: [], unreadable: [null], hasMore: false });
    expect((await idsOf(unread)).isWhole, 'what cannot be read may be any record').to.equal(false);
    for await (const _page of changedRecords(endless, window, new Date(0))) break;
    expect(calls).to.equal(pagesMax + 1);
  });
});

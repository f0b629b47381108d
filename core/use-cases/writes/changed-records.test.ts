import { expect } from 'chai';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { LedgerListQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import { changedRecords, pagesMax } from './read-back.ts';

const since = new Date(0);
const pageOf = (id: string, next: string | null, unreadable: readonly null[] = []): LedgerPage => ({
  records: [{ providerId: id } as LedgerRecord],
  unreadable,
  next,
});

/** Returns the queries, and the ids of the pages read; undefined for a page that may hold any record. */
async function read(answer: (query: LedgerListQuery) => LedgerPage, most = Number.POSITIVE_INFINITY) {
  const asked: LedgerListQuery[] = [];
  const list = async (_: string, query: LedgerListQuery) => {
    asked.push(query);
    return answer(query);
  };
  const pages: (readonly string[] | undefined)[] = [];
  for await (const records of changedRecords({ list }, 'invoices', since)) {
    pages.push(records?.map(({ providerId }) => providerId));
    if (pages.length === most) break;
  }
  return { asked, pages };
}

describe('records changed since', () => {
  it('are read on from each cursor to the end', async () => {
    const { asked, pages } = await read(({ after }) => (after === null ? pageOf('a', 'b') : pageOf(after, null)));
    expect(asked).to.deep.equal([
      { since, after: null },
      { since, after: 'b' },
    ]);
    expect(pages).to.deep.equal([['a'], ['b']]);
  });

  it('are read no further than ten pages, and no further than is asked for', async () => {
    const endless = ({ after }: LedgerListQuery) => pageOf(after ?? '0', `${Number(after) + 1}`);
    const { asked, pages } = await read(endless);
    expect([asked.length, pages.length, pages.at(-1)]).to.deep.equal([pagesMax, pagesMax + 1, undefined]);
    expect((await read(endless, 1)).asked).to.have.length(1);
  });

  it('are not known of a page of which something cannot be read', async () => {
    expect((await read(() => pageOf('a', null, [null]))).pages).to.deep.equal([undefined]);
  });
});

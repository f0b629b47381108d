import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { secondsAfter } from '../../domain/backoff.ts';
import type { LedgerListQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import { withGateway } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';
import { createPageReader, type ListPlace, type PageReader } from './read-page.ts';
import { openBooks } from './testing/syncing.ts';

describe('a page reader', () => {
  let reader: PageReader;
  let asked: (PromiseWithResolvers<LedgerPage> & { readonly query: LedgerListQuery })[];
  const { service, tenancy } = givenService();
  const books = openedEach(() => openBooks(service, tenancy));
  beforeEach(async () => {
    const operation = await books.queue();
    asked = [];
    const list = (_access: unknown, _type: unknown, query: LedgerListQuery) => {
      const call = { query, ...Promise.withResolvers<LedgerPage>() };
      asked.push(call);
      return call.promise;
    };
    const ports = withGateway(service.ports, { list });
    reader = createPageReader(ports, {
      operation,
      connection: books.connection,
      type: 'accounts',
      sync: 'whole',
      emitsSnapshots: false,
    });
  });

  const start: ListPlace = { since: null, after: null };
  const page = (second: number, next: string | null = 'more'): LedgerPage => {
    const providerUpdatedAt = new Date(Date.UTC(2030, 0, 1, 0, 0, second));
    const providerId = `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`;
    return {
      records: [{ type: 'accounts', providerId, providerUpdatedAt, fields: {}, native: {} }],
      unreadable: [],
      next,
    };
  };
  const calls = async (count: number) => {
    for (let turn = 0; turn < 1000 && asked.length < count; turn++) await new Promise(setImmediate);
    expect(asked).to.have.length(count);
  };
  const answered = async (call: number, answer: LedgerPage | Error) => {
    await calls(call);
    if (answer instanceof Error) asked[call - 1]?.reject(answer);
    else asked[call - 1]?.resolve(answer);
  };

  it('asks for the next page when it is told to, while the caller has this one, and once for each', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    const { next } = await first;
    await calls(1);
    reader.readAhead(next ?? start);
    reader.readAhead(next ?? start);
    await calls(2);
    const second = reader.read(next ?? start);
    await answered(2, page(2, null));
    expect(await second).to.deep.include({ ids: [page(2).records[0]?.providerId], next: null });
    await calls(2);
  });

  it('tells of a page that could not be read when its turn comes', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    const { next } = await first;
    reader.readAhead(next ?? start);
    await answered(2, new Error('the provider is down'));
    const failure = await reader.read(next ?? start).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'the provider is down');
  });

  it('reads another place than the next one anew', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    reader.readAhead((await first).next ?? start);
    await calls(2);
    const again = reader.read(start);
    await answered(2, new Error('not the one that is wanted'));
    await answered(3, page(3, null));
    expect((await again).ids).to.deep.equal([page(3).records[0]?.providerId]);
  });

  it('reads on by the gateway’s cursor; a place that an earlier version kept, from the second that it had reached', async () => {
    const since = new Date(Date.UTC(2030, 0, 1));
    const places = [
      { since: null, after: null },
      { since: since.toISOString(), after: 'more' },
      { since: since.toISOString(), seen: 1400, last: { id: 'r', at: null }, shifts: 1 } as never,
    ];
    for (const [i, place] of places.entries()) {
      const read = reader.read(place);
      await answered(i + 1, page(1, null));
      await read;
    }
    expect(asked.map(({ query }) => query)).to.deep.equal([
      { since: null, after: null },
      { since, after: 'more' },
      { since, after: null },
    ]);
  });

  it('takes a cursor that leads nowhere for the provider’s mistake, and one that is too long', async () => {
    for (const [i, next] of ['more', 'x'.repeat(1001)].entries()) {
      const read = reader.read({ since: null, after: 'more' });
      await answered(i + 1, page(1, next));
      expect(await read.catch((error: unknown) => error)).to.include({ code: 'PROVIDER_ERROR' });
    }
  });

  it('takes none for gone before it has seen the only page', async () => {
    const { connection } = books;
    const gone = '00000000-0000-4000-8000-00000000dead';
    const [record] = page(9).records.map((one) => ({
      ...one,
      providerId: gone,
      fetchedAt: secondsAfter(service.ports.clock.now(), -60),
    }));
    if (record) await service.ports.storage.records.put([[connection, [record]]]);
    const missing = async (call: number, place: ListPlace, next: string | null) => {
      const read = reader.read(place);
      await answered(call, page(1, next));
      return (await read).missed.missing;
    };
    expect(await missing(1, start, null)).to.include(gone);
    expect(await missing(2, { since: null, after: 'last' }, null)).to.equal(null);
    expect(await missing(3, start, 'more')).to.equal(null);
  });

  it('ends when nothing is under way', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    reader.readAhead((await first).next ?? start);
    let hasEnded = false;
    const end = reader.end().then(() => {
      hasEnded = true;
    });
    await calls(2);
    expect(hasEnded).to.equal(false);
    await answered(2, new Error('too late for anybody'));
    await end;
  });
});

import { expect } from 'chai';
import type { LedgerPage } from '../../ports/ledger-gateway.ts';
import { openService, type Service, type Tenancy } from '../testing/service.ts';
import { createPageReader, type PageReader } from './read-page.ts';
import { openBooks } from './testing/syncing.ts';

describe('a page reader', () => {
  let service: Service;
  let tenancy: Tenancy;
  let reader: PageReader;
  let asked: PromiseWithResolvers<LedgerPage>[];
  before(async () => {
    service = await openService();
    tenancy = await service.newOrganization();
  });
  after(() => service.close());
  beforeEach(async () => {
    const books = await openBooks(service, tenancy);
    const operation = await books.queue();
    asked = [];
    const list = () => {
      const call = Promise.withResolvers<LedgerPage>();
      asked.push(call);
      return call.promise;
    };
    const ports = { ...service.ports, gateway: { ...service.ports.gateway, list } };
    reader = createPageReader(ports, {
      operation,
      connection: books.connection,
      type: 'accounts',
      emitsSnapshots: false,
    });
  });

  const start = { since: null, after: null };
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

  it('asks for the next page while the caller has this one, and once for each', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    const { next } = await first;
    await calls(2);
    const second = reader.read(next ?? start);
    await answered(2, page(2, null));
    expect(await second).to.deep.include({ ids: [page(2).records[0]?.providerId], next: null });
    await calls(2);
  });

  it('tells of a page that could not be read when its turn comes', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    await answered(2, new Error('the provider is down'));
    const { next } = await first;
    const failure = await reader.read(next ?? start).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'the provider is down');
  });

  it('reads another place than the next one anew', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    await first;
    await calls(2);
    const again = reader.read(start);
    await answered(2, new Error('not the one that is wanted'));
    await answered(3, page(3, null));
    expect((await again).ids).to.deep.equal([page(3).records[0]?.providerId]);
  });

  it('ends when nothing is under way', async () => {
    const first = reader.read(start);
    await answered(1, page(1));
    await first;
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

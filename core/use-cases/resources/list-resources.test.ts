import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { encodeCursor } from '../../domain/page.ts';
import { isResourceType } from '../../domain/resource.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { RawQuery } from '../../schemas/query.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { line, openBooks } from './testing/books.ts';

describe('the cached list', () => {
  let contact: string;

  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
    const rows: readonly [number: string, reference: string | null, status: string, due?: string][] = [
      ['INV-1', 'job-1', 'DRAFT', '2029-12-31'],
      ['INV-10', 'job-10', 'DRAFT', '2030-02-01'],
      ['INV-100', 'JOB-1', 'AUTHORISED', '2029-12-30'],
      ['INV-2', 'job-1', 'AUTHORISED'],
      ['INV-1 ', 'job%', 'SUBMITTED'],
      ['INV_1', null, 'DRAFT'],
      ['%', 'job_1', 'DRAFT'],
    ];
    for (const [number, external_reference, status, due_date = '2030-01-31'] of rows) {
      const dates = { issue_date: '2029-11-05', due_date, line_items: [line] };
      await books.create('invoices', { contact_id: contact, number, external_reference, status, ...dates });
    }
    await service.sandbox.control('DELETE', 'requests');
  });

  const list = async (query: RawQuery = {}, type = 'invoices') => {
    const listing = await service.core.resources.list(tenancy.test, { connectionId: books.connection.id, type, query });
    return { ...listing, items: recordsIn('invoices', listing) };
  };
  const numbers = async (query: RawQuery) => (await list(query)).items.map(({ fields }) => fields['number']).sort();

  it('holds all records of the family, says how many and when they were synced, and asks nobody', async () => {
    const listing = await list();
    expect(listing).to.include({ total: 7, hasMore: false, next: null, lastSyncedAt: null });
    expect(listing.request).to.deep.equal({ limit: 50, page: 1 });
    expect((await list({}, 'contacts')).total).to.equal(1);
    for (const type of ['quotes', 'payments', 'purchase_orders', 'accounts', 'tax_rates', 'organizations']) {
      expect(isResourceType(type) && (await list({}, type)).total).to.equal(0);
    }
    expect(await service.calls('')).to.deep.equal([]);
  });

  const matches: readonly [RawQuery, readonly string[]][] = [
    [{ number: 'INV-1' }, ['INV-1']],
    [{ number: 'INV-10' }, ['INV-10']],
    [{ number: 'INV-' }, []],
    [{ number: 'NV-1' }, []],
    [{ number: 'INV' }, []],
    [{ number: 'inv-10' }, []],
    [{ number: '%' }, ['%']],
    [{ number: 'INV%' }, []],
    [{ number: 'INV_1' }, ['INV_1']],
    [{ q: 'v-10' }, ['INV-10', 'INV-100']],
    [{ q: 'JOB-1', status: 'draft' }, ['INV-1', 'INV-10']],
    [{ q: 'b_1' }, ['%']],
    [{ q: 'customer', number: 'INV-2' }, ['INV-2']],
    [{ external_reference: 'job-1' }, ['INV-1', 'INV-2']],
    [{ external_reference: 'JOB-1' }, ['INV-100']],
    [{ external_reference: 'job%' }, ['INV-1 ']],
    [{ external_reference: 'job_1' }, ['%']],
    [{ external_reference: 'job' }, []],
    [{ status: 'AUTHORISED' }, ['INV-100', 'INV-2']],
    [{ status: 'authorised', number: undefined }, ['INV-100', 'INV-2']],
    [{ status: 'submitted, AUTHORISED' }, ['INV-1 ', 'INV-100', 'INV-2']],
    [{ status: 'PAID,VOIDED' }, []],
    [{ status: 'AUTHORISED', external_reference: 'job-1' }, ['INV-2']],
    [{ status: 'DRAFT', number: 'INV-100' }, []],
    [{ number: "' or '1'='1" }, []],
  ];
  for (const [query, expected] of matches) {
    it(`matches exactly: ${JSON.stringify(query)}`, async () => {
      expect(await numbers(query)).to.deep.equal(expected);
      expect((await list(query)).total).to.equal(expected.length);
    });
  }

  const sorted: readonly [RawQuery, readonly string[]][] = [
    [{ sort: 'number' }, ['%', 'INV-1', 'INV-1 ', 'INV-10', 'INV-100', 'INV-2', 'INV_1']],
    [{ sort: '-number', status: 'draft' }, ['INV_1', 'INV-10', 'INV-1', '%']],
    [
      { due_date_from: '2029-12-31', due_date_to: '2030-02-01', status: 'DRAFT', sort: '-due_date' },
      ['INV-10', '%', 'INV_1', 'INV-1'],
    ],
    [{ due_date_to: '2029-12-31' }, ['INV-1', 'INV-100']],
    [{ due_date_to: '2029-12-31', sort: 'due_date' }, ['INV-100', 'INV-1']],
    [{ issue_date_from: '2029-11-05', issue_date_to: '2029-11-05', due_date_from: '2030-02-01' }, ['INV-10']],
    [{ updated_since: '2100-01-01' }, []],
    [{ updated_since: '2100-01-01T09:00:00.1234567+00:00' }, []],
    [{ updated_since: '2100-01-01T09:00:00.123456 00:00' }, []],
  ];
  for (const [query, expected] of sorted) {
    it(`comes in order: ${JSON.stringify(query)}`, async () => {
      expect((await list(query)).items.map(({ fields }) => fields['number'])).to.deep.equal(expected);
    });
  }

  it('tells the records of a contact by either of its ids, and what changed since a moment with that moment', async () => {
    for (const contact_id of [resourceIdOf('contacts', contact), contact]) {
      expect((await list({ contact_id })).total).to.equal(7);
    }
    expect((await list({ contact_id: '00000000-0000-4000-8000-000000000000' })).total).to.equal(0);
    const stamps = (await list({ sort: 'updated_at' })).items.map(
      ({ providerUpdatedAt }) => providerUpdatedAt ?? new Date(0),
    );
    expect(stamps).to.deep.equal([...stamps].sort((a, b) => +a - +b));
    const since = stamps.at(3) ?? new Date(0);
    const changed = await list({ updated_since: since.toISOString() });
    expect(changed.items.map(({ providerUpdatedAt }) => providerUpdatedAt)).to.deep.equal(
      stamps.filter((at) => at >= since),
    );
  });

  it('continues under the same sort and filters only', async () => {
    const query = { sort: '-due_date', status: 'draft' };
    const { next } = await list({ ...query, limit: '2' });
    const cursor = encodeCursor(next ?? { at: new Date(0), id: 'x' });
    expect((await list({ status: 'DRAFT', sort: '-due_date', cursor })).items).to.deep.equal(
      (await list(query)).items.slice(2),
    );
    const plain = encodeCursor((await list({ limit: '2' })).next ?? { at: new Date(0), id: 'x' });
    const others: readonly RawQuery[] = [
      { cursor },
      { status: 'DRAFT', cursor },
      { ...query, sort: 'due_date', cursor },
      { ...query, contact_id: contact, cursor },
      { ...query, cursor: plain },
      { sort: 'number', cursor: plain },
    ];
    for (const other of others) {
      const error = await refusalOf(list(other));
      expect([error.code, error.details.errors?.[0]?.path], JSON.stringify(other)).to.deep.equal([
        'BAD_REQUEST',
        'cursor',
      ]);
    }
  });

  it('refuses by name what a family lacks', async () => {
    for (const [type, name, value] of [
      ['quotes', 'due_date_from', '2026-01-01'],
      ['purchase_orders', 'sort', 'due_date'],
      ['payments', 'issue_date_from', '2026-01-01'],
      ['contacts', 'contact_id', contact],
      ['contacts', 'sort', '-number'],
      ['contacts', 'q', 'job'],
      ['accounts', 'name', 'job'],
      ['invoices', 'email', 'a@example.com'],
      ['contacts', 'name', 'n'.repeat(101)],
    ] as const) {
      const error = await refusalOf(list({ [name]: value }, type));
      expect([error.code, error.details.errors?.[0]?.path], type).to.deep.equal(['BAD_REQUEST', name]);
      expect(error.message).to.include(name);
    }
    expect((await list({ name: 'TOMER L' }, 'contacts')).total).to.equal(1);
    for (const type of ['quotes', 'accounts', 'tax_rates'])
      await list({ sort: '-updated_at', updated_since: '2026-01-01' }, type);
  });

  it('tells the cached copy of one record by its id, and asks nobody', async () => {
    const [one] = (await list({ number: 'INV-2' })).items;
    const providerId = one?.providerId ?? '';
    for (const id of [resourceIdOf('invoices', providerId), providerId]) {
      expect((await list({ id })).items).to.deep.equal([one]);
    }
    expect((await list({ id: resourceIdOf('invoices', contact) })).items).to.deep.equal([]);
    expect(await service.calls('')).to.deep.equal([]);
  });

  it('is walked by page and by cursor to the same end', async () => {
    const all = (await list()).items;
    for (const limit of ['1', '2', '3', '7', '200']) {
      const byPage = [];
      for (let page = 1, more = true; more; page++) {
        const listing = await list({ limit, page: String(page) });
        byPage.push(...listing.items);
        more = listing.hasMore;
      }
      const byCursor = [];
      for (let cursor: string | undefined = '', first = true; first || cursor; first = false) {
        const listing: Awaited<ReturnType<typeof list>> = await list(cursor ? { limit, cursor } : { limit });
        byCursor.push(...listing.items);
        cursor = listing.next ? encodeCursor(listing.next) : undefined;
        expect(listing.hasMore).to.equal(cursor !== undefined);
      }
      expect(byPage, limit).to.deep.equal(all);
      expect(byCursor, limit).to.deep.equal(all);
    }
  });

  it('does not lose its place when records change and come while it is walked', async () => {
    const first = await list({ limit: '3' });
    const seen = first.items.map(({ providerId }) => providerId);
    const [changed = ''] = seen.slice(-1);
    await books.update('invoices', changed, { url: 'https://example.com/moved' });
    await books.create('quotes', { contact_id: contact, issue_date: '2030-01-01', line_items: [line] });
    const rest = await list({ limit: '200', cursor: encodeCursor(first.next ?? { at: new Date(0), id: 'x' }) });
    const walked = [...seen, ...rest.items.map(({ providerId }) => providerId)];
    expect(new Set(walked).size).to.equal(walked.length);
    expect(walked).to.have.length(7);
  });

  it('is empty beyond its end, not an error', async () => {
    for (const page of ['2', '8', '10000', '1000000', String(10 ** 15), '9'.repeat(40)]) {
      expect(await list({ page })).to.deep.include({ items: [], total: 7, hasMore: false, next: null });
    }
  });

  const refused: readonly [RawQuery, string][] = [
    ...['0', '201', '-1', '1.5', '1e2', '', ['1', '2']].map((limit): [RawQuery, string] => [{ limit }, 'limit']),
    ...['0', '-1', '1e3', 'one'].map((page): [RawQuery, string] => [{ page }, 'page']),
    ...['nonsense', ''].map((cursor): [RawQuery, string] => [{ cursor }, 'cursor']),
    [{ cursor: encodeCursor({ at: new Date(), id: 'x' }), page: '1' }, 'cursor'],
    [{ status: '' }, 'status'],
    [{ id: 'nonsense' }, 'id'],
    [{ id: resourceIdOf('contacts', '00000000-0000-4000-8000-000000000000') }, 'id'],
    [{ number: ['a', 'b'] }, 'number'],
    [{ status: 'AUTH' }, 'status'],
    [{ status: 'PAID,OVERDUE' }, 'status'],
    [{ sort: 'sub_total' }, 'sort'],
    [{ sort: 'constructor' }, 'sort'],
    [{ contact_id: 'INV-1' }, 'contact_id'],
    [{ updated_since: 'yesterday' }, 'updated_since'],
    [{ updated_since: '2026-02-30T00:00:00Z' }, 'updated_since'],
    [{ due_date_from: '2026-02-30' }, 'due_date_from'],
    [{ issue_date_to: '2026-01-01T00:00:00Z' }, 'issue_date_to'],
    [{ name: 'Customer' }, 'name'],
    [{ q: 'i ' }, 'q'],
    [{ where: 'Status=="DRAFT"' }, 'where'],
  ];
  for (const [query, path] of refused) {
    it(`refuses ${JSON.stringify(query).slice(0, 60)}`, async () => {
      const { code, details } = await refusalOf(list(query));
      expect([code, ...(details.errors ?? []).map((e) => e.path)]).to.deep.equal(['BAD_REQUEST', path]);
    });
  }

  it('is not there for what is no resource type', async () => {
    for (const type of ['widgets', 'Invoices', 'toString', '__proto__', '']) {
      expect((await refusalOf(list({}, type))).code, type).to.equal('NOT_FOUND');
    }
  });
});

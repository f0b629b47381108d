import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { type Books, line, openBooks } from './testing/books.ts';
import { rawLedger } from './testing/raw-ledger.ts';

const unknown = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const reads = 'GET /api.xro';

describe('searching quotes', () => {
  let contact: string;

  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact = (await books.create('contacts', { name: 'Harbour Coffee Ltd' })).providerId;
  });
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const search = (body: unknown, of: Books = books) =>
    service.core.resources.searchQuotes(tenancy.test, { connectionId: of.connection.id, body });
  const found = async (body: unknown) => (await search(body)).records.map(({ providerId }) => providerId);
  const quote = async (fields: JsonObject = {}) =>
    books.create('quotes', { contact_id: contact, issue_date: '2030-01-01', line_items: [line], ...fields });

  it('finds by number exactly, though the provider finds more', async () => {
    const { providerId } = await quote({ number: 'QN-1' });
    await quote({ number: 'QN-10' });
    await quote({ number: 'XQN-1' });
    await quote({ number: 'qn-1x' });
    expect(await found({ number: 'QN-1' })).to.deep.equal([providerId]);
    expect(await found({ number: 'qn-1' })).to.deep.equal([]);
    expect(await found({ number: 'QN-' })).to.deep.equal([]);
    const [call] = await service.calls(reads);
    expect(call?.path).to.contain('QuoteNumber=QN-1');
  });

  it('finds every quote that has had a number: a deleted one frees it', async () => {
    const first = await quote({ number: 'QD-1' });
    await books.update('quotes', first.providerId, { status: 'DELETED' });
    const second = await quote({ number: 'QD-1' });
    expect(await found({ number: 'QD-1' })).to.have.members([first.providerId, second.providerId]);
    expect(await found({ number: 'QD-1', status: 'deleted' })).to.deep.equal([first.providerId]);
    expect(await found({ number: 'QD-1', status: 'DRAFT' })).to.deep.equal([second.providerId]);
  });

  it('finds by the contact’s name exactly, of contacts that share it too', async () => {
    const make = async (name: string) => (await books.create('contacts', { name })).providerId;
    const [one, other] = [await make('Twin Ltd'), await make('Twin Ltd Auckland')];
    const ofOne = await quote({ contact_id: one });
    await quote({ contact_id: other });
    expect(await found({ name: 'Twin Ltd' })).to.deep.equal([ofOne.providerId]);
    expect(await found({ name: 'twin ltd' })).to.deep.equal([]);
    expect(await found({ name: 'Twin' })).to.deep.equal([]);
    await books.update('contacts', one, { status: 'ARCHIVED' });
    const namesake = await quote({ contact_id: await make('Twin Ltd') });
    expect(await found({ name: 'Twin Ltd' })).to.have.members([ofOne.providerId, namesake.providerId]);
    expect(await found({ name: 'Twin Ltd', number: String(namesake.fields['number']) })).to.deep.equal([
      namesake.providerId,
    ]);
  });

  it('takes any name and number for what it is', async () => {
    for (const text of ['Q"uote', 'back\\slash', '" OR 1==1 OR Name!="', 'a&b=c#d', '100% + x', 'ünï']) {
      const { providerId: contact_id } = await books.create('contacts', { name: text });
      const { providerId } = await quote({ contact_id, number: text });
      expect(await found({ name: text }), text).to.deep.equal([providerId]);
      expect(await found({ number: text }), text).to.deep.equal([providerId]);
    }
  });

  it('by id reads one, to which the other filters still apply', async () => {
    const { providerId, fields } = await quote({ external_reference: 'job-1' });
    for (const provider_id of [providerId, providerId.toUpperCase(), resourceIdOf('quotes', providerId)]) {
      const { records, nextCursor } = await search({ provider_id });
      expect([records[0]?.fields, nextCursor]).to.deep.equal([fields, null]);
    }
    const all = {
      number: String(fields['number']),
      external_reference: 'job-1',
      name: 'Harbour Coffee Ltd',
      status: 'draft',
    };
    expect(await found({ provider_id: providerId, ...all })).to.deep.equal([providerId]);
    for (const wrong of [
      { number: 'x' },
      { external_reference: 'job' },
      { name: 'Harbour' },
      { status: 'SENT' },
      { page: 2 },
    ]) {
      expect(await found({ provider_id: providerId, ...all, ...wrong }), JSON.stringify(wrong)).to.deep.equal([]);
    }
    expect(await found({ provider_id: unknown })).to.deep.equal([]);
    expect(await found({ provider_id: contact })).to.deep.equal([]);
  });

  it('tells the discount of a quote that is found in a list as of one that is read', async () => {
    const discounted = { ...line, unit_amount: 19.95, quantity: 3, discount_rate: 10 };
    const { providerId, fields } = await quote({ line_items: [discounted, line] });
    expect(fields['total_discount']).to.equal(5.98);
    const [listed] = (await search({ number: String(fields['number']) })).records;
    expect([listed?.providerId, listed?.fields]).to.deep.equal([providerId, fields]);
  });

  const refused: readonly [string, unknown, string][] = [
    ['a where-clause', { where: 'Status=="SENT"' }, 'where'],
    ['an order', { order: 'Date' }, 'order'],
    ['a field that is none', { title: 'x' }, 'title'],
    ['an empty number', { number: '' }, 'number'],
    ['a number that is a number', { number: 7 }, 'number'],
    ['a status that is none', { status: 'OPEN' }, 'status'],
    ['an id of another kind', { provider_id: resourceIdOf('invoices', unknown) }, 'provider_id'],
    ['a number in the place of an id', { provider_id: 'QU-0001' }, 'provider_id'],
    ['page 0', { page: 0 }, 'page'],
    ['half a page', { page: 1.5 }, 'page'],
    ['a page in words', { page: '1' }, 'page'],
    ['a cursor that nobody gave', { cursor: 'x' }, 'cursor'],
    ['a list', [], ''],
  ];
  for (const [name, body, path] of refused) {
    it(`refuses ${name} by name, before the provider is asked`, async () => {
      const refusal = await refusalOf(search(body));
      expect([refusal.code, refusal.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', path]);
      expect(await service.calls('')).to.deep.equal([]);
    });
  }

  describe('over many', () => {
    const count = 620;

    const many = openedOnce(() => openBooks(service, tenancy));
    before(async () => {
      const ledger = rawLedger(service, many.connection);
      const [customer] = await ledger.call('PUT', 'Contacts', { Contacts: [{ Name: 'Bulk Ltd' }] });
      const Contact = { ContactID: String(customer?.['ContactID']) };
      const LineItems = [{ Description: 'Hire', Quantity: 1, UnitAmount: 10, AccountCode: '200' }];
      for (let first = 0; first < count; first += 310) {
        const Quotes = Array.from({ length: 310 }, (_, index) => ({
          Contact,
          Date: '2030-01-01',
          Reference: (first + index) % 310 === 309 ? 'rare' : `r-${first + index}`,
          LineItems,
        }));
        await ledger.call('PUT', 'Quotes', { Quotes });
      }
    });

    const callsOf = async (body: JsonObject) => {
      await service.sandbox.control('DELETE', 'requests');
      const page = await search(body, many);
      return { page, calls: (await service.calls(`${reads}/2.0/Quotes`)).length };
    };
    const pages = async (body: JsonObject, calls: readonly number[], limit: number) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      for (const [index, expected] of calls.entries()) {
        const { page, calls: made } = await callsOf(cursor === null ? body : { ...body, cursor });
        expect([page.page, page.limit, made], `page ${index + 1}`).to.deep.equal([index ? null : 1, limit, expected]);
        seen.push(...page.records.map(({ providerId }) => providerId));
        cursor = page.nextCursor;
        expect(cursor === null, `page ${index + 1}`).to.equal(index + 1 === calls.length);
      }
      expect(new Set(seen).size).to.equal(seen.length);
      return seen;
    };

    it('looks at one page of the provider’s a page, and ends', async () => {
      expect(await pages({}, [1, 1, 1, 1, 1, 1, 1], 100)).to.have.length(count);
      expect(await pages({ status: 'DRAFT' }, [1, 1, 1, 1, 1, 1, 1], 100)).to.have.length(count);
      expect(await pages({ name: 'Bulk Ltd' }, [1, 1, 1, 1, 1, 1, 1], 100)).to.have.length(count);
    });

    it('gets to a page by its number over those before it, no further than 50 calls', async () => {
      const first = await search({}, many);
      const second = await search({ cursor: first.nextCursor }, many);
      const { page, calls: made } = await callsOf({ page: 2 });
      expect([page.records.map(({ providerId }) => providerId), page.page, made]).to.deep.equal([
        second.records.map(({ providerId }) => providerId),
        2,
        2,
      ]);
      expect((await callsOf({ page: 50 })).page).to.deep.include({ records: [], page: 50, nextCursor: null });
      const far = await openBooks(service, tenancy);
      let calls = 0;
      const find = async () => ({ records: [], unreadable: [], next: `${++calls}` });
      const endless = createCore(withGateway(service.ports, { find }));
      const path = { connectionId: far.connection.id, body: { external_reference: 'none', page: 12 } };
      const refusal = await refusalOf(endless.resources.searchQuotes(tenancy.test, path));
      expect([refusal.code, refusal.details.errors?.[0]?.path, calls]).to.deep.equal(['BAD_REQUEST', 'page', 50]);
    });

    it('takes a cursor only of the same search', async () => {
      const { nextCursor } = await search({ status: 'DRAFT' }, many);
      const cursor = nextCursor ?? '';
      for (const [body, of] of [
        [{ cursor }, many],
        [{ status: 'SENT', cursor }, many],
        [{ status: 'DRAFT', cursor }, books],
        [{ status: 'DRAFT', cursor: cursor.replace('2', '3') }, many],
        [{ status: 'DRAFT', cursor, page: 2 }, many],
      ] as const) {
        const refusal = await refusalOf(search(body, of));
        expect([refusal.code, refusal.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', 'cursor']);
      }
    });

    it('looks at five where the provider cannot narrow, and may find nothing on a page', async () => {
      expect(await pages({ external_reference: 'rare' }, [5, 2], 500)).to.have.length(2);
      expect(await pages({ external_reference: 'none' }, [5, 2], 500)).to.have.length(0);
    });
  });

  it('writes nothing and keeps nothing, and works where nothing may be kept or written', async () => {
    const zero = await openBooks(service, tenancy, { retention_mode: 'zero' });
    const { providerId: contact_id } = await zero.create('contacts', { name: 'Zero Ltd' });
    await zero.create('quotes', { contact_id, issue_date: '2030-01-01', number: 'Z-1', line_items: [line] });
    expect((await search({ number: 'Z-1' }, zero)).records).to.have.length(1);
    const readOnly = createCore({ ...service.ports, settings: { ...service.ports.settings, readOnly: true } });
    const path = { connectionId: zero.connection.id, body: { number: 'Z-1' } };
    expect((await readOnly.resources.searchQuotes(tenancy.test, path)).records).to.have.length(1);
    expect(
      (
        await listedRecords(
          service.ports.storage,
          { connectionId: zero.connection.id, type: 'quotes' },
          {},
          { limit: 10, page: 1 },
        )
      ).items,
    ).to.deep.equal([]);
  });
});

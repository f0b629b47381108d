// Every text and number that the provider takes goes through create, read, list, filter and sync, on both databases.
import { expect } from 'chai';
import fc from 'fast-check';
import { recordsIn } from '#contract-tests';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { drain, line as typedLine } from '../sync/testing/syncing.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { write } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';
import { openBooks } from './testing/books.ts';
import { rawLedger } from './testing/raw-ledger.ts';

const runs = 12;
const seed = 20_301;

const parts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
  fc.constantFrom('\\', '"', "'", '%', '_', '50 % \\ "x"', ' ', '\u202eשלום', 'e\u0301\u0327', '😀', '\ufeff', '\r\n'),
);
/** Letters without repeated runs, so that no database can compress them. */
const restless = (most: number) =>
  fc.tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: most / 2, max: most })).map(([start, length]) => {
    let state = start;
    const letters = Array.from({ length: length / 2 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return String.fromCodePoint(0x10000 + (state % 0x2fff0));
    });
    return letters.join('');
  });
/** Often as long as the provider allows. */
const free = (most: number) =>
  fc
    .oneof(
      restless(most),
      restless(most),
      fc
        .tuple(fc.array(parts, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 250 }))
        .map(([some, times]) => some.join('').repeat(times)),
    )
    .map((text) => text.slice(0, most).toWellFormed());
/** A text for an identifier, without NUL and halves of surrogate pairs. */
const named = (most: number) => free(most).map((text) => text.replaceAll('\0', '0'));
const halves = fc.constantFrom('', '\ud83d', '\udc00 x', '\0');
const amount = fc.integer({ min: 0, max: 99_999_999_999 }).map((n) => n / 10_000);

const made = fc.record({
  reference: named(4_000),
  number: named(200),
  contactNumber: named(40),
  code: named(6),
  terms: fc.tuple(halves, free(3_990)).map((both) => both.join('')),
  summary: free(3_000),
  description: fc.tuple(free(3_990), halves).map((both) => both.join('')),
  quantity: amount.map((n) => n / 10_000).map((n) => Number(n.toFixed(4))),
  unitAmount: amount.map((n) => n / 1_000).map((n) => Number(n.toFixed(4))),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

function isHeld(fields: CachedRecord['fields'], query: Record<string, string>): boolean {
  return Object.entries(query).every(([name, value]) => fields[name] === value);
}

onBothDatabases('any text and number,', (given) => {
  const kept: CachedRecord[] = [];
  const service = openedOnce(() => openService({ open: given().open }));
  const tenancy = openedOnce(() => service.newOrganization());
  const books = openedOnce(() => openBooks(service, tenancy));
  before(() => drain(service));

  const listed = async (type: ResourceType, query: Record<string, string> = {}) =>
    recordsIn(
      type,
      await service.core.resources.list(tenancy.test, {
        ...{ connectionId: books.connection.id, type, query, includeNative: true },
      }),
    );
  const document = ({ native }: CachedRecord) => JSON.stringify(native);

  /** The provider compares numbers ignoring case, so each number begins with its own index. */
  async function goesThrough(text: Made, index: number): Promise<void> {
    const own = `${index}-`;
    const contact_number = own + text.contactNumber;
    const name = `Customer ${own}`;
    const contact = await books.create('contacts', { name, contact_number, tax_number: text.contactNumber });
    expect((await books.create('contacts', { name, contact_number })).providerId).to.equal(contact.providerId);
    const Code = `${index}${text.code}`;
    const account = { Code, Name: `Account ${own}`, Type: 'REVENUE', Description: text.summary };
    const { providerId: accountId } = await books.create('accounts', { provider_data: account });
    expect((await books.create('accounts', { provider_data: account })).providerId).to.equal(accountId);
    const { description, quantity, unitAmount: unit_amount } = text;
    const quote = await books.create('quotes', {
      ...{ contact_id: contact.providerId, issue_date: '2030-01-01', number: own + text.number },
      ...{ external_reference: text.reference, terms: text.terms, summary: text.summary },
      line_items: [{ description, quantity, unit_amount }],
    });
    const read = await books.read('quotes', quote.providerId);
    expect(read.fields).to.include({ external_reference: text.reference, terms: text.terms, summary: text.summary });
    const [line] = read.native['LineItems'] as unknown as {
      readonly Description: string;
      readonly UnitAmount: number;
    }[];
    expect(line).to.include({ Description: description, Quantity: quantity, UnitAmount: unit_amount });
    for (const query of [{ number: own + text.number }, { external_reference: text.reference }]) {
      const found = await listed('quotes', query);
      expect(found.map(({ providerId }) => providerId)).to.include(quote.providerId);
      expect(found.every(({ fields }) => isHeld(fields, query))).to.equal(true);
    }
    kept.push(read, await books.read('contacts', contact.providerId), await books.read('accounts', accountId));
  }

  it('is answered, read, listed and found again', async () => {
    let index = 0;
    await fc.assert(
      fc.asyncProperty(made, (text) => goesThrough(text, ++index)),
      { numRuns: runs, seed, endOnFailure: true },
    );
  });

  it('comes with a notification: what was typed in at the provider, NUL and halves of pairs too', async () => {
    const { providerId } = await books.create('contacts', { name: 'Typed in Ltd' });
    const InvoiceNumber = 'INV \0 \ud83d';
    const [invoice] = await rawLedger(service, books.connection).call('PUT', 'Invoices', {
      Type: 'ACCREC',
      ...{ InvoiceNumber, Reference: '\udc00\0', Contact: { ContactID: providerId } },
      ...{ Status: 'AUTHORISED', Date: '2030-01-01', DueDate: '2030-01-31', LineItems: [typedLine] },
    });
    const resource_id = String(invoice?.['InvoiceID']);
    const read = draftOperation(service.ports, books.connection, {
      type: 'notification.process',
      connectionId: books.connection.id,
      subject: resource_id,
      input: { resource_id },
      requestId: tenancy.test.requestId,
    });
    await service.ports.storage.operations.insert([read]);
    await drain(service);
    const done = await service.core.operations.find(tenancy.test, read.id);
    expect([done.state, done.attemptCount]).to.deep.equal(['succeeded', 1]);
    const filter = { connectionId: books.connection.id, type: 'invoice.updated' } as const;
    const { items } = await service.ports.storage.events.list(tenancy.test, filter, { limit: 9, page: 1 });
    const told = items.map(({ data }) => (data['invoice'] as { number: string }).number);
    expect(told).to.deep.equal([InvoiceNumber]);
    const [copy] = await listed('invoices', { number: InvoiceNumber });
    expect(copy?.native['InvoiceNumber']).to.equal(InvoiceNumber);
  });

  it('comes with a sync of everything, without a warning', async () => {
    const { knex } = service.database;
    for (const table of ['cached_records', 'sync_cursors']) await knex(table).delete();
    const body = { scope: 'all' };
    const { value } = await service.core.connections.sync(tenancy.test, {
      ...{ connectionId: books.connection.id, write: write(body) },
    });
    await drain(service);
    expect((await service.core.operations.find(tenancy.test, value.id)).state).to.equal('succeeded');
    for (const type of ['quotes', 'contacts', 'accounts'] as const) {
      const copies = new Map<string, CachedRecord>();
      for (const number of ['1', '2', '3', '4', '5']) {
        const page = await listed(type, { limit: '200', page: number });
        for (const copy of page) copies.set(copy.providerId, copy);
      }
      for (const record of kept.filter((one) => one.type === type)) {
        const copy = copies.get(record.providerId);
        expect(copy?.fields['external_reference']).to.equal(record.fields['external_reference']);
        if (type === 'quotes') expect(copy && document(copy)).to.contain(JSON.stringify(record.native['Terms']));
      }
    }
    const shown = await service.core.connections.find(tenancy.test, books.connection.id);
    expect(shown.syncWarnings).to.deep.equal([]);
  });
});

// No update of a quote that inherits its lines changes its total: it keeps the total, or is refused before it is written.
import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { type Books, line, openBooks } from './testing/books.ts';

const verbatim = 'Cannot safely preserve Xero quote line amounts';
const noQuirks = { inclusive_quotes_net: false, irreconcilable_quotes: false };
const net = { inclusive_quotes_net: true };
const irreconcilable = { irreconcilable_quotes: true };

/** Every way of updating a quote without sending lines. */
const updates: readonly [string, (books: Books, id: string, status: string) => Promise<CachedRecord>][] = [
  ['PATCH of the status', (books, id, status) => books.update('quotes', id, { status })],
  ['PATCH of another field', (books, id) => books.update('quotes', id, { title: 'changed' })],
  [
    'PATCH of a native status',
    (books, id, Status) => books.update('quotes', id, { provider_data: { Status }, preserve_existing: true }),
  ],
  ['PATCH of a native title', (books, id) => books.update('quotes', id, { provider_data: { Title: 'changed' } })],
  [
    'PATCH of a native status with no lines in it',
    (books, id, Status) =>
      books.update('quotes', id, { provider_data: { Status, LineItems: [], LineAmountTypes: null } }),
  ],
  [
    'POST with its own id',
    (books, QuoteID, Status) => books.create('quotes', { provider_data: { QuoteID, Status }, preserve_existing: true }),
  ],
];

describe('the total of a quote', () => {
  let contact: string;

  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
  });
  const quirk = (quirks: object) => service.sandbox.control('POST', 'quirks', { ...noQuirks, ...quirks });
  afterEach(() => quirk({}));

  const lines = [
    { ...line, quantity: 1, unit_amount: 115 },
    { ...line, quantity: 3, unit_amount: 19.95, tax_type: 'OUTPUT2' },
    { ...line, description: 'Untaxed', unit_amount: 10, tax_type: 'NONE' },
  ];
  const quote = (fields: JsonObject = {}) =>
    books.create('quotes', {
      contact_id: contact,
      issue_date: '2030-01-01',
      terms: '30 days',
      line_amount_mode: 'inclusive',
      line_items: lines,
      ...fields,
    });
  /** Reads what the ledger's books have, whatever the ledger shows. */
  const atLedger = async (id: string) => {
    await quirk({});
    return books.native('quotes', id);
  };
  const writesTo = (id: string) => service.calls(`POST /api.xro/2.0/Quotes/${id}`);
  const money = ({ SubTotal, TotalTax, Total }: JsonObject) => [SubTotal, TotalTax, Total];

  for (const [name, update] of updates) {
    it(`stays with a ${name}, when the ledger shows net lines under an inclusive header`, async () => {
      const { providerId } = await quote();
      const before = await atLedger(providerId);
      await quirk(net);
      const written = await update(books, providerId, 'SENT');
      expect(written.fields['line_amount_mode']).to.equal('exclusive');
      const after = await atLedger(providerId);
      expect(money(after)).to.deep.equal(money(before));
      expect([after['LineAmountTypes'], after['QuoteNumber'], after['Terms']]).to.deep.equal([
        'EXCLUSIVE',
        before['QuoteNumber'],
        before['Terms'],
      ]);
      const ids = (document: JsonObject) => (document['LineItems'] as JsonObject[]).map(({ LineItemID }) => LineItemID);
      expect(ids(after)).to.deep.equal(ids(before));
    });

    it(`stays with a ${name}, and so does the mode, when lines and header agree`, async () => {
      for (const line_amount_mode of ['inclusive', 'exclusive', 'no_tax']) {
        const { providerId } = await quote({ line_amount_mode });
        const before = await atLedger(providerId);
        const written = await update(books, providerId, 'SENT');
        expect(written.fields['line_amount_mode']).to.equal(line_amount_mode);
        expect(money(await atLedger(providerId))).to.deep.equal(money(before));
      }
    });

    it(`is not risked by a ${name}, when nobody can say what the lines mean`, async () => {
      const { providerId } = await quote();
      const before = await atLedger(providerId);
      await quirk(irreconcilable);
      const refusal = await refusalOf(update(books, providerId, 'SENT'));
      expect(refusal).to.include({ code: 'CONFLICT', message: verbatim, retryable: false });
      expect(refusal.details.reason).to.equal('quote_line_amounts_unsafe');
      expect(await writesTo(providerId)).to.deep.equal([]);
      expect(await atLedger(providerId)).to.deep.equal(before);
    });
  }

  it('leaves the key free when it is not risked, and goes on once the lines can be read', async () => {
    const { providerId } = await quote();
    await quirk(irreconcilable);
    expect((await refusalOf(books.update('quotes', providerId, { status: 'SENT' }, 'k-free'))).code).to.equal(
      'CONFLICT',
    );
    await quirk({});
    expect((await books.update('quotes', providerId, { status: 'SENT' }, 'k-free')).fields['status']).to.equal('SENT');
  });

  it('is the caller’s own where the caller sends lines, in whatever form, and without a check', async () => {
    const own = { ...line, quantity: 1, unit_amount: 230 };
    const native = { Description: 'Own', Quantity: 1, UnitAmount: 230, AccountCode: '200', TaxType: 'OUTPUT2' };
    for (const quirks of [net, irreconcilable]) {
      for (const body of [{ line_items: [own] }, { provider_data: { LineItems: [native] }, preserve_existing: true }]) {
        const { providerId } = await quote();
        await quirk(quirks);
        const odd = quirks === irreconcilable ? ['line_items[0].unit_amount'] : [];
        expect(await books.warnedOf('quotes', providerId, body)).to.deep.equal(odd);
        expect(await atLedger(providerId)).to.include({ Total: 230, TotalTax: 30, LineAmountTypes: 'INCLUSIVE' });
      }
    }
  });

  it('does not grow by the tax when a mode is sent that the inherited lines are not in', async () => {
    for (const body of [{ line_amount_mode: 'inclusive' }, { provider_data: { LineAmountTypes: 'Inclusive' } }]) {
      const { providerId } = await quote({ line_amount_mode: 'exclusive' });
      const before = await atLedger(providerId);
      expect(await books.warnedOf('quotes', providerId, body)).to.deep.equal(['line_amount_mode']);
      expect(money(await atLedger(providerId))).to.deep.equal(money(before));
    }
  });

  it('stays or is refused, whatever the lines and the oddity', async () => {
    const priced = fc.record({
      quantity: fc.integer({ min: 1, max: 400_000 }).map((n) => n / 100),
      unit_amount: fc.integer({ min: 0, max: 999_999 }).map((n) => n / 100),
      tax_type: fc.constantFrom('OUTPUT2', 'NONE', 'ZERORATED'),
      discount_rate: fc.constantFrom(0, 0, 0, 5, 12.5, 33.33, 100),
    });
    const tiny = fc.record({
      quantity: fc.constantFrom(1, 1, 3, 0.5),
      unit_amount: fc.integer({ min: 0, max: 60 }).map((n) => n / 100),
      tax_type: fc.constant('OUTPUT2'),
      discount_rate: fc.constantFrom(0, 0, 10),
    });
    let refused = 0;
    let written = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(priced, tiny), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('inclusive', 'inclusive', 'exclusive', 'no_tax'),
        fc.constantFrom({}, net, irreconcilable),
        async (made, line_amount_mode, quirks) => {
          await quirk({});
          const { providerId } = await quote({
            line_amount_mode,
            line_items: made.map((own) => ({ ...line, ...own })),
          });
          const before = await atLedger(providerId);
          await quirk(quirks);
          const ended = await books.update('quotes', providerId, { status: 'SENT' }).then(
            () => 'written',
            (error: { message: string }) => error.message,
          );
          const after = await atLedger(providerId);
          expect(after['Total']).to.equal(before['Total']);
          expect(['written', verbatim]).to.include(ended);
          expect(after['Status']).to.equal(ended === 'written' ? 'SENT' : 'DRAFT');
          if (ended === 'written') written += 1;
          else refused += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(Math.min(refused, written)).to.be.above(10);
  });
});

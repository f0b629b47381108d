import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from './json.ts';
import { type Likeness, likenessesOf, mayBeSame, type Naming } from './look-alike.ts';

const runs = { numRuns: process.env['TEST_LONG'] ? 2_000 : 100 };

const naming: Naming = {
  idOf: (type, text) => (text.startsWith('our-') ? `${type}-${text.slice('our-'.length)}` : undefined),
  codeOf: (id) => (id.startsWith('accounts-') ? id.slice('accounts-'.length) : undefined),
};

interface Line {
  readonly quantity: number;
  readonly cents: number;
  readonly account: string;
}

const line: fc.Arbitrary<Line> = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  cents: fc.integer({ min: 1, max: 500_000 }),
  account: fc.constantFrom('200', '260', '4a'),
});
const lines = fc.array(line, { minLength: 1, maxLength: 5 });
const text = fc.string({ maxLength: 20 });

/** What models say in other words when they try again, and what no rule may look at. */
const words = fc.record({
  number: text,
  external_reference: text,
  issue_date: fc.constantFrom('2026-11-01', '2026-12-24'),
  due_date: fc.constantFrom('2027-01-01', '2027-06-30'),
  line_amount_mode: fc.constantFrom('tax_exclusive', 'no_tax'),
  descriptions: fc.array(text, { minLength: 5, maxLength: 5 }),
  tax_type: fc.constantFrom('OUTPUT2', 'NONE'),
  shift: fc.nat({ max: 4 }),
  /** Lines of text alone. */
  remarks: fc.array(text, { maxLength: 3 }),
  byId: fc.boolean(),
});

type Words = typeof words extends fc.Arbitrary<infer Said> ? Said : never;

function invoice(given: readonly Line[], said: Words): JsonObject {
  const { descriptions, tax_type, shift, remarks, byId, ...fields } = said;
  const priced = given.map(({ quantity, cents, account }, position) => ({
    description: descriptions[position] ?? '',
    quantity,
    unit_amount: cents / 100,
    tax_type,
    tax_amount: position,
    ...(byId ? { account_id: `our-${account}` } : { account_code: account.toUpperCase() }),
  }));
  const moved = [...priced.slice(shift), ...priced.slice(0, shift)];
  const remarked = remarks.map((description) => ({ description, quantity: 1, unit_amount: 0 }));
  return { ...fields, contact_id: byId ? 'our-7' : 'contacts-7', currency: 'GBP', line_items: [...moved, ...remarked] };
}

const isAlike = (one: readonly Likeness[], other: readonly Likeness[]) =>
  one.some((first) => other.some((second) => first.basis === second.basis && mayBeSame(first, second)));
const of = (fields: JsonObject, type: 'invoices' | 'payments' | 'contacts' = 'invoices') =>
  likenessesOf(type, fields, naming);

describe('the likeness of documents', () => {
  it('stays, however they are worded, dated, numbered, taxed and ordered, and whichever ids name their parts', () => {
    fc.assert(
      fc.property(lines, words, words, (given, said, again) => {
        expect(isAlike(of(invoice(given, said)), of(invoice(given, again)))).to.equal(true);
      }),
      runs,
    );
  });

  it('is another with another amount, account, contact, side or currency', () => {
    const changes: Readonly<Record<string, (first: Line, fields: JsonObject) => JsonObject>> = {
      contact: (_, fields) => ({ ...fields, contact_id: 'contacts-8' }),
      side: (_, fields) => ({ ...fields, type: 'payable' }),
      currency: (_, fields) => ({ ...fields, currency: 'EUR' }),
    };
    fc.assert(
      fc.property(lines, words, words, (given, said, again) => {
        const known = of(invoice(given, said));
        const [first, ...rest] = given as [Line, ...Line[]];
        const dearer = { ...first, cents: first.cents + 1 };
        const moved = { ...first, account: '999' };
        expect(isAlike(known, of(invoice([dearer, ...rest], again))), 'amount').to.equal(false);
        expect(isAlike(known, of(invoice([moved, ...rest], again))), 'account').to.equal(false);
        expect(isAlike(known, of(invoice([...given, first], again))), 'one line more').to.equal(false);
        for (const [name, change] of Object.entries(changes)) {
          expect(isAlike(known, of(change(first, invoice(given, again)))), name).to.equal(false);
        }
      }),
      runs,
    );
  });

  it('leaves open what was not said: the currency, and accounts that an item brings', () => {
    fc.assert(
      fc.property(lines, words, (given, said) => {
        const { currency: _, ...silent } = invoice(given, said);
        const bare = given.map(({ quantity, cents }) => ({ quantity, unit_amount: cents / 100 }));
        expect(isAlike(of(silent), of({ ...silent, currency: 'EUR' }))).to.equal(true);
        expect(isAlike(of(silent), of({ ...silent, line_items: bare }))).to.equal(true);
      }),
      runs,
    );
  });

  it('counts a line by its total: of quantity and price, with its discount', () => {
    const one = (priced: JsonObject) => of({ contact_id: 'c', line_items: [{ account_code: '200', ...priced }] });
    expect(isAlike(one({ quantity: 2, unit_amount: 50 }), one({ quantity: 1, unit_amount: 100 }))).to.equal(true);
    const reduced = one({ quantity: 1, unit_amount: 100, discount_rate: 10 });
    expect(isAlike(reduced, one({ quantity: 1, unit_amount: 90 }))).to.equal(true);
    expect(isAlike(reduced, one({ quantity: 1, unit_amount: 100 }))).to.equal(false);
  });
});

describe('the likeness of payments', () => {
  it('is the invoice and the amount, whichever id names it, whatever the date and the account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), text, text, (cents, reference, date) => {
        const paid = { invoice_id: 'our-1', amount: cents / 100 };
        const again = { invoice_id: 'invoices-1', amount: cents / 100, external_reference: reference, date };
        expect(isAlike(of(paid, 'payments'), of(again, 'payments'))).to.equal(true);
        expect(isAlike(of(paid, 'payments'), of({ ...again, amount: (cents + 1) / 100 }, 'payments'))).to.equal(false);
        expect(isAlike(of(paid, 'payments'), of({ ...again, invoice_id: 'invoices-2' }, 'payments'))).to.equal(false);
        const { invoice_id, ...refund } = again;
        expect(isAlike(of(paid, 'payments'), of({ ...refund, credit_note_id: invoice_id }, 'payments'))).to.equal(
          false,
        );
      }),
      runs,
    );
  });
});

describe('the likeness of contacts', () => {
  const name = fc.stringMatching(/^[A-Za-z]{1,8}( [A-Za-z]{1,8}){0,3}$/);
  const wide = (letters: string) =>
    letters.replaceAll(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

  it('is one of their names, whatever case, width and spaces it has', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('name', 'email', 'tax_number'), (given, field) => {
        const known = of({ [field]: given, first_name: 'Ada' }, 'contacts');
        const forms = [given.toUpperCase(), given.toLowerCase(), ` ${given.replaceAll(' ', ' \t ')} `, wide(given)];
        for (const form of forms) {
          const again = of({ [field]: form, name: field === 'name' ? form : 'Another', phone: '1' }, 'contacts');
          expect(isAlike(known, again), form).to.equal(true);
        }
        expect(isAlike(known, of({ [field]: `${given}x` }, 'contacts'))).to.equal(false);
      }),
      runs,
    );
  });

  it('is never a name that is an e-mail address of the other, and nothing of what was not said', () => {
    expect(isAlike(of({ name: 'a' }, 'contacts'), of({ email: 'a' }, 'contacts'))).to.equal(false);
    expect(of({ name: ' ', email: '', tax_number: null }, 'contacts')).to.deep.equal([]);
  });
});

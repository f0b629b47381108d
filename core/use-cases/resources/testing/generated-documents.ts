// Generated documents of every writable family, field by field, with the provider's names and ours.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../domain/json.ts';
import type { ResourceType } from '../../../domain/resource.ts';
import { plainTextsOf } from '../../../families/all-families.ts';
import type { GeneratedFamily, Known, Part } from './generated-family.ts';

const part = (native: JsonObject, normalized: JsonObject | null, follows: readonly string[] = []): Part => ({
  native,
  normalized,
  follows,
});
const same = (key: string, name: string | null, values: fc.Arbitrary<Json>, ...follows: string[]) =>
  values.map((value) => part({ [key]: value }, name === null ? null : { [name]: value }, follows));

const words = (most: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }).filter((text) => text.length <= most);
const text = (key: string, name: string | null, most: number) => same(key, name, words(most));
/** The plain texts that a family declares, but for those that need values of another kind. */
const plainTexts = (type: ResourceType, others: readonly string[] = []) =>
  Object.entries(plainTextsOf(type))
    .filter(([name]) => !others.includes(name))
    .map(([name, { longest }]) => text(pascal(name), name, Math.min(longest, 400)));
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2089-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const dated = (key: string, name: string) => same(key, name, day, `${key}String`);
/** fast-check's own arbitrary prefers edges, so its values are not unique. */
const unique = (letters: number) => fc.constant('').map(() => randomUUID().replaceAll('-', '').slice(0, letters));
const flag = fc.boolean();
const money = fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 10_000);

/** A list whose entries have different types, with both names. */
function slots(native: string, name: string, typeKey: string, types: readonly string[], keys: Record<string, string>) {
  const entry = fc.record(Object.fromEntries(Object.values(keys).map((own) => [own, words(8)])));
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...types), entry), { selector: ([type]) => type, maxLength: types.length })
    .map((list) =>
      part(
        {
          [native]: list.map(([type, own]) => ({
            [typeKey]: type,
            ...Object.fromEntries(Object.entries(keys).map(([key, ours]) => [key, own[ours] ?? ''])),
          })),
        },
        { [name]: list.map(([type, own]) => ({ type, ...own })) },
      ),
    );
}

const person = fc.record({ first_name: words(20), last_name: words(20), include_in_emails: flag });
const persons = fc.array(person, { maxLength: 4 }).map((list) =>
  part(
    {
      ContactPersons: list.map((one) => ({
        FirstName: one.first_name,
        LastName: one.last_name,
        IncludeInEmails: one.include_in_emails,
      })),
    },
    { contact_persons: list },
  ),
);
const term = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  type: fc.constantFrom('DAYSAFTERBILLDATE', 'OFFOLLOWINGMONTH'),
});
const terms = fc
  .tuple(term, term)
  .map(([sales, bills]) =>
    part(
      { PaymentTerms: { Sales: { Day: sales.day, Type: sales.type }, Bills: { Day: bills.day, Type: bills.type } } },
      { payment_terms: { sales, bills } },
    ),
  );

export const contacts: GeneratedFamily = {
  type: 'contacts',
  base: unique(32).map((name) => part({ Name: name }, { name })),
  isNormalized: true,
  parts: [
    same('Name', 'name', unique(32)),
    same('ContactNumber', 'contact_number', unique(32)),
    same('EmailAddress', 'email', fc.emailAddress()),
    // Provider: no two contacts have one number.
    same('AccountNumber', 'account_number', unique(32)),
    ...plainTexts('contacts', ['contact_number', 'email', 'account_number']),
    same('DefaultCurrency', 'default_currency', fc.constantFrom('NZD', 'USD', 'EUR')),
    text('BankAccountDetails', null, 30),
    same('SalesDefaultAccountCode', null, fc.constantFrom('200', '260')),
    slots('Phones', 'phones', 'PhoneType', ['DEFAULT', 'DDI', 'MOBILE', 'FAX'], {
      PhoneCountryCode: 'country_code',
      PhoneAreaCode: 'area_code',
      PhoneNumber: 'number',
    }),
    slots('Addresses', 'addresses', 'AddressType', ['POBOX', 'STREET'], {
      AddressLine1: 'line1',
      City: 'city',
      PostalCode: 'postal_code',
      AttentionTo: 'attention_to',
    }),
    persons,
    terms,
  ],
};

const totals = ['SubTotal', 'TotalTax', 'Total', 'TotalDiscount', 'AmountDue', 'IsDiscounted'];

/** Lines and their amount mode, which belong together. */
function lines(account: string, taxType: string, modes: Readonly<Record<string, string>>, discounts: boolean) {
  const line = fc.record({
    description: words(60),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
    unit_amount: money,
    tax_type: fc.constantFrom(taxType, 'NONE'),
    discount_rate: fc.constantFrom(0, ...(discounts ? [0, 10, 33.33] : [])),
  });
  return fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom(...Object.keys(modes)))
    .map(([list, line_amount_mode]) =>
      part(
        {
          LineAmountTypes: modes[line_amount_mode] ?? '',
          LineItems: list.map((own) => ({
            Description: own.description,
            Quantity: own.quantity,
            UnitAmount: own.unit_amount,
            TaxType: own.tax_type,
            AccountCode: account,
            ...(own.discount_rate === 0 ? {} : { DiscountRate: own.discount_rate }),
          })),
        },
        {
          line_amount_mode,
          line_items: list.map(({ discount_rate, ...own }) => ({
            ...own,
            account_code: account,
            ...(discount_rate === 0 ? {} : { discount_rate }),
          })),
        },
        totals,
      ),
    );
}

/** The lines of a journal, which balance, and their amount mode. */
function journalLines(modes: Readonly<Record<string, string>>) {
  const cents = fc.integer({ min: 1, max: 9_999_999 });
  const line = fc.record({ description: words(60), cents, account_code: fc.constantFrom('310', '400', '970') });
  return fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom(...Object.keys(modes)))
    .map(([list, line_amount_mode]) => {
      const sum = list.reduce((all, one) => all + one.cents, 0);
      const both = [...list, { description: 'The rest', cents: -sum, account_code: '970' }];
      const lines = both.map(({ cents: amount, ...own }) => ({ ...own, line_amount: amount / 100, tax_type: 'NONE' }));
      const native = lines.map(({ description, line_amount, account_code, tax_type }) => ({
        ...{ Description: description, LineAmount: line_amount, AccountCode: account_code, TaxType: tax_type },
      }));
      return part(
        { LineAmountTypes: modes[line_amount_mode] ?? '', JournalLines: native },
        { line_amount_mode, lines },
      );
    });
}

const reference = (key: string, name: string, ids: readonly string[]) =>
  fc.constantFrom(...ids).map((id) => part(nest(key, id), { [name]: id }, ['Contact']));
const nest = (key: string, id: string): JsonObject =>
  key === 'Contact' ? { Contact: { ContactID: id } } : { [key]: id };

const joined = (...arbitraries: readonly fc.Arbitrary<Part>[]): fc.Arbitrary<Part> =>
  fc.tuple(...arbitraries).map((all) => join(all as Part[]));

/** Several parts as one; a later one wins. */
export function join(parts: readonly Part[]): Part {
  return {
    native: Object.assign({}, ...parts.map(({ native }) => native)) as JsonObject,
    normalized: Object.assign({}, ...parts.map(({ normalized }) => normalized ?? {})) as JsonObject,
    follows: parts.flatMap(({ follows }) => follows),
  };
}

const mixed = { exclusive: 'Exclusive', inclusive: 'Inclusive', no_tax: 'NoTax' };
const loud = { exclusive: 'EXCLUSIVE', inclusive: 'INCLUSIVE', no_tax: 'NOTAX' };

export function documents({ contacts: ids, themes }: Known): readonly GeneratedFamily[] {
  const contact = reference('Contact', 'contact_id', ids);
  const theme = same('BrandingThemeID', null, fc.constantFrom(...themes));
  const sales = lines('200', 'OUTPUT2', mixed, true);
  const offers = lines('200', 'OUTPUT2', loud, true);
  const orders = lines('400', 'INPUT2', mixed, false);
  const receivable = (Type: string) => fc.constant(part({ Type }, { type: 'receivable' }));
  const shared = [contact, dated('Date', 'issue_date'), theme];
  return [
    {
      type: 'invoices',
      isNormalized: true,
      base: joined(contact, dated('DueDate', 'due_date'), sales, receivable('ACCREC')),
      parts: [
        ...shared,
        sales,
        dated('DueDate', 'due_date'),
        text('Reference', 'external_reference', 255),
        same('InvoiceNumber', 'number', unique(30)),
        same('Url', 'url', fc.webUrl()),
        ...plainTexts('invoices', ['url']),
        same('Status', 'status', fc.constantFrom('SUBMITTED', 'DRAFT')),
      ],
    },
    {
      type: 'credit_notes',
      isNormalized: true,
      base: joined(contact, dated('Date', 'issue_date'), sales, receivable('ACCRECCREDIT')),
      parts: [
        theme,
        text('Reference', 'external_reference', 255),
        same('CreditNoteNumber', 'number', unique(30)),
        same('Status', 'status', fc.constantFrom('SUBMITTED', 'DRAFT')),
      ],
    },
    {
      type: 'quotes',
      isNormalized: true,
      base: joined(contact, dated('Date', 'issue_date'), offers),
      parts: [
        ...shared,
        offers,
        dated('ExpiryDate', 'expiry_date'),
        text('Reference', 'external_reference', 400),
        same('QuoteNumber', 'number', unique(30)),
        ...plainTexts('quotes'),
      ],
    },
    {
      type: 'purchase_orders',
      isNormalized: true,
      base: joined(contact, orders),
      parts: [
        ...shared,
        orders,
        dated('DeliveryDate', 'delivery_date'),
        text('Reference', 'external_reference', 255),
        same('PurchaseOrderNumber', 'number', unique(30)),
        ...plainTexts('purchase_orders'),
        same('Status', 'status', fc.constantFrom('SUBMITTED', 'DRAFT')),
      ],
    },
    {
      type: 'manual_journals',
      isNormalized: true,
      base: joined(text('Narration', 'narration', 400), dated('Date', 'date'), journalLines(mixed)),
      parts: [
        text('Narration', 'narration', 400),
        dated('Date', 'date'),
        journalLines(mixed),
        same('Url', 'url', fc.webUrl()),
        same('ShowOnCashBasisReports', 'show_on_cash_basis', flag),
        same('Status', 'status', fc.constant('DRAFT')),
      ],
    },
  ];
}

export const accounts: GeneratedFamily = {
  type: 'accounts',
  isNormalized: false,
  base: fc.tuple(unique(10), unique(30)).map(([Code, Name]) => part({ Code, Name, Type: 'EXPENSE' }, null)),
  parts: [
    same('Code', null, unique(10)),
    same('Name', null, unique(30)),
    text('Description', null, 300),
    same('TaxType', null, fc.constantFrom('INPUT2', 'NONE')),
    same('EnablePaymentsToAccount', null, flag),
    same('ShowInExpenseClaims', null, flag),
    same('AddToWatchlist', null, flag),
  ],
};

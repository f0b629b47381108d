// The parts of the requests that create and change documents (invoices, credit notes, quotes, purchase orders).
import * as v from 'valibot';
import { accounts } from './accounts.ts';
import { brandingThemes } from './branding-themes.ts';
import { contacts } from './contacts.ts';
import {
  accountCodeMost,
  amount,
  clearable,
  clearableIdentifier,
  clearableRecordId,
  currency,
  currencyRate,
  lineId,
  listOf,
  oneWord,
  orNothing,
  percent,
  recordId,
  requiredIdentifier,
  string,
} from './request-fields.ts';

const notText = ['line_item_id', 'quantity', 'unit_amount'] as const;

/** What a line is marked with: the category and the option by id or by name. */
export const lineTracking = () =>
  v.optional(
    listOf(
      v.strictObject({
        tracking_category_id: v.optional(string()),
        tracking_option_id: v.optional(string()),
        name: v.optional(string()),
        option: v.optional(string()),
      }),
      2,
    ),
  );

/** Amounts may not be negative; a description has at most 4,000 characters. */
const LineItem = v.pipe(
  v.strictObject({
    line_item_id: v.optional(lineId()),
    description: clearable(4000),
    quantity: v.optional(amount()),
    unit_amount: v.optional(amount()),
    discount_rate: orNothing(percent()),
    discount_amount: orNothing(amount(2)),
    item_code: clearableIdentifier(30),
    account_id: clearableRecordId(accounts),
    account_code: clearableIdentifier(accountCodeMost),
    tax_type: clearableIdentifier(50),
    tax_amount: orNothing(amount(2)),
    tracking: lineTracking(),
  }),
  v.forward(
    v.partialCheck(
      [['item_code'], ...notText.map((name) => [name] as const)],
      (line) => !line.item_code || notText.some((name) => line[name] !== undefined),
      'needs a quantity or a unit_amount: a line of text has no item, and its code would be dropped',
    ),
    ['item_code'],
  ),
  v.metadata({
    anyOf: [{ properties: { item_code: { enum: [null, ''] } } }, ...notText.map((name) => ({ required: [name] }))],
  }),
);

/** The most lines of a document. */
export const linesMost = 500;

const lineItems = () =>
  v.pipe(
    v.array(LineItem, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(linesMost, `must have at most ${linesMost} lines`),
  );

/** `number` is the document's number at the provider. */
export const newDocument = {
  number: clearableIdentifier(255),
  contact_id: recordId(contacts),
  line_items: lineItems(),
};

export const changedDocument = {
  number: v.optional(requiredIdentifier(255)),
  contact_id: v.optional(recordId(contacts)),
  line_items: v.optional(lineItems()),
};

/** What documents name of the books. */
export const documentRefers = [
  'contact_id',
  'branding_theme_id',
  'item_code',
  'account_id',
  'account_code',
  'tax_type',
] as const;

export const lineAmountModes = ['exclusive', 'inclusive', 'no_tax'] as const;

/** Fields of both new and changed documents. */
export const documentTerms = {
  currency: v.optional(currency()),
  currency_rate: v.optional(currencyRate()),
  line_amount_mode: v.optional(oneWord(lineAmountModes)),
  branding_theme_id: clearableRecordId(brandingThemes),
};

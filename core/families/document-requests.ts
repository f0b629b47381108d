// The parts of the requests that create and change documents (invoices, credit notes, quotes, purchase orders).
import * as v from 'valibot';
import { accounts } from './accounts.ts';
import { brandingThemes } from './branding-themes.ts';
import { contacts } from './contacts.ts';
import {
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

/** Amounts may not be negative; a description has at most 4,000 characters. */
const LineItem = v.strictObject({
  line_item_id: v.optional(lineId()),
  description: clearable(4000),
  quantity: v.optional(amount()),
  unit_amount: v.optional(amount()),
  discount_rate: orNothing(percent()),
  discount_amount: orNothing(amount()),
  item_code: clearableIdentifier(30),
  account_id: clearableRecordId(accounts),
  account_code: clearableIdentifier(10),
  tax_type: clearableIdentifier(50),
  tax_amount: orNothing(amount()),
  tracking: v.optional(
    listOf(
      v.strictObject({
        tracking_category_id: v.optional(string()),
        tracking_option_id: v.optional(string()),
        name: v.optional(string()),
        option: v.optional(string()),
      }),
      2,
    ),
  ),
});

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

export const lineAmountModes = ['exclusive', 'inclusive', 'no_tax'] as const;

/** Fields of both new and changed documents. */
export const documentTerms = {
  currency: v.optional(currency()),
  currency_rate: v.optional(currencyRate()),
  line_amount_mode: v.optional(oneWord(lineAmountModes)),
  branding_theme_id: clearableRecordId(brandingThemes),
};

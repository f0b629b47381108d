import * as v from 'valibot';
import { warningCodes } from '../domain/ledger-record.ts';

/** A schema with its description in the OpenAPI document. */
export const described = <S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const fromOne = v.pipe(v.number(), v.integer(), v.minValue(1));

export const anyObject = v.record(v.string(), v.unknown());

/** ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/**
 * The types of fields of normalized records. Every field is present; null means no value. The provider's own words pass
 * through, even new ones.
 */
export const field = {
  text: v.nullable(v.string()),
  date: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** Money and quantities: JSON numbers, computed as decimals. */
  number: v.nullable(v.number()),
  flag: v.nullable(v.boolean()),
  time: v.nullable(Timestamp),
};

export const WriteWarning = v.object({
  code: v.picklist(warningCodes),
  path: described(
    v.string(),
    'The field as it was sent, such as `line_items[0].tracking[1]`; empty for `provider_changed_document`.',
  ),
  message: described(
    v.string(),
    'For a person. Of `echo_differs` the difference, without any value; of `provider_changed_document` the provider’s words.',
  ),
});
export const warningsMeaning =
  'What the provider’s answer to the write lacks, or has otherwise, of what was sent, and what the provider warns of. Only in the answer to a write, and only if there is something to say.';

/** One way round everywhere; a gateway whose provider has it the other way round turns it. */
export const rateMeaning =
  'Units of `currency` for one unit of the organization’s base currency, as a decimal number: 0.61 where one NZD of a New Zealand organization buys 0.61 USD; 1 in the base currency.';
export const rate = described(field.number, rateMeaning);

export const trackingField = v.object({
  tracking_category_id: field.text,
  tracking_option_id: field.text,
  name: field.text,
  option: field.text,
});

export const lineItem = v.object({
  line_item_id: field.text,
  description: field.text,
  quantity: field.number,
  unit_amount: field.number,
  discount_rate: field.number,
  discount_amount: field.number,
  item_code: field.text,
  account_id: field.text,
  account_code: field.text,
  tax_type: field.text,
  tax_amount: field.number,
  line_amount: field.number,
  tracking: v.array(trackingField),
});

export const contactReference = v.object({ id: v.string(), provider_id: field.text, name: field.text });

/** The fields that all documents have: invoices, quotes, purchase orders, credit notes. */
export const documentFields = {
  number: field.text,
  external_reference: field.text,
  status: field.text,
  contact_id: field.text,
  contact: v.nullable(contactReference),
  issue_date: field.date,
  currency: field.text,
  currency_rate: rate,
  line_amount_mode: field.text,
  line_items: v.array(lineItem),
  sub_total: field.number,
  total_tax: field.number,
  total_discount: field.number,
  total: field.number,
  branding_theme_id: field.text,
};

/** A part of a credit that settles an invoice. */
export const allocationField = v.object({
  allocation_id: field.text,
  invoice_id: field.text,
  amount: field.number,
  date: field.date,
});

/** A payment as the document shows it that it pays or refunds. */
export const paymentField = v.object({
  id: field.text,
  provider_id: field.text,
  date: field.date,
  amount: field.number,
  external_reference: field.text,
  currency_rate: rate,
});

export const documentSide = described(field.text, '`receivable`, `payable`, or the provider’s own word.');

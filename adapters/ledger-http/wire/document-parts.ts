import { isJsonObject } from '#core/ports';
import {
  amount,
  clearableReference,
  date,
  type Field,
  list,
  readFields,
  readOnly,
  reference,
  shownIds,
  text,
  textAt,
  translated,
  word,
} from './field.ts';

const contactFields: readonly Field[] = [...shownIds('contacts', 'ContactID'), text('name')];

export const contact: Field = {
  name: 'contact',
  read: ({ Contact }) => {
    const shown = isJsonObject(Contact) ? readFields(contactFields, Contact) : {};
    return shown['id'] ? shown : null;
  },
};

const trackingFields: readonly Field[] = [
  text('tracking_category_id', 'TrackingCategoryID'),
  text('tracking_option_id', 'TrackingOptionID'),
  text('name'),
  text('option'),
];

export const trackingOfLine = list('tracking', 'Tracking', trackingFields);

const lineFields: readonly Field[] = [
  text('line_item_id', 'LineItemID'),
  text('description'),
  amount('quantity'),
  amount('unit_amount'),
  amount('discount_rate'),
  amount('discount_amount'),
  text('item_code'),
  clearableReference('account_id', 'accounts', 'AccountID'),
  text('account_code'),
  text('tax_type'),
  amount('tax_amount'),
  amount('line_amount'),
  trackingOfLine,
];

/** Provider: a line with a known id keeps the fields that are not sent. */
export const lineItems = list('line_items', 'LineItems', lineFields);

export function headFields(numberKey: string): readonly Field[] {
  return [
    text('number', numberKey),
    text('external_reference', 'Reference'),
    word('status'),
    reference('contact_id', 'contacts', 'Contact', 'ContactID'),
    contact,
    date('issue_date', 'Date'),
  ];
}

const totalDiscount = amount('total_discount');

/** `modes` translates our words for how amounts include tax to the family's. */
export function moneyFields(modes: Readonly<Record<string, string>>, discount = totalDiscount): readonly Field[] {
  return [
    word('currency', 'CurrencyCode'),
    amount('currency_rate'),
    translated('line_amount_mode', 'LineAmountTypes', modes),
    lineItems,
    readOnly(amount('sub_total')),
    readOnly(amount('total_tax')),
    readOnly(discount),
    readOnly(amount('total')),
  ];
}

/** Provider: a document that was deleted or voided still shows its total as due, in some of its forms. */
export function dueWhileLive(name: string): Field {
  const shown = amount(name);
  return {
    name,
    read: (native) => (/^(deleted|voided)$/i.test(textAt(native, 'Status') ?? '') ? 0 : shown.read(native)),
  };
}

/** A part of a credit that settles an invoice. */
export const allocationFields: readonly Field[] = [
  text('allocation_id', 'AllocationID'),
  reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID'),
  amount('amount'),
  date('date'),
];

/** A payment as the document shows it that it pays or refunds. */
export const paymentFields: readonly Field[] = [
  ...shownIds('payments', 'PaymentID'),
  date('date'),
  amount('amount'),
  text('external_reference', 'Reference'),
  amount('currency_rate'),
];

export const lineAmountModes = { exclusive: 'Exclusive', inclusive: 'Inclusive', no_tax: 'NoTax' } as const;

export const longestOfLines = { LineItems: { Description: 4_000 } } as const;

import { contact, contactId } from './contact-reference.ts';
import { objectsAt, readFields } from './document.ts';
import { family } from './family.ts';
import { amount, date, type Field, readOnly, reference, text, translated, word } from './field.ts';
import { lineAmountModes } from './line-amount-modes.ts';
import { lineItems } from './line-items.ts';

const types = { receivable: 'ACCRECCREDIT', payable: 'ACCPAYCREDIT' } as const;

const allocationFields: readonly Field[] = [
  reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID'),
  amount('amount', 'Amount'),
  date('date', 'Date'),
];

const allocations: Field = {
  name: 'allocations',
  read: (native) => objectsAt(native, 'Allocations').map((allocation) => readFields(allocationFields, allocation)),
};

const fields: readonly Field[] = [
  translated('type', 'Type', types),
  text('number', 'CreditNoteNumber'),
  text('external_reference', 'Reference'),
  word('status', 'Status'),
  contactId,
  contact,
  date('issue_date', 'Date'),
  word('currency', 'CurrencyCode'),
  amount('currency_rate', 'CurrencyRate'),
  translated('line_amount_mode', 'LineAmountTypes', lineAmountModes),
  lineItems,
  amount('sub_total', 'SubTotal'),
  amount('total_tax', 'TotalTax'),
  amount('total_discount', 'TotalDiscount'),
  amount('total', 'Total'),
  reference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
  amount('remaining_credit', 'RemainingCredit'),
  date('fully_paid_on', 'FullyPaidOnDate'),
  allocations,
];

export const creditNotes = family({
  type: 'credit_notes',
  path: '/CreditNotes',
  envelope: 'CreditNotes',
  idKey: 'CreditNoteID',
  query: { unitdp: '4' },
  paging: 'sized',
  listQuery: { order: 'UpdatedDateUTC ASC' },
  modifiedSince: true,
  fields: fields.map(readOnly),
});

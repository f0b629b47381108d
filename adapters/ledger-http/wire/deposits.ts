import type { JsonObject } from '#core/ports';
import { allocationFields, contact, dueWhileLive, lineItems, paymentFields } from './document-parts.ts';
import { family } from './family.ts';
import { amount, date, type Field, list, readOnly, reference, text, textAt, word } from './field.ts';

/** Provider: `RECEIVE-PREPAYMENT` or `ARPREPAYMENT`; unknown words pass through. */
const kind: Field = {
  name: 'kind',
  read: (native: JsonObject) => {
    const type = textAt(native, 'Type');
    if (/^(RECEIVE-|AR)/i.test(type ?? '')) return 'receive';
    return /^(SPEND-|AP)/i.test(type ?? '') ? 'spend' : type;
  },
};

/** `number`: the provider's key of it. */
const fieldsOf = (number: Field): readonly Field[] => [
  kind,
  word('status'),
  reference('contact_id', 'contacts', 'Contact', 'ContactID'),
  contact,
  date('date'),
  number,
  word('currency', 'CurrencyCode'),
  amount('currency_rate'),
  lineItems,
  readOnly(amount('sub_total')),
  readOnly(amount('total_tax')),
  readOnly(amount('total')),
  dueWhileLive('remaining_credit'),
  readOnly(list('allocations', 'Allocations', allocationFields)),
  readOnly(list('payments', 'Payments', paymentFields)),
];

/** Provider: made by bank transactions or by people; nobody writes them here. */
export const prepayments = family({
  type: 'prepayments',
  path: '/Prepayments',
  idKey: 'PrepaymentID',
  query: { unitdp: '4' },
  paging: 'sized',
  fields: fieldsOf(text('number', 'InvoiceNumber')),
});

/** Provider: an overpayment has no number; some reads show it one. */
export const overpayments = family({
  type: 'overpayments',
  path: '/Overpayments',
  idKey: 'OverpaymentID',
  query: { unitdp: '4' },
  paging: 'sized',
  fields: fieldsOf(text('number', 'InvoiceNumber')),
});

import { isJsonObject, type JsonObject } from '#core/ports';
import { family } from './family.ts';
import { amount, date, type Field, readOnly, reference, text, textAt, word } from './field.ts';

const accountCode: Field = {
  ...text('account_code', 'Code'),
  read: (native) => {
    const account = native['Account'];
    return (isJsonObject(account) ? textAt(account, 'Code') : null) ?? textAt(native, 'Code');
  },
  write: (value) => ({ Account: { Code: value } }),
};

const isRefund = (native: JsonObject) => /CREDITPAYMENT$/i.test(textAt(native, 'PaymentType') ?? '');

/** Provider: a refund may be read with the credit note's id in place of an invoice's, so its type decides. */
const invoice = reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID');
const creditNote = reference('credit_note_id', 'credit_notes', 'CreditNote', 'CreditNoteID');
const misplaced = reference('credit_note_id', 'credit_notes', 'Invoice', 'InvoiceID');
const targets: readonly Field[] = [
  { ...invoice, read: (native) => (isRefund(native) ? null : invoice.read(native)) },
  {
    ...creditNote,
    read: (native) => creditNote.read(native) ?? (isRefund(native) ? misplaced.read(native) : null),
  },
];

export const payments = family({
  type: 'payments',
  path: '/Payments',
  idKey: 'PaymentID',
  paging: 'sized',
  fields: [
    ...targets,
    reference('account_id', 'accounts', 'Account', 'AccountID'),
    accountCode,
    amount('amount'),
    amount('currency_rate'),
    date('date'),
    text('external_reference', 'Reference'),
    word('status'),
    readOnly(text('type', 'PaymentType')),
  ],
  writes: {
    longest: {},
    notInherited: ['BankAmount', 'PaymentType', 'HasAccount', 'BatchPayment', 'BatchPaymentID'],
  },
});

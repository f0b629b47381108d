import { isJsonObject } from '#core/ports';
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

export const payments = family({
  type: 'payments',
  path: '/Payments',
  idKey: 'PaymentID',
  paging: 'sized',
  fields: [
    reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID'),
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

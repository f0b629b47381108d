import { family } from './family.ts';
import { amount, date, type Field, flag, readOnly, reference, text, textAt, word } from './field.ts';

/** Provider: a transfer that was not deleted may show no status. */
const status: Field = { ...word('status'), read: (native) => textAt(native, 'Status') ?? 'AUTHORISED' };

export const bankTransfers = family({
  type: 'bank_transfers',
  path: '/BankTransfers',
  idKey: 'BankTransferID',
  // Provider: without it lists leave out what was deleted.
  listQuery: { includeDeleted: 'true' },
  createdKey: 'CreatedDateUTC',
  fields: [
    status,
    reference('from_account_id', 'accounts', 'FromBankAccount', 'AccountID'),
    reference('to_account_id', 'accounts', 'ToBankAccount', 'AccountID'),
    amount('amount'),
    date('date'),
    readOnly(amount('currency_rate')),
    text('external_reference', 'Reference'),
    readOnly(flag('from_is_reconciled')),
    readOnly(flag('to_is_reconciled')),
  ],
  writes: { longest: { Reference: 255 } },
});

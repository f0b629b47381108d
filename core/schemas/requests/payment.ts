import * as v from 'valibot';
import { amount, clearable, currencyRate, day, recordId, status } from './fields.ts';

/** Pays an invoice from one account, named by id or code. */
export const PaymentCreateRequest = v.pipe(
  v.strictObject({
    invoice_id: recordId('invoices'),
    account_id: v.optional(recordId('accounts')),
    account_code: v.optional(
      v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty'), v.maxLength(10)),
    ),
    amount: v.pipe(amount(2), v.gtValue(0, 'must be greater than 0')),
    date: v.optional(day()),
    currency_rate: v.optional(currencyRate()),
    external_reference: clearable(255),
  }),
  v.forward(
    v.partialCheck(
      [['account_id'], ['account_code']],
      ({ account_id, account_code }) => (account_id === undefined) !== (account_code === undefined),
      'give exactly one of account_id and account_code',
    ),
    ['account_id'],
  ),
  v.metadata({
    oneOf: ['account_id', 'account_code'].map((name) => ({ required: [name], properties: { [name]: {} } })),
  }),
);

/** The provider lets a payment change in one way only. */
export const PaymentUpdateRequest = v.strictObject({ status: status('DELETED') });

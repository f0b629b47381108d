import * as v from 'valibot';
import { amount, clearableIdentifier, currencyRate, day, recordId, requiredIdentifier, status } from './fields.ts';

/** Pays an invoice from one account, named by id or code. */
export const PaymentCreateRequest = v.pipe(
  v.strictObject({
    invoice_id: recordId('invoices'),
    account_id: v.optional(recordId('accounts')),
    account_code: v.optional(requiredIdentifier(10)),
    amount: v.pipe(amount(2), v.gtValue(0, 'must be greater than 0')),
    date: v.optional(day()),
    currency_rate: v.optional(currencyRate()),
    external_reference: clearableIdentifier(255),
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

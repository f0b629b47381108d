import * as v from 'valibot';
import { accounts } from './accounts.ts';
import { field, rate } from './answer-fields.ts';
import { creditNotes } from './credit-notes.ts';
import { overpayments, prepayments } from './deposits.ts';
import { family } from './family.ts';
import { invoices } from './invoices.ts';
import {
  accountCodeMost,
  amount,
  clearableIdentifier,
  currencyRate,
  day,
  oneOfGroups,
  recordId,
  requiredIdentifier,
  status,
} from './request-fields.ts';

const terms = {
  account_id: v.optional(recordId(accounts)),
  account_code: v.optional(requiredIdentifier(accountCodeMost)),
  amount: v.pipe(amount(2), v.gtValue(0, 'must be greater than 0')),
  date: v.optional(day()),
  currency_rate: v.optional(currencyRate()),
  external_reference: clearableIdentifier(255),
};
type Given = string | undefined;
const hasOneAccount = (given: { readonly account_id?: Given; readonly account_code?: Given }) =>
  (given.account_id === undefined) !== (given.account_code === undefined);
const accountMessage = 'give exactly one of account_id and account_code';

/** Pays an invoice from one account, named by id or code. */
export const InvoicePaymentRequest = v.pipe(
  v.strictObject({ invoice_id: recordId(invoices), ...terms }),
  v.forward(v.partialCheck([['account_id'], ['account_code']], hasOneAccount, accountMessage), ['account_id']),
  v.metadata(oneOfGroups(['account_id'], ['account_code'])),
);

/** What a payment may pay or, for all but an invoice, refund. */
const targets = ['invoice_id', 'credit_note_id', 'prepayment_id', 'overpayment_id'] as const;
const isOne = (given: Readonly<Partial<Record<(typeof targets)[number], Given>>>) =>
  targets.filter((name) => given[name] !== undefined).length === 1;

/** Pays an invoice, or refunds a credit note or a deposit, from one account. */
export const PaymentCreateRequest = v.pipe(
  v.strictObject({
    invoice_id: v.optional(recordId(invoices)),
    credit_note_id: v.optional(recordId(creditNotes)),
    prepayment_id: v.optional(recordId(prepayments)),
    overpayment_id: v.optional(recordId(overpayments)),
    ...terms,
  }),
  v.forward(
    v.partialCheck(
      [['invoice_id'], ['credit_note_id'], ['prepayment_id'], ['overpayment_id']],
      isOne,
      `give exactly one of ${targets.slice(0, -1).join(', ')} and ${targets.at(-1)}`,
    ),
    ['invoice_id'],
  ),
  v.forward(v.partialCheck([['account_id'], ['account_code']], hasOneAccount, accountMessage), ['account_id']),
  v.metadata(
    oneOfGroups(
      ...targets.flatMap((target) => [
        [target, 'account_id'],
        [target, 'account_code'],
      ]),
    ),
  ),
);

/** The only change of a payment is its deletion. */
const PaymentUpdateRequest = v.strictObject({ status: status(['DELETED']) });

export const payments = family('payments', {
  idPrefix: 'pay',
  singular: 'payment',
  statuses: ['AUTHORISED', 'DELETED'],
  writes: 'creates_and_updates',
  books: {
    day: 'date',
    refers: [...targets, 'account_id', 'account_code'],
    accounts: 'payments',
    frozen: [],
    leaves: ['amounts'],
  },
  bulk: 'creates',
  requests: { create: PaymentCreateRequest, update: PaymentUpdateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'Pays part of an invoice from an account',
        value: { invoice_id: 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d', account_code: '090', amount: 50, date: '2026-12-01' },
      },
      refund: {
        summary: 'Refunds a part of a credit note from an account',
        value: {
          credit_note_id: 'crn_1m2g7zr9bn8s4t6w5x3y0v2k8d',
          account_code: '090',
          amount: 50,
          date: '2026-12-01',
        },
      },
    },
    update: { remove: { summary: 'The one change a payment allows', value: { status: 'DELETED' } } },
  },
  fields: {
    invoice_id: field.text,
    credit_note_id: field.text,
    prepayment_id: field.text,
    overpayment_id: field.text,
    account_id: field.text,
    account_code: field.text,
    amount: field.number,
    currency_rate: rate,
    date: field.date,
    external_reference: field.text,
    status: field.text,
    type: field.text,
  },
});

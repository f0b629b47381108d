import * as v from 'valibot';
import { accounts } from './accounts.ts';
import { described, field, rate } from './answer-fields.ts';
import { family } from './family.ts';
import { amount, clearableIdentifier, day, recordId } from './request-fields.ts';

const BankTransferCreateRequest = v.pipe(
  v.strictObject({
    from_account_id: recordId(accounts),
    to_account_id: recordId(accounts),
    amount: v.pipe(amount(2), v.gtValue(0, 'must be greater than 0')),
    date: day(),
    external_reference: clearableIdentifier(255),
  }),
  v.forward(
    v.partialCheck(
      [['from_account_id'], ['to_account_id']],
      ({ from_account_id, to_account_id }) => from_account_id !== to_account_id,
      'must be another account than from_account_id',
    ),
    ['to_account_id'],
  ),
);

/** Money moved between two bank accounts of one currency. It is never changed; cancelling it takes it back. */
export const bankTransfers = family('bank_transfers', {
  idPrefix: 'btr',
  singular: 'bank transfer',
  statuses: ['AUTHORISED', 'DELETED'],
  writes: 'creates',
  isDated: true,
  hasTwins: true,
  isFollowedAlone: true,
  books: {
    day: 'date',
    refers: ['from_account_id', 'to_account_id'],
    accounts: 'banks',
    frozen: [],
    leaves: [],
  },
  requests: { create: BankTransferCreateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'Moves what a processor paid out to the main account',
        value: {
          from_account_id: 'acc_1m2g7zr9bn8s4t6w5x3y0v2k8d',
          to_account_id: 'acc_5n4wpqk6t19r8v9e2q6m3d7c1x',
          amount: 1250,
          date: '2026-11-30',
          external_reference: 'PO-77',
        },
      },
    },
  },
  fields: {
    status: described(field.text, '`AUTHORISED`, or `DELETED` once it was cancelled.'),
    from_account_id: described(field.text, 'The account that the money leaves.'),
    to_account_id: described(field.text, 'The account that it reaches.'),
    amount: field.number,
    date: field.date,
    currency_rate: rate,
    external_reference: field.text,
    from_is_reconciled: described(field.flag, 'True if the side of `from_account_id` is matched with a statement.'),
    to_is_reconciled: described(field.flag, 'True if the side of `to_account_id` is matched with a statement.'),
  },
});

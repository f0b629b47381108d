import * as v from 'valibot';
import { imbalanceOf } from '../domain/journal-sums.ts';
import { described, field, trackingField } from './answer-fields.ts';
import { lineAmountModes, linesMost, lineTracking } from './document-requests.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import {
  accountCodeMost,
  clearable,
  clearableIdentifier,
  day,
  flag,
  oneWord,
  requiredText,
  signedAmount,
  status,
} from './request-fields.ts';

const plain = {
  url: { longest: 500, means: 'Where its source is, http or https.', example: 'https://shop.example/payouts/po-77' },
} as const satisfies PlainTexts;

const JournalLine = v.strictObject({
  description: clearable(4000),
  line_amount: v.pipe(
    signedAmount(2),
    v.check((value) => value !== 0, 'must not be 0'),
    v.description('Positive debits the account, negative credits it; at most 2 decimal places, and not 0.'),
  ),
  account_code: v.pipe(requiredText(accountCodeMost)),
  tax_type: clearableIdentifier(50),
  tracking: lineTracking(),
});

const journalLines = () =>
  v.pipe(
    v.array(JournalLine, 'must be a list'),
    v.minLength(2, 'must have at least 2 lines'),
    v.maxLength(linesMost, `must have at most ${linesMost} lines`),
  );

/** Where tax is added to the lines, only the rates of the books say whether they balance. */
const balances = (given: {
  readonly line_amount_mode?: string | undefined;
  readonly lines?: readonly { readonly line_amount: number }[] | undefined;
}): boolean => imbalanceOf(given) === undefined;
const unbalanced = 'must balance: what they debit has to equal what they credit';

const entries = { ...requestsOf(plain), show_on_cash_basis: v.optional(flag()) };

const ManualJournalCreateRequest = v.pipe(
  v.strictObject({
    narration: requiredText(4000),
    date: day(),
    status: v.optional(status(['DRAFT', 'POSTED'])),
    line_amount_mode: oneWord(lineAmountModes),
    lines: journalLines(),
    ...entries,
  }),
  v.forward(v.partialCheck([['line_amount_mode'], ['lines']], balances, unbalanced), ['lines']),
);

/** Lines have no ids: those that are sent replace all that are there. */
const ManualJournalUpdateRequest = v.pipe(
  v.strictObject({
    narration: v.optional(requiredText(4000)),
    date: v.optional(day()),
    status: v.optional(status(['DRAFT', 'POSTED', 'DELETED', 'VOIDED'])),
    line_amount_mode: v.optional(oneWord(lineAmountModes)),
    lines: v.optional(journalLines()),
    ...entries,
  }),
  v.forward(v.partialCheck([['line_amount_mode'], ['lines']], balances, unbalanced), ['lines']),
);

const line = v.object({
  description: field.text,
  line_amount: described(field.number, 'Positive debits the account, negative credits it.'),
  account_code: field.text,
  tax_type: field.text,
  tax_amount: field.number,
  tracking: v.array(trackingField),
});

/** A posting by hand between accounts, in the organization's own currency. It has no number, and its lines have no ids. */
export const manualJournals = family('manual_journals', {
  idPrefix: 'mjn',
  singular: 'manual journal',
  statuses: ['DRAFT', 'POSTED', 'VOIDED', 'DELETED'],
  writes: 'creates_and_updates',
  isDated: true,
  hasTwins: true,
  isFollowedAlone: true,
  books: {
    day: 'date',
    refers: ['account_code', 'tax_type'],
    accounts: 'journals',
    sums: 'journal',
    frozen: ['DELETED', 'VOIDED'],
    leaves: [],
  },
  bulk: 'creates',
  plain,
  requests: { create: ManualJournalCreateRequest, update: ManualJournalUpdateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'Posts a month’s pay',
        value: {
          narration: 'Payroll November 2026',
          date: '2026-11-30',
          status: 'POSTED',
          line_amount_mode: 'no_tax',
          lines: [
            { description: 'Wages', line_amount: 900, account_code: '477' },
            { description: 'To be paid', line_amount: -900, account_code: '814' },
          ],
        },
      },
    },
    update: { post: { summary: 'Posts a draft', value: { status: 'POSTED' } } },
  },
  fields: {
    narration: field.text,
    date: field.date,
    status: field.text,
    line_amount_mode: field.text,
    lines: v.array(line),
    ...answersOf(plain),
    show_on_cash_basis: described(field.flag, 'True if reports on the cash basis show it.'),
  },
});

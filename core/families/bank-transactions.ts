import * as v from 'valibot';
import { bankKinds } from '../domain/resource.ts';
import { accounts } from './accounts.ts';
import { contactReference, described, field, lineItem, rate } from './answer-fields.ts';
import { contacts } from './contacts.ts';
import { lineAmountModes, linesMost, lineTracking } from './document-requests.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import {
  accountCodeMost,
  amount,
  clearable,
  clearableIdentifier,
  clearableRecordId,
  currency,
  currencyRate,
  day,
  flag,
  lineId,
  oneOfGroups,
  oneWord,
  recordId,
  requiredIdentifier,
  signedAmount,
  status,
} from './request-fields.ts';

/** What the money leaves behind: nothing, or a deposit that is allocated or refunded later. */
const bankSettles = ['nothing', 'prepayment', 'overpayment'] as const;

const plain = {
  url: {
    longest: 500,
    means: 'A link of your own, shown with the transaction.',
    example: 'https://app.example.com/card-payments/1001',
  },
} as const satisfies PlainTexts;

/** The provider computes the tax of each line; a line may be negative, the total may not. */
const Line = v.strictObject({
  line_item_id: v.optional(lineId()),
  description: clearable(4000),
  quantity: v.optional(v.pipe(amount(), v.gtValue(0, 'must be greater than 0'))),
  unit_amount: v.optional(
    v.pipe(
      signedAmount(),
      v.check((value) => value !== 0, 'must not be 0'),
    ),
  ),
  item_code: clearableIdentifier(30),
  account_id: clearableRecordId(accounts),
  account_code: clearableIdentifier(accountCodeMost),
  tax_type: clearableIdentifier(50),
  tracking: lineTracking(),
});

const lines = () =>
  v.pipe(
    v.array(Line, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(linesMost, `must have at most ${linesMost} lines`),
  );

const entries = {
  bank_account_id: v.optional(recordId(accounts)),
  bank_account_code: v.optional(requiredIdentifier(accountCodeMost)),
  date: v.optional(day()),
  external_reference: clearableIdentifier(255),
  currency_rate: v.optional(currencyRate()),
  is_reconciled: v.optional(flag()),
  ...requestsOf(plain),
};

type Given = string | null | undefined;
/** The two ways to name the bank account. Exported because the types of the family name it; no interface fits there. */
export type Named = {
  readonly bank_account_id?: string | undefined;
  readonly bank_account_code?: string | undefined;
};
const isNamed = (given: Named) => (given.bank_account_id === undefined) !== (given.bank_account_code === undefined);

/** Deposits are kept apart by the provider: they take less of their transaction than one that settles nothing. */
const isDeposit = (settles: string | undefined) => (settles ?? 'nothing') !== 'nothing';
const isGiven = (value: Given) => (value ?? '') !== '';

/** All of a new one but its contact. */
const newEntries = {
  kind: oneWord(bankKinds),
  settles: v.optional(oneWord(bankSettles)),
  ...entries,
  currency: v.optional(currency()),
  line_amount_mode: oneWord(lineAmountModes),
  line_items: lines(),
};
const oneAccount = oneOfGroups(['bank_account_id'], ['bank_account_code']);

const BankTransactionCreateRequest = v.pipe(
  v.strictObject({ contact_id: recordId(contacts), ...newEntries }),
  v.forward(
    v.partialCheck(
      [['bank_account_id'], ['bank_account_code']],
      isNamed,
      'give exactly one of bank_account_id and bank_account_code',
    ),
    ['bank_account_id'],
  ),
  v.forward(
    v.partialCheck(
      [['settles'], ['external_reference']],
      ({ settles, external_reference }) => !(isDeposit(settles) && isGiven(external_reference)),
      'is taken only where the transaction settles nothing',
    ),
    ['external_reference'],
  ),
  v.forward(
    v.partialCheck(
      [['settles'], ['currency']],
      ({ settles, currency }) => currency === undefined || settles === 'overpayment',
      'is that of the bank account; only an overpayment has another',
    ),
    ['currency'],
  ),
  v.forward(
    v.partialCheck(
      [['settles'], ['line_amount_mode']],
      ({ settles, line_amount_mode }) => settles !== 'overpayment' || line_amount_mode === 'no_tax',
      'must be no_tax: an overpayment has no tax',
    ),
    ['line_amount_mode'],
  ),
  v.forward(
    v.partialCheck(
      [['settles'], ['line_items']],
      ({ settles, line_items }) => settles !== 'overpayment' || line_items.length === 1,
      'must be one line: an overpayment is posted by the provider itself',
    ),
    ['line_items'],
  ),
  v.forward(
    v.partialCheck(
      [['settles'], ['line_items']],
      ({ settles, line_items }) => !isDeposit(settles) || line_items.every(({ item_code }) => !isGiven(item_code)),
      'may name items only where the transaction settles nothing',
    ),
    ['line_items'],
  ),
  v.metadata(oneAccount),
);

/** A bank transaction without its contact, which is found or created before it. */
export const BankTransactionForContact = v.pipe(
  v.strictObject(newEntries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const whole = v.safeParse(BankTransactionCreateRequest, { ...dataset.value, contact_id: 'of the contact' });
    for (const { message, path } of whole.issues ?? []) addIssue({ message, path: path as [v.IssuePathItem] });
  }),
  v.metadata(oneAccount),
);

/** Lines are sent whole: one with its id is changed, one without is new, and one that is left out is deleted. */
const BankTransactionUpdateRequest = v.strictObject({
  contact_id: v.optional(recordId(contacts)),
  ...entries,
  line_amount_mode: v.optional(oneWord(lineAmountModes)),
  line_items: v.optional(lines()),
  status: v.optional(status(['AUTHORISED', 'DELETED'])),
});

/** Money that was spent or received at a bank account, without an invoice. */
export const bankTransactions = family('bank_transactions', {
  idPrefix: 'btx',
  singular: 'bank transaction',
  statuses: ['AUTHORISED', 'DELETED', 'VOIDED'],
  writes: 'creates_and_updates',
  isDated: true,
  hasTwins: true,
  isFollowedAlone: true,
  books: {
    day: 'date',
    refers: [
      ...(['contact_id', 'bank_account_id', 'bank_account_code', 'item_code', 'account_id'] as const),
      ...(['account_code', 'tax_type'] as const),
    ],
    accounts: 'lines',
    frozen: ['DELETED', 'VOIDED'],
    leaves: ['amounts', 'stock'],
  },
  bulk: 'creates',
  plain,
  requests: { create: BankTransactionCreateRequest, update: BankTransactionUpdateRequest },
  examples: {
    create: {
      normalized: {
        summary: 'What a card has paid',
        value: {
          kind: 'spend',
          contact_id: 'con_5n4wpqk6t19r8v9e2q6m3d7c1x',
          bank_account_code: '090',
          date: '2026-12-01',
          external_reference: 'card-7781',
          line_amount_mode: 'inclusive',
          line_items: [{ description: 'Coffee beans', quantity: 1, unit_amount: 46, account_code: '400' }],
        },
      },
      prepayment: {
        summary: 'A deposit that a customer has paid before there is an invoice',
        value: {
          kind: 'receive',
          settles: 'prepayment',
          contact_id: 'con_5n4wpqk6t19r8v9e2q6m3d7c1x',
          bank_account_code: '090',
          date: '2026-12-01',
          line_amount_mode: 'exclusive',
          line_items: [{ description: 'Deposit', quantity: 1, unit_amount: 400, account_code: '200' }],
        },
      },
    },
    update: { move: { summary: 'Another day', value: { date: '2026-12-02' } } },
  },
  fields: {
    kind: described(field.text, '`spend` or `receive`.'),
    settles: described(field.text, '`nothing`, `prepayment`, `overpayment`, or the provider’s own word.'),
    status: field.text,
    contact_id: field.text,
    contact: v.nullable(contactReference),
    bank_account_id: field.text,
    bank_account_code: field.text,
    date: field.date,
    external_reference: field.text,
    currency: field.text,
    currency_rate: rate,
    line_amount_mode: field.text,
    line_items: v.array(lineItem),
    sub_total: field.number,
    total_tax: field.number,
    total: field.number,
    is_reconciled: field.flag,
    ...answersOf(plain),
    prepayment_id: described(field.text, 'The prepayment that it made.'),
    overpayment_id: described(field.text, 'The overpayment that it made.'),
  },
});

// Bodies of automations, built from the bodies of single requests.
import * as v from 'valibot';
import { type RecipeName, recipeNames } from '../../domain/automation.ts';
import { valuesBy } from '../../domain/values-by.ts';
import { described } from '../../families/answer-fields.ts';
import { BankTransactionForContact } from '../../families/bank-transactions.ts';
import { ContactCreateRequest, contacts } from '../../families/contacts.ts';
import { CreditNoteCreateRequest } from '../../families/credit-notes.ts';
import { lineTracking } from '../../families/document-requests.ts';
import { InvoiceCreateRequest, InvoiceUpdateRequest, invoices } from '../../families/invoices.ts';
import { InvoicePaymentRequest } from '../../families/payments.ts';
import { PurchaseOrderCreateRequest } from '../../families/purchase-orders.ts';
import { QuoteCreateRequest, quotes } from '../../families/quotes.ts';
import {
  accountCodeMost,
  clearable,
  clearableIdentifier,
  day,
  flag,
  oneOfGroups,
  oneWord,
  recordId,
  requiredIdentifier,
  signedAmount,
  status,
  string,
} from '../../families/request-fields.ts';
import { AllocationRequest } from './allocations.ts';
import { metadata } from './connections.ts';
import { ReasonRequest } from './records.ts';

const deliveries = ['email', 'link', 'none'] as const;

const having = (field: string, value: unknown) => ({ required: [field], properties: { [field]: { const: value } } });

/** A `partialCheck` as JSON Schema: an invoice with one of `values` in `field` needs `properties`. */
const invoiceNeeds = (field: string, values: readonly unknown[], properties: object) => ({
  anyOf: [
    { not: { properties: { invoice: { required: [field], properties: { [field]: { enum: values } } } } } },
    { properties },
  ],
});

const isDated = ({ status: word, due_date }: { status?: string | undefined; due_date?: string | null | undefined }) =>
  (word ?? 'DRAFT').toUpperCase() === 'DRAFT' || Boolean(due_date);

const InvoiceCreateAndDeliver = v.pipe(
  v.strictObject({
    invoice: described(
      v.strictObject({ ...InvoiceCreateRequest.entries, due_date: day() }),
      'The invoice, as in a create of its own. It is authorised whatever its status, so it needs a due date.',
    ),
    deliver: described(
      oneWord(deliveries),
      'email: the provider mails the invoice to its contact · link: the result has the address of its online page · none: neither.',
    ),
  }),
  v.forward(
    v.partialCheck(
      [['invoice', 'type'], ['deliver']],
      ({ invoice, deliver }) => invoice.type !== 'payable' || deliver === 'none',
      'must be none for a bill: only sales are delivered',
    ),
    ['deliver'],
  ),
  v.forward(
    v.partialCheck(
      [['invoice', 'sent_to_contact'], ['deliver']],
      ({ invoice, deliver }) => invoice.sent_to_contact !== true || deliver !== 'email',
      'cannot be true before the invoice is mailed',
    ),
    ['invoice', 'sent_to_contact'],
  ),
  v.metadata({
    not: {
      anyOf: [
        { properties: { invoice: having('type', 'payable'), deliver: { enum: ['email', 'link'] } } },
        { properties: { invoice: having('sent_to_contact', true), deliver: { const: 'email' } } },
      ],
    },
  }),
);

const InvoiceCreateWithContact = v.pipe(
  v.strictObject({
    contact: described(
      v.omit(ContactCreateRequest, ['status']),
      'Found by its contact_number if it has one, else by its email; created if none is found. A found contact is not changed.',
    ),
    invoice: described(v.omit(InvoiceCreateRequest, ['contact_id']), 'The invoice, for that contact.'),
  }),
  v.forward(
    v.partialCheck(
      [
        ['invoice', 'status'],
        ['invoice', 'due_date'],
      ],
      ({ invoice }) => isDated(invoice),
      'is required unless the invoice is a draft',
    ),
    ['invoice', 'due_date'],
  ),
  v.metadata(
    invoiceNeeds('status', ['SUBMITTED', 'submitted', 'AUTHORISED', 'authorised'], {
      invoice: { required: ['due_date'], properties: { due_date: { type: 'string', minLength: 1 } } },
    }),
  ),
);

const InvoiceVoidAndReissue = v.strictObject({
  invoice_id: described(recordId(invoices), 'The invoice that is wrong.'),
  changes: described(
    v.omit(InvoiceUpdateRequest, ['status', 'sent_to_contact']),
    'The changes in the new invoice: a value replaces, null or "" clears a field, and a field that is left out is copied. Lines are replaced as a whole.',
  ),
  reason: described(ReasonRequest.entries.reason, 'The reason; stored with the operation.'),
});

const CreditNoteCreateAndAllocate = v.strictObject({
  credit_note: described(
    CreditNoteCreateRequest,
    'The credit note, as in a create of its own. It is authorised whatever its status.',
  ),
  invoice_id: described(recordId(invoices), 'The invoice of the same contact and side that is settled.'),
  amount: v.optional(
    described(
      AllocationRequest.entries.amount,
      'How much is allocated; by default as much as the credit and what is due.',
    ),
  ),
});

const QuoteConvertToInvoice = v.strictObject({
  quote_id: described(recordId(quotes), 'An accepted quote.'),
  date: v.optional(described(day(), 'The date of the invoice; by default the quote’s.')),
  due_date: v.optional(described(day(), 'When the invoice is due; by default the day on which the quote expires.')),
  external_reference: described(clearableIdentifier(255), 'By default the quote’s; null: none.'),
  account_code: v.optional(
    described(requiredIdentifier(accountCodeMost), 'The account of lines that name none on the quote.'),
  ),
});

const PurchaseOrderCreateAndDeliver = v.strictObject({
  purchase_order: described(
    v.strictObject({
      ...PurchaseOrderCreateRequest.entries,
      status: v.optional(status(['DRAFT', 'SUBMITTED', 'AUTHORISED'])),
    }),
    'The purchase order, as in a create of its own. It is authorised whatever its status.',
  ),
});

const BankTransactionRecord = v.strictObject({
  contact: described(
    v.omit(ContactCreateRequest, ['status']),
    'Found by its contact_number if it has one, else by its email, else by its name; created if none is found. A found contact is not changed.',
  ),
  bank_transaction: described(BankTransactionForContact, 'The bank transaction, for that contact.'),
});

/** The most entries of a payout: far more than a day of a large shop has kinds of. */
const entriesMost = 2_000;

const PayoutEntry = v.strictObject({
  description: clearable(4000),
  amount: described(
    signedAmount(2),
    'Positive for what was earned, such as sales; negative for what was kept back, such as fees and refunds. At most 2 decimal places.',
  ),
  account_code: described(requiredIdentifier(accountCodeMost), 'Where it is booked.'),
  tax_type: clearableIdentifier(50),
  tracking: lineTracking(),
});

const PayoutSummarise = v.pipe(
  v.strictObject({
    payout: described(
      v.strictObject({
        reference: described(requiredIdentifier(255), 'What the payout is called, such as its id at the processor.'),
        date: described(day(), 'The day of the document.'),
        amount: v.optional(
          described(signedAmount(2), 'What arrived at the bank. If it is given, the lines have to add up to it.'),
        ),
        lines: described(
          v.pipe(
            v.array(PayoutEntry, 'must be a list'),
            v.minLength(1, 'must not be empty'),
            v.maxLength(entriesMost, `must have at most ${entriesMost} entries`),
          ),
          'What the payout is made of, in any order. Entries of one account, tax and tracking become one line.',
        ),
      }),
      'What was paid out.',
    ),
    line_amount_mode: described(oneWord(['inclusive', 'no_tax']), 'Whether the amounts include tax, or there is none.'),
    clearing_account_code: v.optional(
      described(
        requiredIdentifier(accountCodeMost),
        'Posts a manual journal: the payout’s sum against this account, from which the deposit is taken.',
      ),
    ),
    contact_id: v.optional(
      described(recordId(contacts), 'Makes a sales invoice to this contact, which the deposit pays.'),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['clearing_account_code'], ['contact_id']],
      ({ clearing_account_code, contact_id }) => (clearing_account_code === undefined) !== (contact_id === undefined),
      'give exactly one of clearing_account_code and contact_id',
    ),
    ['clearing_account_code'],
  ),
  v.metadata(oneOfGroups(['clearing_account_code'], ['contact_id'])),
);

export const automationInputs = {
  'invoice.create_and_deliver': InvoiceCreateAndDeliver,
  'invoice.create_with_contact': InvoiceCreateWithContact,
  'invoice.record_payment': InvoicePaymentRequest,
  'invoice.void_and_reissue': InvoiceVoidAndReissue,
  'credit_note.create_and_allocate': CreditNoteCreateAndAllocate,
  'quote.create_and_send': v.strictObject({
    quote: described(QuoteCreateRequest, 'The quote, as in a create of its own. It is sent whatever its status.'),
  }),
  'quote.convert_to_invoice': QuoteConvertToInvoice,
  'purchase_order.create_and_deliver': PurchaseOrderCreateAndDeliver,
  'bank_transaction.record': BankTransactionRecord,
  'payout.summarise': PayoutSummarise,
} as const satisfies Readonly<Record<RecipeName, v.GenericSchema>>;

export type AutomationInput<R extends RecipeName> = v.InferOutput<(typeof automationInputs)[R]>;

/** The recipe decides the rest of the body. */
export const AutomationHead = v.looseObject({ recipe: oneWord(recipeNames) }, 'the body must be a JSON object');

function requestOf(name: RecipeName) {
  return v.strictObject({
    connection_id: v.pipe(string(), v.minLength(1, 'must not be empty')),
    recipe: v.literal(name),
    input: automationInputs[name] as v.GenericSchema<unknown, object>,
    metadata,
    dry_run: v.optional(
      described(
        flag(),
        'Only checks, and returns what would be written. Nothing is stored here or changed at the provider.',
      ),
    ),
  });
}

export const automationRequests = valuesBy(recipeNames, requestOf);

export const AutomationRequest = v.variant('recipe', Object.values(automationRequests));
export type AutomationRequest = v.InferInput<typeof AutomationRequest>;

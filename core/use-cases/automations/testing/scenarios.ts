// One run of each recipe that uses every step: its input, and the documents that it leaves at the provider.
import type { RecipeName } from '../../../domain/automation.ts';
import { authorised, line } from '../../resources/testing/books.ts';
import type { Automations, Bench } from './automations.ts';

export interface Scenario {
  readonly recipe: RecipeName;
  /** Makes the documents that the run needs and returns its input. */
  arrange(bench: Bench, automations: Automations): Promise<object>;
  /** The steps that write, in their order. */
  readonly writes: readonly string[];
  /** How many documents of each family the run adds, and the status of the last one. */
  readonly leaves: Readonly<Record<string, readonly string[]>>;
  /** The step whose end the books tell at once, and which is never sent again once the provider has forgotten its key. */
  readonly settledByBooks?: string;
}

const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

async function contactId({ books }: Bench): Promise<string> {
  return (await books.create('contacts', { name: 'Harbour Coffee Ltd', email: 'accounts@example.com' })).providerId;
}

/** An accepted quote of 115.00. */
export async function acceptedQuote(bench: Bench, fields: object = {}): Promise<string> {
  const { books } = bench;
  const { providerId } = await books.create('quotes', {
    contact_id: await contactId(bench),
    issue_date: '2030-01-01',
    external_reference: 'job-7',
    line_items: [line],
    ...fields,
  });
  for (const status of ['SENT', 'ACCEPTED']) await books.update('quotes', providerId, { status });
  return providerId;
}

export const scenarios: readonly Scenario[] = [
  {
    recipe: 'invoice.create_and_deliver',
    arrange: async (bench) => ({
      invoice: { contact_id: await contactId(bench), ...dated, line_items: [line] },
      deliver: 'email',
    }),
    writes: ['create', 'authorise', 'deliver'],
    leaves: { Invoices: ['AUTHORISED'] },
  },
  {
    recipe: 'invoice.create_with_contact',
    arrange: async () => ({
      contact: { name: 'Hill Bakery', email: 'hill@example.com', contact_number: 'H-1' },
      invoice: { ...dated, line_items: [line] },
    }),
    writes: ['create_contact', 'create_invoice'],
    leaves: { Contacts: ['ACTIVE'], Invoices: ['DRAFT'] },
  },
  {
    recipe: 'invoice.record_payment',
    arrange: async ({ books }) => ({
      invoice_id: (await authorised(books)).providerId,
      account_code: '090',
      amount: 115,
      date: '2030-01-05',
    }),
    writes: ['pay'],
    leaves: { Payments: ['AUTHORISED'], Invoices: ['PAID'] },
  },
  {
    recipe: 'invoice.void_and_reissue',
    arrange: async ({ books }) => ({
      invoice_id: (await authorised(books)).providerId,
      changes: { due_date: '2030-02-28' },
      reason: 'wrong due date',
    }),
    writes: ['create', 'cancel', 'authorise'],
    leaves: { Invoices: ['VOIDED', 'AUTHORISED'] },
  },
  {
    recipe: 'credit_note.create_and_allocate',
    async arrange({ books }) {
      const invoice = await authorised(books);
      const { contact_id = '' } = invoice.fields;
      const credit_note = { type: 'receivable', contact_id, issue_date: '2030-01-05', line_items: [line] };
      return { credit_note, invoice_id: invoice.providerId };
    },
    writes: ['create', 'allocate'],
    leaves: { CreditNotes: ['PAID'], Invoices: ['PAID'] },
    settledByBooks: 'allocate',
  },
  {
    recipe: 'quote.create_and_send',
    arrange: async (bench) => ({
      quote: { contact_id: await contactId(bench), issue_date: '2030-01-01', line_items: [line] },
    }),
    writes: ['create', 'send'],
    leaves: { Quotes: ['SENT'] },
  },
  {
    recipe: 'quote.convert_to_invoice',
    arrange: async (bench) => ({ quote_id: await acceptedQuote(bench), date: '2030-01-02', due_date: '2030-01-31' }),
    writes: ['create', 'mark_invoiced', 'authorise'],
    leaves: { Quotes: ['INVOICED'], Invoices: ['AUTHORISED'] },
  },
  {
    recipe: 'bank_transaction.record',
    arrange: async () => ({
      contact: { name: 'Hill Bakery' },
      bank_transaction: {
        ...{ kind: 'spend', bank_account_code: '090', date: '2030-01-05', external_reference: 'card-7781' },
        ...{ line_amount_mode: 'exclusive', line_items: [line] },
      },
    }),
    writes: ['create_contact', 'record'],
    leaves: { Contacts: ['ACTIVE'], BankTransactions: ['AUTHORISED'] },
  },
  {
    recipe: 'purchase_order.create_and_deliver',
    arrange: async (bench) => ({
      purchase_order: {
        contact_id: await contactId(bench),
        line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }],
      },
    }),
    writes: ['create', 'authorise'],
    leaves: { PurchaseOrders: ['AUTHORISED'] },
  },
  {
    recipe: 'payout.summarise',
    arrange: async () => ({
      payout: {
        ...{ reference: 'PO-77', date: '2030-01-05', amount: 96 },
        lines: [
          { description: 'Sales', amount: 115, account_code: '200', tax_type: 'OUTPUT2' },
          { description: 'Fees', amount: -19, account_code: '400', tax_type: 'NONE' },
        ],
      },
      ...{ line_amount_mode: 'inclusive', clearing_account_code: '970' },
    }),
    writes: ['create'],
    leaves: { ManualJournals: ['POSTED'] },
  },
];

/** The statuses of what the provider holds, in the scenario's families. */
export async function left({ leaves }: Scenario, bench: Bench): Promise<Scenario['leaves']> {
  const found: Record<string, string[]> = {};
  for (const family of Object.keys(leaves)) {
    const documents = await bench.documents(family);
    found[family] = documents.map((document) => String(document['Status'] ?? document['ContactStatus']));
  }
  return found;
}

/** Sorted, because the provider's order in a family varies. */
export function sorted(leaves: Scenario['leaves']): Scenario['leaves'] {
  return Object.fromEntries(Object.entries(leaves).map(([family, statuses]) => [family, statuses.toSorted()]));
}

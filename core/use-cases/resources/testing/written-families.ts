// A record of every family that can be created, one by one and, but for accounts, in bulk.
import type { ResourceType } from '../../../domain/resource.ts';
import { familyOf } from '../../../families/all-families.ts';
import { line } from './books.ts';

interface Written {
  readonly type: ResourceType;
  readonly idKey: string;
  /** True if two documents may be equal in everything that a caller sends. */
  readonly mayBeEqual: boolean;
  readonly item: (base: Base, name: string) => object;
  /** Fields that the provider refuses in any item. */
  readonly wrong: object;
  /** A field that a bulk write changes, with its name at the provider; undefined if it can change none. */
  readonly changes?: readonly [field: string, key: string];
}

export type WrittenFamily = Written & { readonly atProvider: string };

export interface Base {
  readonly contact_id: string;
  readonly invoice_id: string;
  /** Two bank accounts of one currency. */
  readonly banks: readonly [string, string];
}

const approved = { status: 'AUTHORISED', due_date: '2030-01-31' };
type Create = (type: string, body: object) => Promise<{ readonly providerId: string }>;

export async function baseOf(books: { readonly create: Create }): Promise<Base> {
  const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
  const large = { contact_id, ...approved, line_items: [{ ...line, quantity: 1e5 }] };
  const { providerId: invoice_id } = await books.create('invoices', large);
  return { contact_id, invoice_id, banks: await banksOf(books) };
}

export async function banksOf(books: { readonly create: Create }): Promise<readonly [string, string]> {
  const bank = async (Name: string) => {
    const document = { Code: Name, Name, Type: 'BANK', BankAccountNumber: '121234567890' };
    return (await books.create('accounts', { provider_data: document })).providerId;
  };
  return [await bank('Processor'), await bank('Reserves')];
}

const refused = { line_items: [{ ...line, account_code: 'none' }] };
const dated = ({ contact_id }: Base) => ({ contact_id, issue_date: '2030-01-01', line_items: [line] });

const balanced = (account_code: string) => [1.25, -1.25].map((line_amount) => ({ line_amount, account_code }));

let [accounts, codes] = [0, 0];
const families: readonly Written[] = [
  {
    type: 'contacts',
    idKey: 'ContactID',
    mayBeEqual: false,
    item: (_, name) => ({ name, email: 'a@b.example' }),
    wrong: { name: '< no name >' },
    changes: ['last_name', 'LastName'],
  },
  {
    type: 'invoices',
    idKey: 'InvoiceID',
    mayBeEqual: true,
    item: (base, external_reference) => ({ ...dated(base), ...approved, external_reference }),
    wrong: refused,
    changes: ['external_reference', 'Reference'],
  },
  {
    type: 'credit_notes',
    idKey: 'CreditNoteID',
    mayBeEqual: true,
    item: (base, external_reference) => ({ ...dated(base), type: 'receivable', external_reference }),
    wrong: refused,
    changes: ['external_reference', 'Reference'],
  },
  {
    type: 'quotes',
    idKey: 'QuoteID',
    mayBeEqual: true,
    item: (base, title) => ({ ...dated(base), line_amount_mode: 'inclusive', title }),
    wrong: { contact_id: '6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69' },
  },
  {
    type: 'payments',
    idKey: 'PaymentID',
    mayBeEqual: true,
    item: ({ invoice_id }, external_reference) => {
      return { invoice_id, account_code: '090', amount: 1.25, date: '2030-01-05', external_reference };
    },
    wrong: { account_code: 'none' },
  },
  {
    type: 'purchase_orders',
    idKey: 'PurchaseOrderID',
    mayBeEqual: true,
    item: (base, external_reference) => ({ ...dated(base), external_reference }),
    wrong: refused,
    changes: ['external_reference', 'Reference'],
  },
  {
    type: 'bank_transactions',
    idKey: 'BankTransactionID',
    mayBeEqual: true,
    item: ({ contact_id }, external_reference) => ({
      ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2030-01-05', external_reference },
      ...{ line_amount_mode: 'exclusive', line_items: [line] },
    }),
    wrong: refused,
  },
  {
    type: 'accounts',
    idKey: 'AccountID',
    mayBeEqual: false,
    item: (_, name) => ({ provider_data: { Code: `X${++accounts}`, Name: name, Type: 'EXPENSE' } }),
    wrong: {},
  },
  {
    type: 'manual_journals',
    idKey: 'ManualJournalID',
    mayBeEqual: true,
    item: (_, narration) => ({ narration, date: '2030-01-05', line_amount_mode: 'no_tax', lines: balanced('970') }),
    wrong: { lines: balanced('090') },
  },
  {
    type: 'bank_transfers',
    idKey: 'BankTransferID',
    mayBeEqual: true,
    item: ({ banks: [from_account_id, to_account_id] }, external_reference) => {
      return { from_account_id, to_account_id, amount: 1.25, date: '2030-01-05', external_reference };
    },
    wrong: { from_account_id: '6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69' },
  },
  {
    type: 'items',
    idKey: 'ItemID',
    mayBeEqual: false,
    item: (_, name) => ({ code: `I${++codes}`, description: name }),
    wrong: { sale: { unit_price: 1, account_code: 'none', tax_type: 'NONE' } },
    changes: ['purchase_description', 'PurchaseDescription'],
  },
];
export const writtenFamilies = families.map((one) => ({ ...one, atProvider: one.idKey.replace(/ID$/, 's') }));
export const bulkFamilies = writtenFamilies.filter(({ type }) => familyOf(type).bulk);

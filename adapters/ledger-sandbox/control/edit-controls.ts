/** Controls that change or remove a record of any family, as a person at the provider might. */
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import type { Announcement } from '../notices/notifier.ts';
import { onlyFields, optionalFlag, optionalText, requiredText, tenantField, wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';

/** A mark at the end of a text, which the next edit replaces, so that the text does not grow. */
const marked = (text: string, stamp: number): string => `${text.replace(/ ·[0-9a-z]+$/, '')} ·${stamp.toString(36)}`;

interface Family {
  ids(books: TenantBooks): readonly string[];
  edit(books: TenantBooks, id: string, updated: number): void;
  /** Only of families in which a record can vanish without a trace. */
  remove?(books: TenantBooks, id: string): void;
  /** The category under which the provider tells of it. */
  readonly category?: string;
}

type Marked<Field extends string> = { readonly id: string; readonly updated: number } & Readonly<Record<Field, string>>;

/** A family on a shelf whose records have a free text. */
function shelved<Field extends string, R extends Marked<Field>>(
  shelfOf: (books: TenantBooks) => {
    list(): readonly R[];
    get(id: string): R | undefined;
    put(record: R): R;
    remove(id: string): void;
  },
  field: Field,
  more: { readonly category?: string; readonly vanishes?: boolean } = {},
): Family {
  return {
    ids: (books) =>
      shelfOf(books)
        .list()
        .map(({ id }) => id),
    edit(books, id, updated) {
      const record = shelfOf(books).get(id);
      if (record) shelfOf(books).put({ ...record, [field]: marked(record[field], updated), updated });
    },
    ...(more.vanishes && { remove: (books: TenantBooks, id: string) => shelfOf(books).remove(id) }),
    ...(more.category !== undefined && { category: more.category }),
  };
}

const families: Readonly<Record<string, Family>> = {
  Organisations: {
    ids: ({ id }) => [id],
    edit: (books, _, updated) => books.change({ name: marked(books.tenant.name, updated) }),
  },
  Contacts: shelved((books) => books.contacts, 'name', { category: 'CONTACT' }),
  Invoices: shelved((books) => books.invoices, 'reference', { category: 'INVOICE' }),
  CreditNotes: shelved((books) => books.creditNotes, 'reference', { category: 'CREDITNOTE' }),
  Payments: shelved((books) => books.payments, 'reference', { category: 'PAYMENT' }),
  BankTransactions: shelved((books) => books.bankTransactions, 'reference'),
  Prepayments: shelved((books) => books.prepayments, 'number', { category: 'PREPAYMENT' }),
  Overpayments: shelved((books) => books.overpayments, 'number', { category: 'OVERPAYMENT' }),
  Quotes: shelved((books) => books.quotes, 'reference'),
  PurchaseOrders: shelved((books) => books.purchaseOrders, 'reference'),
  Items: shelved((books) => books.items, 'name', { vanishes: true }),
  TrackingCategories: shelved((books) => books.trackingCategories, 'name', { vanishes: true }),
  Accounts: shelved((books) => books.accounts, 'name', { vanishes: true }),
  TaxRates: shelved((books) => books.taxRates, 'name', { vanishes: true }),
  ManualJournals: shelved((books) => books.manualJournals, 'narration'),
  BankTransfers: shelved((books) => books.bankTransfers, 'reference', { vanishes: true }),
  RepeatingInvoices: shelved((books) => books.repeatingInvoices, 'reference', { vanishes: true }),
  BrandingThemes: shelved((books) => books.brandingThemes, 'name', { vanishes: true }),
};

export function editControls({ books, notifier, newId }: ControlPorts): Controls {
  return {
    'POST edits'(body: JsonObject) {
      onlyFields(body, ['tenant_id', 'type', 'id', 'remove', 'user']);
      const tenant = tenantField(books, requiredText(body, 'tenant_id'));
      const type = requiredText(body, 'type');
      const family = Object.hasOwn(families, type) ? families[type] : undefined;
      if (!family) return wrongField('type', `must be one of ${Object.keys(families)}`);
      const ids = family.ids(tenant);
      const id = optionalText(body, 'id') ?? ids[0] ?? wrongField('type', 'has no record in this organisation');
      if (!ids.includes(id)) wrongField('id', 'is not known in this organisation');
      if (optionalFlag(body, 'remove')) {
        if (!family.remove) return wrongField('remove', 'is not possible: such a record changes its status instead');
        family.remove(tenant, id);
        return { id };
      }
      const updated = tenant.stamp();
      family.edit(tenant, id, updated);
      const user = optionalText(body, 'user');
      // Provider: a person's change stands in the history under that person's name.
      if (user !== undefined) {
        const told = { documentId: id, details: `Edited by ${user}`, changes: 'Edited', user };
        tenant.history.put({ id: newId(), updated, ...told });
      }
      const { category } = family;
      const announced: Announcement[] = category ? [{ category, change: 'UPDATE', id, data: undefined }] : [];
      notifier.announce(tenant.id, announced);
      return { id };
    },
  };
}

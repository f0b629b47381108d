/** The books of a tenant: a shelf for each family, change stamps and automatic numbers. */
import type { AccountRecord } from './account-record.ts';
import type { AttachmentRecord } from './attachment-record.ts';
import type { BankTransactionRecord } from './bank-transaction-record.ts';
import type { BankTransferRecord } from './bank-transfer-record.ts';
import type { BatchPaymentRecord } from './batch-payment-record.ts';
import type { BrandingThemeRecord } from './branding-theme-record.ts';
import type { ContactGroupRecord } from './contact-group-record.ts';
import type { ContactRecord } from './contact-record.ts';
import type { CreditNoteRecord } from './credit-note-record.ts';
import type { DepositRecord } from './deposit-record.ts';
import type { DocumentStore } from './document-store.ts';
import type { HistoryRecord } from './history-record.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { ItemRecord } from './item-record.ts';
import type { LinkedTransactionRecord } from './linked-transaction-record.ts';
import type { ManualJournalRecord } from './manual-journal-record.ts';
import type { PaymentRecord } from './payment-record.ts';
import type { PurchaseOrderRecord } from './purchase-order-record.ts';
import type { QuoteRecord } from './quote-record.ts';
import type { RepeatingInvoiceRecord } from './repeating-invoice-record.ts';
import { createShelf, type Shelf } from './shelf.ts';
import type { TaxRateRecord } from './tax-rate-record.ts';
import type { NumberedFamily, TenantRecord } from './tenant-record.ts';
import type { TrackingCategoryRecord } from './tracking-categories.ts';

export interface TenantShelves {
  readonly contacts: Shelf<ContactRecord, 'name' | 'number' | 'account'>;
  readonly invoices: Shelf<InvoiceRecord, 'number' | 'contact'>;
  readonly creditNotes: Shelf<CreditNoteRecord, 'number'>;
  readonly payments: Shelf<PaymentRecord, 'invoice' | 'credit'>;
  readonly bankTransactions: Shelf<BankTransactionRecord>;
  readonly prepayments: Shelf<DepositRecord, 'number'>;
  readonly overpayments: Shelf<DepositRecord, 'number'>;
  readonly quotes: Shelf<QuoteRecord, 'number'>;
  readonly purchaseOrders: Shelf<PurchaseOrderRecord, 'number'>;
  readonly accounts: Shelf<AccountRecord, 'code' | 'name'>;
  readonly taxRates: Shelf<TaxRateRecord>;
  readonly brandingThemes: Shelf<BrandingThemeRecord>;
  readonly items: Shelf<ItemRecord, 'code'>;
  readonly trackingCategories: Shelf<TrackingCategoryRecord>;
  readonly manualJournals: Shelf<ManualJournalRecord>;
  readonly bankTransfers: Shelf<BankTransferRecord>;
  readonly repeatingInvoices: Shelf<RepeatingInvoiceRecord>;
  readonly contactGroups: Shelf<ContactGroupRecord>;
  readonly batchPayments: Shelf<BatchPaymentRecord>;
  readonly linkedTransactions: Shelf<LinkedTransactionRecord>;
  readonly history: Shelf<HistoryRecord, 'document'>;
  readonly attachments: Shelf<AttachmentRecord, 'document'>;
}

export interface TenantBooks extends TenantShelves {
  readonly id: string;
  readonly tenant: TenantRecord;
  change(patch: Partial<Omit<TenantRecord, 'id'>>): void;
  /**
   * Returns a modification time in UTC milliseconds, later than all before; the provider has no other revision signal.
   */
  stamp(): number;
  /** Returns the first free automatic number from the hint on, such as `INV-0007`. */
  nextNumber(family: NumberedFamily, isTaken: (number: string) => boolean): string;
  /** Allows an automatic number to be used again. */
  freeNumber(family: NumberedFamily, number: string): void;
}

const prefixes: Record<NumberedFamily, string> = {
  invoice: 'INV',
  bill: 'BILL',
  creditNote: 'CN',
  quote: 'QU',
  purchaseOrder: 'PO',
  prepayment: 'PP',
};

function openShelves(scope: string, store: DocumentStore): TenantShelves {
  const lower = (text: string | undefined) => text?.toLowerCase();
  return {
    contacts: createShelf(
      {
        kind: 'contacts',
        scope,
        indexes: {
          name: (r) => lower(r.name),
          number: (r) => lower(r.number),
          account: (r) => lower(r.text['AccountNumber']),
        },
      },
      store,
    ),
    invoices: createShelf(
      { kind: 'invoices', scope, indexes: { number: (r) => lower(r.number), contact: (r) => r.contactId } },
      store,
    ),
    creditNotes: createShelf({ kind: 'creditNotes', scope, indexes: { number: (r) => lower(r.number) } }, store),
    payments: createShelf(
      {
        kind: 'payments',
        scope,
        indexes: { invoice: (r) => r.invoiceId, credit: (r) => r.creditNoteId ?? r.depositId },
      },
      store,
    ),
    bankTransactions: createShelf({ kind: 'bankTransactions', scope, indexes: {} }, store),
    prepayments: createShelf({ kind: 'prepayments', scope, indexes: { number: (r) => lower(r.number) } }, store),
    overpayments: createShelf({ kind: 'overpayments', scope, indexes: { number: (r) => lower(r.number) } }, store),
    quotes: createShelf({ kind: 'quotes', scope, indexes: { number: (r) => lower(r.number) } }, store),
    purchaseOrders: createShelf({ kind: 'purchaseOrders', scope, indexes: { number: (r) => lower(r.number) } }, store),
    accounts: createShelf(
      { kind: 'accounts', scope, indexes: { code: (r) => lower(r.code), name: (r) => lower(r.name) } },
      store,
    ),
    taxRates: createShelf({ kind: 'taxRates', scope, indexes: {} }, store),
    brandingThemes: createShelf({ kind: 'brandingThemes', scope, indexes: {} }, store),
    items: createShelf({ kind: 'items', scope, indexes: { code: (r) => lower(r.code) } }, store),
    trackingCategories: createShelf({ kind: 'trackingCategories', scope, indexes: {} }, store),
    manualJournals: createShelf({ kind: 'manualJournals', scope, indexes: {} }, store),
    bankTransfers: createShelf({ kind: 'bankTransfers', scope, indexes: {} }, store),
    repeatingInvoices: createShelf({ kind: 'repeatingInvoices', scope, indexes: {} }, store),
    contactGroups: createShelf({ kind: 'contactGroups', scope, indexes: {} }, store),
    batchPayments: createShelf({ kind: 'batchPayments', scope, indexes: {} }, store),
    linkedTransactions: createShelf({ kind: 'linkedTransactions', scope, indexes: {} }, store),
    history: createShelf({ kind: 'history', scope, indexes: { document: (r) => r.documentId } }, store),
    attachments: createShelf({ kind: 'attachments', scope, indexes: { document: (r) => r.documentId } }, store),
  };
}

export function openTenantBooks(id: string, tenants: Shelf<TenantRecord>, store: DocumentStore, now: () => number) {
  const shelves = openShelves(id, store);
  const current = (): TenantRecord => {
    const tenant = tenants.get(id);
    if (!tenant) throw new Error(`no tenant ${id}`);
    return tenant;
  };
  const change = (patch: Partial<Omit<TenantRecord, 'id'>>) => void tenants.put({ ...current(), ...patch });
  const books: TenantBooks = {
    ...shelves,
    id,
    get tenant() {
      return current();
    },
    change,
    stamp() {
      const lastStamp = Math.max(now(), current().lastStamp + 1);
      change({ lastStamp });
      return lastStamp;
    },
    nextNumber(family, isTaken) {
      let next = current().nextNumbers[family] ?? 1;
      const spell = () => `${prefixes[family]}-${String(next).padStart(4, '0')}`;
      while (isTaken(spell())) next += 1;
      change({ nextNumbers: { ...current().nextNumbers, [family]: next } });
      return spell();
    },
    freeNumber(family, number) {
      const match = new RegExp(`^${prefixes[family]}-(\\d{4,})$`).exec(number);
      const freed = Number(match?.[1] ?? Number.POSITIVE_INFINITY);
      const hint = current().nextNumbers[family] ?? 1;
      if (freed < hint) change({ nextNumbers: { ...current().nextNumbers, [family]: freed } });
    },
  };
  return books;
}

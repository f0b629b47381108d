import type { ResourceType } from '#core/ports';
import { accounts } from './accounts.ts';
import { bankTransactions } from './bank-transactions.ts';
import { bankTransfers } from './bank-transfers.ts';
import { brandingThemes } from './branding-themes.ts';
import { contacts } from './contacts.ts';
import { creditNotes } from './credit-notes.ts';
import { overpayments, prepayments } from './deposits.ts';
import type { Family } from './family.ts';
import { invoices } from './invoices.ts';
import { items } from './items.ts';
import { manualJournals } from './manual-journals.ts';
import { organizations } from './organizations.ts';
import { payments } from './payments.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { quotes } from './quotes.ts';
import { repeatingInvoices } from './repeating-invoices.ts';
import { taxRates } from './tax-rates.ts';
import { trackingCategories } from './tracking-categories.ts';

export const families: Readonly<Record<ResourceType, Family>> = {
  organizations,
  contacts,
  invoices,
  credit_notes: creditNotes,
  quotes,
  payments,
  purchase_orders: purchaseOrders,
  accounts,
  tax_rates: taxRates,
  branding_themes: brandingThemes,
  items,
  tracking_categories: trackingCategories,
  manual_journals: manualJournals,
  bank_transfers: bankTransfers,
  repeating_invoices: repeatingInvoices,
  bank_transactions: bankTransactions,
  prepayments,
  overpayments,
};

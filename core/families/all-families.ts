import { type RecordSort, recordSorts } from '../domain/ledger-record.ts';
import { type ResourceType, resourceTypes } from '../domain/resource.ts';
import { accounts } from './accounts.ts';
import { documentSide } from './answer-fields.ts';
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
import type { PlainTexts } from './plain-text.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { quotes } from './quotes.ts';
import { repeatingInvoices } from './repeating-invoices.ts';
import { taxRates } from './tax-rates.ts';
import { trackingCategories } from './tracking-categories.ts';

/** Every family. Whatever differs by family anywhere in the core is a field of it. */
export const allFamilies = {
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
} as const satisfies { readonly [T in ResourceType]: Family & { readonly type: T } };

/** A family by its type, for code that treats all alike. */
export function familyOf(type: ResourceType): Family {
  return allFamilies[type];
}

/** The fields of each family that are one text and nothing more. */
export function plainTextsOf(type: ResourceType): PlainTexts {
  return familyOf(type).plain;
}

/** The normalized fields of the family's requests. */
export function requestFieldsOf(type: ResourceType): readonly string[] {
  const bodies = Object.values(familyOf(type).requests ?? {}) as unknown as { readonly entries: object }[];
  return [...new Set(bodies.flatMap(({ entries }) => Object.keys(entries)))];
}

const referredTo: ReadonlyMap<string, ResourceType> = new Map([
  ...resourceTypes.map((type) => [`${familyOf(type).singular.replaceAll(' ', '_')}_id`, type] as const),
  // An account in a part of its own.
  ['bank_account_id', 'accounts'],
]);

/** The family that a field such as `contact_id` refers to; `from_account_id` names an account, too. */
export function familyReferredTo(field: string): ResourceType | undefined {
  return referredTo.get(field) ?? (field.endsWith('_account_id') ? 'accounts' : undefined);
}

/** True if normalized records of the family have the field. */
export function hasField(type: ResourceType, name: string): boolean {
  return Object.hasOwn(familyOf(type).answer.entries, name);
}

/**
 * Returns the field that a filter or sort of the family's lists compares; undefined if its records lack it. What is open
 * of a credit note is its remaining credit. The filter `type` is only of documents, which are on a side of the books, and
 * `date` only of families whose lists find days by it.
 */
export function comparedField(type: ResourceType, name: string): string | undefined {
  if (name === 'type' && familyOf(type).answer.entries['type'] !== documentSide) return undefined;
  if (name === 'date' && !familyOf(type).isDated) return undefined;
  const fields = name === 'amount_due' ? ['amount_due', 'remaining_credit'] : [name];
  return fields.find((field) => hasField(type, field));
}

/** The day by which lists find and sort records; undefined for a family without one. */
export function dayFieldOf(type: ResourceType): 'issue_date' | 'date' | undefined {
  if (familyOf(type).isDated) return 'date';
  return hasField(type, 'issue_date') ? 'issue_date' : undefined;
}

/** The sorts of the family's cached lists by their names in requests: `updated_at`, and those whose field it has. */
export function sortsOf(type: ResourceType): ReadonlyMap<string, RecordSort> {
  const sorts = recordSorts.flatMap((sort): [string, RecordSort][] => {
    const name = sort === 'issue_date' ? dayFieldOf(type) : sort;
    const isThere = sort === 'updated_at' || sort === 'issue_date' || comparedField(type, sort) !== undefined;
    return name !== undefined && isThere ? [[name, sort]] : [];
  });
  return new Map(sorts);
}

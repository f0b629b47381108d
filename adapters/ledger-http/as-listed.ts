import type { LedgerRecord } from '#core/ports';

/** Fields that a list may leave out although they have a value. */
export const hiddenInLists: readonly string[] = [
  'accounts.currency',
  'accounts.tax_type',
  'accounts.enable_payments',
  'invoices.currency_rate',
  'credit_notes.currency_rate',
  'quotes.currency_rate',
  'purchase_orders.currency_rate',
  'payments.currency_rate',
  'invoices.branding_theme_id',
  'credit_notes.branding_theme_id',
  'quotes.branding_theme_id',
  'purchase_orders.branding_theme_id',
  'payments.account_id',
  'payments.account_code',
];

/**
 * The record as a list shows it: what lists leave out is hidden where it has no value.
 * Provider: lists of quotes show 0 as each total discount, and what the lines add up to may differ from it by cents.
 */
export function asListed(record: LedgerRecord): LedgerRecord {
  const { type, fields, native } = record;
  const hidden = hiddenInLists.flatMap((name) => {
    const [family, field = ''] = name.split('.');
    return family === type && (fields[field] ?? null) === null ? [field] : [];
  });
  if (type === 'quotes' && native['TotalDiscount'] === 0) hidden.push('total_discount');
  return hidden.length > 0 ? { ...record, hidden } : record;
}

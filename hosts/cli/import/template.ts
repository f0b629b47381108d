// The provider's own templates for sales invoices and bills, which the customers of Xero have: the names of their
// columns, and what each is here.

/** A column that is a field, one that names something that must be looked up, or one of the contact to make. */
export type Target =
  | { readonly field: string }
  | { readonly looked: 'contact' | 'tax_type' | 'branding_theme' }
  | { readonly ofContact: string }
  | { readonly leftOut: true };

const field = (name: string): Target => ({ field: name });
const tracking: readonly Target[] = [field('line_items.tracking.name'), field('line_items.tracking.option')];
const addressParts = {
  POAddressLine1: 'line1',
  POAddressLine2: 'line2',
  POAddressLine3: 'line3',
  POAddressLine4: 'line4',
  POCity: 'city',
  PORegion: 'region',
  POPostalCode: 'postal_code',
  POCountry: 'country',
};

const targets: Readonly<Record<string, Target>> = {
  ContactName: { looked: 'contact' },
  EmailAddress: { ofContact: 'email' },
  ...Object.fromEntries(Object.entries(addressParts).map(([name, part]) => [name, { ofContact: part }])),
  InvoiceNumber: field('number'),
  Reference: field('external_reference'),
  InvoiceDate: field('issue_date'),
  DueDate: field('due_date'),
  Total: { leftOut: true },
  InventoryItemCode: field('line_items.item_code'),
  Description: field('line_items.description'),
  Quantity: field('line_items.quantity'),
  UnitAmount: field('line_items.unit_amount'),
  Discount: field('line_items.discount_rate'),
  AccountCode: field('line_items.account_code'),
  TaxType: { looked: 'tax_type' },
  TaxAmount: field('line_items.tax_amount'),
  TrackingName1: tracking[0] as Target,
  TrackingOption1: tracking[1] as Target,
  TrackingName2: tracking[0] as Target,
  TrackingOption2: tracking[1] as Target,
  Currency: field('currency'),
  BrandingTheme: { looked: 'branding_theme' },
};

/** The provider marks columns that it requires with a star. */
const bare = (name: string): string => name.trim().replace(/^\*/, '').toLowerCase();
const byBareName = new Map(Object.entries(targets).map(([name, target]) => [bare(name), target]));

export const targetOf = (name: string): Target | undefined => byBareName.get(bare(name));

const required = ['ContactName', 'InvoiceNumber', 'Quantity', 'UnitAmount'] as const;

/** The columns without which the file is no template. */
export function missingIn(names: readonly string[]): readonly string[] {
  const there = new Set(names.map(bare));
  return required.filter((name) => !there.has(bare(name)));
}

export type Side = 'receivable' | 'payable';

/**
 * The template of bills lacks columns that the one of sales invoices has, and does not require a description, which the
 * other marks with a star. Undefined where the columns show neither, as those of another program without stars.
 */
export function sideOf(names: readonly string[]): Side | undefined {
  const there = new Set(names.map((name) => name.trim().toLowerCase()));
  const has = (name: string): boolean => there.has(name) || there.has(`*${name}`);
  if (['reference', 'discount', 'brandingtheme'].some(has) || there.has('*description')) return 'receivable';
  return there.has('description') && there.has('*invoicenumber') ? 'payable' : undefined;
}

/** A name as people mean it: without regard to case and to spaces around and between. */
export const meantName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').normalize('NFC').toLowerCase();

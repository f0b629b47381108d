/** The families of accounting records and what v1 lets a caller do with each (the specification's "Resource types"). */
export const resourceTypes = [
  'organizations',
  'contacts',
  'invoices',
  'quotes',
  'payments',
  'purchase_orders',
  'accounts',
  'tax_rates',
  'branding_themes',
] as const;
export type ResourceType = (typeof resourceTypes)[number];

export interface ResourceTraits {
  readonly idPrefix: string;
  /** One of them, in words a person reads. */
  readonly singular: string;
  readonly normalizedWrite: boolean;
  readonly nativeWrite: boolean;
}

const readOnly = { normalizedWrite: false, nativeWrite: false };
const writable = { normalizedWrite: true, nativeWrite: true };

export const resourceTraits: Readonly<Record<ResourceType, ResourceTraits>> = {
  organizations: { idPrefix: 'orgn', singular: 'organization', ...readOnly },
  contacts: { idPrefix: 'con', singular: 'contact', ...writable },
  invoices: { idPrefix: 'inv', singular: 'invoice', ...writable },
  quotes: { idPrefix: 'quo', singular: 'quote', ...writable },
  payments: { idPrefix: 'pay', singular: 'payment', ...writable },
  purchase_orders: { idPrefix: 'po', singular: 'purchase order', ...writable },
  accounts: { idPrefix: 'acc', singular: 'account', ...readOnly, nativeWrite: true },
  tax_rates: { idPrefix: 'tax', singular: 'tax rate', ...readOnly },
  branding_themes: { idPrefix: 'brand', singular: 'branding theme', ...readOnly },
};

export function isResourceType(text: string): text is ResourceType {
  return (resourceTypes as readonly string[]).includes(text);
}

/** The families of accounting records; `core/families/` declares each. */
export const resourceTypes = [
  'organizations',
  'contacts',
  'invoices',
  'credit_notes',
  'quotes',
  'payments',
  'purchase_orders',
  'accounts',
  'tax_rates',
  'branding_themes',
] as const;
export type ResourceType = (typeof resourceTypes)[number];

export function isResourceType(text: string): text is ResourceType {
  return (resourceTypes as readonly string[]).includes(text);
}

/** The families of accounting records (the specification's "Resource types"); `core/families/` says what each is. */
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

/** Whether a path names a family, such as `purchase_orders`. */
export function isResourceType(text: string): text is ResourceType {
  return (resourceTypes as readonly string[]).includes(text);
}

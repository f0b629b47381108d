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
  'items',
  'tracking_categories',
  'manual_journals',
  'bank_transfers',
  'repeating_invoices',
  'bank_transactions',
  'prepayments',
  'overpayments',
] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** Which side of the books a document is on. */
export const documentSides = ['receivable', 'payable'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** Which way the money of a bank transaction goes. */
export const bankKinds = ['spend', 'receive'] as const;
export type BankKind = (typeof bankKinds)[number];

/** The families whose changes no event `<singular>.changed` tells: invoices have events of their own. */
const untoldTypes = ['invoices'] as const satisfies readonly ResourceType[];
/** A family whose changes are told by `<singular>.changed`. */
export type ToldType = Exclude<ResourceType, (typeof untoldTypes)[number]>;
export const toldTypes: readonly ToldType[] = resourceTypes.filter(isTold);

export function isTold(type: ResourceType): type is ToldType {
  return !(untoldTypes as readonly ResourceType[]).includes(type);
}

/** The name of one record of a family, as in `contact_id` and `contact.changed`. */
export type SingularOf<T extends ResourceType> = T extends `${infer Stem}ies`
  ? `${Stem}y`
  : T extends `${infer Stem}s`
    ? Stem
    : never;

export function singularOf<T extends ResourceType>(type: T): SingularOf<T> {
  return type.replace(/ies$/, 'ys').replace(/s$/, '') as SingularOf<T>;
}

/**
 * The forms of a provider's ids. `uuid`: also in upper case · `digits`: an integer from 1, of at most 15 digits ·
 * `text`: 1 to 100 bytes of UTF-8 without control characters.
 */
export type IdForm = 'uuid' | 'digits' | 'text';

export const idBytesMost = 100;
/** The service's id of such an id: a prefix, as long as `brand_`, then base 32. */
export const resourceIdLengthMost = 6 + (idBytesMost * 8) / 5;

export function isResourceType(text: string): text is ResourceType {
  return (resourceTypes as readonly string[]).includes(text);
}

/** A record's name within its connection: the provider's id is unique in its family only. */
export function recordName(type: ResourceType, providerId: string): string {
  return `${type} ${providerId}`;
}

import type { JsonObject } from '../http/json.ts';
import type { Shelved } from './shelf.ts';

export type ContactStatus = 'ACTIVE' | 'ARCHIVED';

/** A customer or supplier. `text` holds the plain text fields by their wire names. */
export interface ContactRecord extends Shelved {
  readonly name: string;
  readonly number?: string | undefined;
  readonly status: ContactStatus;
  readonly text: Readonly<Record<string, string>>;
  readonly phones: readonly JsonObject[];
  readonly addresses: readonly JsonObject[];
  readonly persons: readonly JsonObject[];
  readonly paymentTerms?: JsonObject | undefined;
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
}

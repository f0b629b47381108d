import type { JsonObject } from '../http/json.ts';
import type { Shelved } from './shelf.ts';

/** The id is the TaxType: the provider gives tax rates no other identity. */
export interface TaxRateRecord extends Shelved {
  readonly name: string;
  readonly status: 'ACTIVE' | 'DELETED' | 'ARCHIVED' | 'PENDING';
  readonly reportTaxType: string;
  readonly ratePercent: number;
  readonly components: readonly JsonObject[];
  /** The account classes that may use it. */
  readonly appliesTo: readonly string[];
}

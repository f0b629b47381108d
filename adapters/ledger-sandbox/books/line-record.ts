import type { JsonObject } from '../http/json.ts';

/** A line of an invoice, quote or purchase order. `taxOverridden` is true when the client sent a TaxAmount. */
export interface LineRecord {
  readonly id: string;
  readonly description: string;
  readonly quantity?: number | undefined;
  readonly unitAmount?: number | undefined;
  readonly itemCode?: string | undefined;
  readonly accountCode?: string | undefined;
  readonly accountId?: string | undefined;
  readonly taxType?: string | undefined;
  readonly taxOverridden: boolean;
  readonly discountRate?: number | undefined;
  readonly discountAmount?: number | undefined;
  readonly tracking: readonly JsonObject[];
  readonly gross: number;
  readonly lineAmount: number;
  readonly taxAmount: number;
  /** What the provider computes, whatever was sent; absent from books that an earlier build wrote. */
  readonly computedTax?: number;
}

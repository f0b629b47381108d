import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

/** The part of a credit note that settled an invoice. */
export interface Allocation {
  /** Absent from books that an earlier build wrote. */
  readonly id?: string;
  readonly invoiceId: string;
  readonly amount: number;
  readonly date: string;
}

export interface CreditNoteRecord extends Shelved {
  readonly type: 'ACCRECCREDIT' | 'ACCPAYCREDIT';
  readonly number: string;
  readonly status: 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED';
  readonly contactId: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly allocations: readonly Allocation[];
  /** Paid back to the contact; absent is 0. */
  readonly refunded?: number;
  readonly reference: string;
  readonly brandingThemeId: string;
  readonly currencyCode: string;
  readonly currencyRate: number;
}

import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { DepositType } from './bank-transaction-record.ts';
import type { Allocation } from './credit-note-record.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

/** A prepayment or an overpayment: what a bank transaction left with a contact. */
export interface DepositRecord extends Shelved {
  readonly type: DepositType;
  readonly status: 'AUTHORISED' | 'PAID' | 'VOIDED';
  readonly contactId: string;
  readonly date: string;
  readonly number: string;
  readonly reference: string;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly allocations: readonly Allocation[];
  /** Paid back; absent is 0. */
  readonly refunded?: number;
  readonly currencyCode: string;
  readonly currencyRate: number;
}

import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

export type DepositType = 'SPEND-PREPAYMENT' | 'RECEIVE-PREPAYMENT' | 'SPEND-OVERPAYMENT' | 'RECEIVE-OVERPAYMENT';

export interface BankTransactionRecord extends Shelved {
  readonly type: 'SPEND' | 'RECEIVE' | DepositType;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly contactId: string;
  readonly bankAccountId: string;
  readonly date: string;
  readonly reference: string;
  readonly url?: string | undefined;
  readonly isReconciled: boolean;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly currencyCode: string;
  readonly currencyRate: number;
  /** The prepayment or overpayment that it made. */
  readonly depositId?: string;
}

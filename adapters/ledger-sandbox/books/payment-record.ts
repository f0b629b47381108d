import type { Shelved } from './shelf.ts';

export interface PaymentRecord extends Shelved {
  /** Empty for a refund. */
  readonly invoiceId: string;
  /** Of the refund of a credit note. */
  readonly creditNoteId?: string;
  /** Of the refund of a prepayment or an overpayment. */
  readonly depositId?: string;
  readonly accountId: string;
  readonly amount: number;
  readonly currencyRate: number;
  readonly date: string;
  readonly reference: string;
  readonly isReconciled: boolean;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly type: 'ACCRECPAYMENT' | 'ACCPAYPAYMENT' | `${'AR' | 'AP'}${'CREDIT' | 'PREPAYMENT' | 'OVERPAYMENT'}PAYMENT`;
}

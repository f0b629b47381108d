import type { Shelved } from './shelf.ts';

export interface PaymentRecord extends Shelved {
  /** Empty for a refund. */
  readonly invoiceId: string;
  /** Of a refund. */
  readonly creditNoteId?: string;
  readonly accountId: string;
  readonly amount: number;
  readonly currencyRate: number;
  readonly date: string;
  readonly reference: string;
  readonly isReconciled: boolean;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly type: 'ACCRECPAYMENT' | 'ACCPAYPAYMENT' | 'ARCREDITPAYMENT' | 'APCREDITPAYMENT';
}

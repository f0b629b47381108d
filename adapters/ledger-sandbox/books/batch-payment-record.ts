import type { Shelved } from './shelf.ts';

/** Several payments from or to one account, which the bank shows as one line. */
export interface BatchPaymentRecord extends Shelved {
  readonly accountId: string;
  readonly date: string;
  readonly type: 'PAYBATCH' | 'RECBATCH';
  readonly reference: string;
  readonly paymentIds: readonly string[];
  readonly total: number;
}

import type { Shelved } from './shelf.ts';

export interface BankTransferRecord extends Shelved {
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amount: number;
  readonly date: string;
  readonly reference: string;
  readonly createdAt: number;
  /** The bank transactions that it made. */
  readonly fromTransactionId: string;
  readonly toTransactionId: string;
  readonly fromIsReconciled: boolean;
  readonly toIsReconciled: boolean;
}

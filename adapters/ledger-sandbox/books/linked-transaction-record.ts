import type { Shelved } from './shelf.ts';

/** A line of a bill that a customer is to pay. */
export interface LinkedTransactionRecord extends Shelved {
  readonly sourceId: string;
  readonly sourceLineId: string;
  readonly contactId: string;
  readonly targetId: string;
  readonly targetLineId: string;
}

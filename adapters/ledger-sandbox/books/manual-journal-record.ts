import type { JsonObject } from '../http/json.ts';
import type { LineAmountMode } from '../rules/tax.ts';
import type { Shelved } from './shelf.ts';

/** A positive amount debits the account, a negative one credits it. */
export interface JournalLine {
  readonly description: string;
  readonly lineAmount: number;
  readonly taxAmount: number;
  readonly accountCode?: string | undefined;
  readonly accountId?: string | undefined;
  readonly taxType?: string | undefined;
  readonly tracking: readonly JsonObject[];
}

export interface ManualJournalRecord extends Shelved {
  readonly narration: string;
  readonly date: string;
  readonly status: 'DRAFT' | 'POSTED' | 'VOIDED' | 'DELETED';
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly JournalLine[];
  readonly url: string;
  readonly showOnCashBasis: boolean;
}

import type { ReportCountry } from '../reports/report-words.ts';
import type { Shelved } from './shelf.ts';

export type NumberedFamily = 'invoice' | 'bill' | 'creditNote' | 'quote' | 'purchaseOrder' | 'prepayment';

/** A tenant with its organisation's settings. `nextNumbers` are hints: lower numbers are taken. */
export interface TenantRecord extends Shelved {
  readonly type: 'ORGANISATION' | 'PRACTICE';
  readonly name: string;
  readonly shortCode: string;
  readonly currencyCode: string;
  readonly timeZone: string;
  readonly createdAt: number;
  readonly lastStamp: number;
  readonly nextNumbers: Readonly<Partial<Record<NumberedFamily, number>>>;
  /** `YYYY-MM-DD`: documents dated on or before it are refused. */
  readonly periodLockDate?: string | undefined;
  readonly endOfYearLockDate?: string | undefined;
  /** Names of actions that the plan, or the role of who connected, does not allow. */
  readonly notAllowed?: readonly string[] | undefined;
  /** ISO codes that documents may have; the usual ones unless set. */
  readonly currencies?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
  /** Whose words its reports have. */
  readonly reportCountry?: ReportCountry | undefined;
  /** Set while the person who connected lacks the role for reports, and how the refusal says so. */
  readonly reportsRole?: 'missing' | 'missing_in_words' | undefined;
}

import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

export type InvoiceType = 'ACCREC' | 'ACCPAY';
export type InvoiceStatus = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED';

export interface InvoiceRecord extends Shelved {
  readonly type: InvoiceType;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly contactId: string;
  readonly date: string;
  readonly dueDate?: string | undefined;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly amountPaid: number;
  readonly amountCredited: number;
  readonly reference: string;
  readonly brandingThemeId: string;
  readonly url?: string | undefined;
  readonly currencyCode: string;
  readonly currencyRate: number;
  readonly sentToContact: boolean;
  readonly timesMailed?: number | undefined;
  readonly expectedPaymentDate?: string | undefined;
  readonly plannedPaymentDate?: string | undefined;
  readonly fullyPaidOn?: string | undefined;
  readonly clientId: string;
}

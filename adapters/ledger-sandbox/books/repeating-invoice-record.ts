import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

export interface RepeatingSchedule {
  readonly period: number;
  readonly unit: 'WEEKLY' | 'MONTHLY';
  readonly dueDate: number;
  readonly dueDateType: string;
  readonly startDate: string;
  readonly nextDate: string;
  readonly endDate?: string | undefined;
}

export interface RepeatingInvoiceRecord extends Shelved {
  readonly type: 'ACCREC' | 'ACCPAY';
  readonly status: 'DRAFT' | 'AUTHORISED' | 'DELETED';
  readonly contactId: string;
  readonly reference: string;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly brandingThemeId: string;
  readonly currencyCode: string;
  readonly schedule: RepeatingSchedule;
}

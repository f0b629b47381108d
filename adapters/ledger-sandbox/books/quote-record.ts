import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

export type QuoteStatus = 'DRAFT' | 'SENT' | 'DECLINED' | 'ACCEPTED' | 'INVOICED' | 'DELETED';

export interface QuoteRecord extends Shelved {
  readonly number: string;
  readonly status: QuoteStatus;
  readonly contactId: string;
  readonly date: string;
  readonly expiryDate?: string | undefined;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly reference: string;
  readonly terms: string;
  readonly title: string;
  readonly summary: string;
  readonly brandingThemeId: string;
  readonly currencyCode: string;
  readonly currencyRate: number;
}

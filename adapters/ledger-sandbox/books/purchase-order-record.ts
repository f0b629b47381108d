import type { LineAmountMode, Totals } from '../rules/tax.ts';
import type { LineRecord } from './line-record.ts';
import type { Shelved } from './shelf.ts';

export type PurchaseOrderStatus = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'BILLED' | 'DELETED';

/** `text` holds the plain text fields by their wire names. */
export interface PurchaseOrderRecord extends Shelved {
  readonly number: string;
  readonly status: PurchaseOrderStatus;
  readonly contactId: string;
  readonly date: string;
  readonly deliveryDate?: string | undefined;
  readonly expectedArrivalDate?: string | undefined;
  readonly lineAmountTypes: LineAmountMode;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly reference: string;
  readonly text: Readonly<Record<string, string>>;
  readonly brandingThemeId: string;
  readonly currencyCode: string;
  readonly currencyRate: number;
  readonly sentToContact: boolean;
}

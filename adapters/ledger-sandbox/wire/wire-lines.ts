import type { LineRecord } from '../books/line-record.ts';
import { round } from '../rules/tax.ts';

const discounts = ({ discountRate, discountAmount }: LineRecord) => ({
  ...(discountRate ? { DiscountRate: discountRate } : {}),
  ...(discountAmount ? { DiscountAmount: discountAmount } : {}),
});

/** Provider: a list shows each discount as a rate. */
function listedDiscount({ discountRate, discountAmount, gross }: LineRecord): object {
  const rate = discountRate || (discountAmount && gross ? round((discountAmount / gross) * 100, 2) : 0);
  return rate ? { DiscountRate: rate } : {};
}

interface LineView {
  readonly unitPlaces: number;
  /** True in a list that leaves out discounts in money. */
  readonly isListed: boolean;
}

const shownUnit = (line: LineRecord, places: number) =>
  line.unitAmount === undefined ? {} : { UnitAmount: round(line.unitAmount, places) };

/** A line of an invoice, credit note or purchase order. Unit amounts have at most `unitPlaces` decimals. */
export function wireLine(line: LineRecord, { unitPlaces, isListed }: LineView, extra: object = {}): object {
  return {
    LineItemID: line.id,
    ...(line.description === '' ? {} : { Description: line.description }),
    ...(line.itemCode ? { ItemCode: line.itemCode } : {}),
    ...(line.quantity === undefined ? {} : { Quantity: line.quantity }),
    ...shownUnit(line, unitPlaces),
    ...(isListed ? listedDiscount(line) : discounts(line)),
    ...(line.accountCode ? { AccountCode: line.accountCode } : {}),
    ...(line.accountId ? { AccountID: line.accountId } : {}),
    ...(line.taxType ? { TaxType: line.taxType } : {}),
    TaxAmount: line.taxAmount,
    LineAmount: line.lineAmount,
    Tracking: line.tracking,
    ...extra,
  };
}

/** Provider: a quote's line always has ItemCode and Tracking, and both discounts when it has one. */
export function wireQuoteLine(line: LineRecord): object {
  const hasDiscount = Boolean(line.discountRate) || Boolean(line.discountAmount);
  return {
    LineItemID: line.id,
    ...(line.accountCode ? { AccountCode: line.accountCode } : {}),
    Description: line.description,
    ...shownUnit(line, 4),
    ...(hasDiscount ? { DiscountRate: line.discountRate ?? 0, DiscountAmount: line.discountAmount ?? 0 } : {}),
    LineAmount: line.lineAmount,
    ItemCode: line.itemCode ?? '',
    ...(line.quantity === undefined ? {} : { Quantity: line.quantity }),
    TaxAmount: line.taxAmount,
    ...(line.taxType ? { TaxType: line.taxType } : {}),
    Tracking: line.tracking,
  };
}

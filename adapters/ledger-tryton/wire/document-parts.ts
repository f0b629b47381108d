// What invoices, credit notes, quotes and purchase orders have in common.
import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../../core/ports.ts';
import { decimalAt, idAt, numberAt, relatedAt, relatedListAt, resourceIdAt, rounded, textAt } from './native.ts';

export const headFields = [
  ...['number', 'reference', 'state', 'description', 'comment', 'party.name', 'company.currency.code'],
  ...['currency.code', 'currency.digits', 'untaxed_amount', 'tax_amount', 'total_amount'],
];
export const lineFields = [
  ...['type', 'description', 'quantity', 'unit_price', 'amount', 'note', 'product.code'],
  ...['taxes.type', 'taxes.rate', 'taxes.amount', 'taxes.childs.type', 'taxes.childs.rate', 'taxes.childs.amount'],
].map((name) => `lines.${name}`);

/** `sign` is -1 where the document's amounts are negative and shown positive. */
export interface Reading {
  readonly sign: 1 | -1;
}

export function headOf(document: JsonObject) {
  const party = relatedAt(document, 'party');
  const id = resourceIdAt(party, 'contacts');
  const currency = textAt(relatedAt(document, 'currency'), 'code');
  const own = textAt(relatedAt(relatedAt(document, 'company'), 'currency'), 'code');
  return {
    number: textAt(document, 'number'),
    external_reference: textAt(document, 'reference'),
    contact_id: id,
    contact: id === null ? null : { id, provider_id: idAt(party), name: textAt(party, 'name') },
    currency,
    // Tryton: the rate is the currency's own, by date; a document has none.
    currency_rate: currency !== null && currency === own ? 1 : null,
    branding_theme_id: null,
  };
}

export function digitsOf(document: JsonObject): number {
  return numberAt(relatedAt(document, 'currency'), 'digits') ?? 2;
}

function linesOf(document: JsonObject): readonly JsonObject[] {
  return relatedListAt(document, 'lines').filter(({ type }) => type === 'line' || type === undefined);
}

/** Amounts are net; lines without any tax make a document without tax. */
export function moneyOf(document: JsonObject, { sign }: Reading) {
  const lines = linesOf(document);
  const isTaxed = lines.some((line) => relatedListAt(line, 'taxes').length > 0);
  const { net, tax, total } = totalsOf(document);
  return {
    line_amount_mode: isTaxed || lines.length === 0 ? 'exclusive' : 'no_tax',
    line_items: lines.map((line) => lineOf(line, digitsOf(document), sign)),
    sub_total: signed(net, sign),
    total_tax: signed(tax, sign),
    total_discount: 0,
    total: signed(total, sign),
  };
}

export interface Totals {
  readonly net: Decimal | null;
  readonly tax: Decimal | null;
  readonly total: Decimal | null;
}

/**
 * Tryton: a draft invoice shows no tax until it was validated once, so its tax is added up from its lines, each rounded as
 * Tryton rounds it. Other documents and states show what they hold.
 */
export function totalsOf(document: JsonObject): Totals {
  const net = decimalAt(document, 'untaxed_amount');
  const tax = decimalAt(document, 'tax_amount');
  const isUntold = document['state'] === 'draft' && net !== null && (tax === null || tax.isZero());
  if (!isUntold || relatedListAt(document, 'taxes').length > 0) {
    return { net, tax, total: decimalAt(document, 'total_amount') };
  }
  const digits = digitsOf(document);
  const added = linesOf(document).reduce((sum, line) => sum.plus(taxOf(line, digits) ?? 0), new Decimal(0));
  return { net, tax: added, total: net.plus(added) };
}

export function signed(value: Decimal | null, sign: 1 | -1): number | null {
  return value === null ? null : value.isZero() ? 0 : value.times(sign).toNumber();
}

function lineOf(line: JsonObject, digits: number, sign: 1 | -1) {
  const account = relatedAt(line, 'account');
  const [tax] = relatedListAt(line, 'taxes');
  return {
    line_item_id: idAt(line),
    description: textAt(line, 'description'),
    quantity: signed(decimalAt(line, 'quantity'), sign),
    unit_amount: numberAt(line, 'unit_price'),
    discount_rate: null,
    discount_amount: null,
    item_code: textAt(relatedAt(line, 'product'), 'code'),
    account_id: resourceIdAt(account, 'accounts'),
    account_code: textAt(account, 'code'),
    tax_type: tax ? idAt(tax) : null,
    tax_amount: signed(taxOf(line, digits), sign),
    line_amount: signed(amountOf(line, digits), sign),
    tracking: [],
  };
}

function amountOf(line: JsonObject, digits: number): Decimal | null {
  const amount = decimalAt(line, 'amount');
  const [quantity, price] = [decimalAt(line, 'quantity'), decimalAt(line, 'unit_price')];
  return amount ?? (quantity && price && rounded(quantity.times(price), digits));
}

/** Null if a tax of the line is not known by its rate. */
function taxOf(line: JsonObject, digits: number): Decimal | null {
  const [amount, quantity] = [amountOf(line, digits), decimalAt(line, 'quantity') ?? new Decimal(1)];
  if (amount === null) return null;
  const parts = relatedListAt(line, 'taxes').flatMap((tax) =>
    tax['type'] === 'none' ? relatedListAt(tax, 'childs') : [tax],
  );
  const taxes = parts.map((tax) => {
    const fixed = decimalAt(tax, 'amount');
    const part = tax['type'] === 'fixed' ? fixed?.times(quantity) : decimalAt(tax, 'rate')?.times(amount);
    return part === undefined ? null : rounded(part, digits);
  });
  return taxes.includes(null) ? null : taxes.reduce<Decimal>((sum, tax) => sum.plus(tax ?? 0), new Decimal(0));
}

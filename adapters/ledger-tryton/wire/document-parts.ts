// The parts that invoices, credit notes, quotes and purchase orders share.
import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../../core/ports.ts';
import { type TaxRounding, taxFields, taxOfLine, taxOfLines } from './line-tax.ts';
import { decimalAt, idAt, numberAt, relatedAt, relatedListAt, resourceIdAt, rounded, textAt } from './native.ts';

export const headFields = [
  ...['number', 'reference', 'state', 'description', 'comment', 'party.name', 'company.currency.code'],
  ...['currency.code', 'currency.rounding', 'untaxed_amount', 'tax_amount', 'total_amount'],
];
export const lineFields = [
  ...['type', 'description', 'quantity', 'unit_price', 'amount', 'note', 'product.code'],
  ...taxFields.map((name) => `taxes.${name}`),
].map((name) => `lines.${name}`);

export interface Reading {
  /** -1 for documents whose amounts are negative in Tryton and positive in the API. */
  readonly sign: 1 | -1;
  readonly taxRounding?: TaxRounding;
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
    // Tryton's documents have no rate; it belongs to the currency and the date.
    currency_rate: currency !== null && currency === own ? 1 : null,
    branding_theme_id: null,
  };
}

function stepOf(document: JsonObject): Decimal {
  return decimalAt(relatedAt(document, 'currency'), 'rounding') ?? new Decimal('0.01');
}

const isTaxed = (line: JsonObject) => relatedListAt(line, 'taxes').length > 0;

function linesOf(document: JsonObject): readonly JsonObject[] {
  return relatedListAt(document, 'lines').filter(({ type }) => type === 'line' || type === undefined);
}

/** Amounts are net; lines without any tax make a document without tax. */
export function moneyOf(document: JsonObject, reading: Reading) {
  const { sign } = reading;
  const lines = linesOf(document);
  const { net, tax, total } = totalsOf(document, reading);
  return {
    line_amount_mode: lines.some(isTaxed) || lines.length === 0 ? 'exclusive' : 'no_tax',
    line_items: lines.map((line) => lineOf(line, stepOf(document), sign)),
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

/** Tryton: a draft invoice shows no tax until it was validated once. */
export function lacksTax(document: JsonObject): boolean {
  if (document['state'] !== 'draft' || relatedListAt(document, 'taxes').length > 0) return false;
  return decimalAt(document, 'tax_amount')?.isZero() === true && linesOf(document).some((line) => isTaxed(line));
}

/** Adds the missing tax up from the lines. Documents that show their tax keep it. */
export function totalsOf(document: JsonObject, { taxRounding = 'document' }: Pick<Reading, 'taxRounding'>): Totals {
  const [net, tax, total] = ['untaxed_amount', 'tax_amount', 'total_amount'].map((name) => decimalAt(document, name));
  if (!net || !lacksTax(document)) return { net: net ?? null, tax: tax ?? null, total: total ?? null };
  const added = taxOfLines(linesOf(document), stepOf(document), taxRounding);
  return { net, tax: added, total: net.plus(added) };
}

export function signed(value: Decimal | null, sign: 1 | -1): number | null {
  return value === null ? null : value.isZero() ? 0 : value.times(sign).toNumber();
}

function lineOf(line: JsonObject, step: Decimal, sign: 1 | -1) {
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
    tax_amount: signed(taxOfLine(line, step), sign),
    line_amount: signed(amountOf(line, step), sign),
    tracking: [],
  };
}

function amountOf(line: JsonObject, step: Decimal): Decimal | null {
  const amount = decimalAt(line, 'amount');
  const [quantity, price] = [decimalAt(line, 'quantity'), decimalAt(line, 'unit_price')];
  return amount ?? (quantity && price && rounded(quantity.times(price), step));
}

// An accepted quote as the invoice that it becomes (the specification's "Quote lifecycle").
import { chosenRate, copiedLine, hasNetLines, linesOf, withoutEmpty } from './document-lines.ts';
import { conflict } from './errors.ts';
import type { Json, JsonObject } from './json.ts';

/** What a quote does not say, or not as the invoice should, as the recipe's input names it. */
export interface ConversionAsk {
  /** Absent: the quote's own date. */
  readonly date?: string | undefined;
  /** Absent: the day on which the quote expires. */
  readonly due_date?: string | undefined;
  /** Absent: the quote's own reference; null: none. */
  readonly external_reference?: string | null | undefined;
  /** The account of lines that name none. */
  readonly account_code?: string | undefined;
}

const referenceMaxLength = 255;

/**
 * The create fields of the invoice that a live quote (normalized fields) becomes. Throws CONFLICT, before anything is
 * written, where it cannot become one.
 */
export function convertQuote(quote: JsonObject, ask: ConversionAsk): JsonObject {
  const status = String(quote['status'] ?? 'unknown');
  if (status !== 'ACCEPTED') {
    throw conflict(
      'quote_not_accepted',
      `only an accepted quote can be converted; the status of this one is ${status}`,
    );
  }
  const mode = String(quote['line_amount_mode'] ?? 'exclusive');
  const isNet = hasNetLines(quote, mode);
  if (ask.due_date === undefined && typeof quote['expiry_date'] !== 'string') {
    throw conflict('quote_without_due_date', 'the quote says no day on which it expires; give due_date');
  }
  const fields = invoiceFields(quote, ask, isNet ? 'exclusive' : mode);
  assertAcceptable(fields);
  return fields;
}

function invoiceFields(quote: JsonObject, ask: ConversionAsk, mode: string): JsonObject {
  const copied = (name: string): Json => quote[name] ?? null;
  return withoutEmpty({
    type: 'receivable',
    status: 'AUTHORISED',
    contact_id: copied('contact_id'),
    issue_date: ask.date ?? copied('issue_date'),
    due_date: ask.due_date ?? copied('expiry_date'),
    external_reference: ask.external_reference === undefined ? copied('external_reference') : ask.external_reference,
    branding_theme_id: copied('branding_theme_id'),
    currency: copied('currency'),
    currency_rate: chosenRate(quote),
    line_amount_mode: mode,
    line_items: linesOf(quote).map((line) => invoiceLine(line, ask, mode)),
  });
}

/** Provider: the tax type of what is not taxed at all. */
const noTax = 'NONE';

/**
 * Provider: an invoice takes the tax of a line's account where the line names none, a quote takes no tax at all. What
 * was not taxed on the quote must say so.
 */
function invoiceLine(line: JsonObject, { account_code }: ConversionAsk, mode: string): JsonObject {
  const copied = copiedLine(line, { withTax: false });
  const isPriced = typeof copied['unit_amount'] === 'number';
  const namesAccount = ['account_code', 'account_id', 'item_code'].some((name) => name in copied);
  return {
    ...copied,
    ...(isPriced && !namesAccount && account_code !== undefined ? { account_code } : {}),
    ...(isPriced && mode !== 'no_tax' && !('tax_type' in copied) ? { tax_type: noTax } : {}),
  };
}

function assertAcceptable(fields: JsonObject): void {
  const unbooked = linesOf(fields).findIndex(
    (line) => 'unit_amount' in line && !('account_code' in line || 'account_id' in line || 'item_code' in line),
  );
  if (unbooked >= 0) {
    const why = `line ${unbooked + 1} of the quote names no account, which an invoice needs; give account_code`;
    throw conflict('quote_line_without_account', why);
  }
  if (String(fields['external_reference'] ?? '').length > referenceMaxLength) {
    const why = `the quote's reference is longer than ${referenceMaxLength} characters; give external_reference`;
    throw conflict('quote_reference_too_long', why);
  }
}

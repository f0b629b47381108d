import { Decimal } from 'decimal.js';
import { cancelledStatus } from './cancellation.ts';
import { chosenRate, copiedLine, linesOf, withoutEmpty } from './document-lines.ts';
import { conflict } from './errors.ts';
import type { Json, JsonObject } from './json.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';

/**
 * The invoice in a provider's answer to a write, as a read would show it; undefined for a cancelled one. An
 * answer may lack the amount credited, and show the total of a cancelled invoice as due, which a read does not.
 */
export function answeredInvoice(invoice: LedgerRecord): LedgerRecord | undefined {
  if (typeof invoice.fields['amount_credited'] === 'number') return invoice;
  if (cancelledStatus(invoice)) return undefined;
  const settled = new Decimal(numberField(invoice, 'total')).minus(numberField(invoice, 'amount_due'));
  const amount_credited = settled.minus(numberField(invoice, 'amount_paid')).toNumber();
  return { ...invoice, fields: { ...invoice.fields, amount_credited } };
}

/**
 * The fields that create a draft copy of a live invoice. In `changes` a value replaces, null or "" removes. The
 * provider assigns what is left out, including the number of a sale; a bill keeps its supplier's number. Copied lines
 * keep their tax unless the changes set the line amount mode.
 */
export function correctedCopy(invoice: JsonObject, changes: JsonObject): JsonObject {
  const withTax = changes['line_amount_mode'] === undefined;
  const copied = (name: string): Json => invoice[name] ?? null;
  const inherited: JsonObject = {
    type: copied('type'),
    number: invoice['type'] === 'payable' ? copied('number') : null,
    contact_id: copied('contact_id'),
    external_reference: copied('external_reference'),
    issue_date: copied('issue_date'),
    due_date: copied('due_date'),
    currency: copied('currency'),
    currency_rate: changes['currency'] === undefined ? chosenRate(invoice) : null,
    line_amount_mode: copied('line_amount_mode'),
    branding_theme_id: copied('branding_theme_id'),
    url: copied('url'),
    line_items: linesOf(invoice).map((line) => copiedLine(line, { withTax })),
  };
  return { ...withoutEmpty({ ...inherited, ...changes, ...ownLines(changes) }), status: 'DRAFT' };
}

/** Lines of the changes may carry the ids of the lines they correct; the copy's lines are new. */
function ownLines(changes: JsonObject): JsonObject {
  if (changes['line_items'] === undefined) return {};
  return { line_items: linesOf(changes).map(({ line_item_id: _id, ...line }) => line) };
}

/** Only authorised invoices take payments. Throws CONFLICT for others and for amounts above what is due. */
export function assertPayable(invoice: Pick<LedgerRecord, 'fields'>, amount: number): void {
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status !== 'AUTHORISED') {
    throw conflict('invoice_not_payable', `only an authorised invoice can be paid; its status is ${status}`);
  }
  const due = numberField(invoice, 'amount_due');
  if (new Decimal(amount).lessThanOrEqualTo(due)) return;
  throw conflict('amount_exceeds_due', `the payment of ${amount} is more than the ${due} that is due`);
}

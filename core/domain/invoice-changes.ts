// What may be done to a live invoice: cancel it, copy it with corrections, pay it.
import { Decimal } from 'decimal.js';
import { chosenRate, copiedLine, linesOf, withoutEmpty } from './document-lines.ts';
import type { Json, JsonObject } from './json.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';

/** What cancelling means for an invoice in its live status (the specification's "Invoice cancellation"). */
export type Cancellation =
  | { readonly kind: 'write'; readonly status: 'DELETED' | 'VOIDED' }
  | { readonly kind: 'already'; readonly status: 'DELETED' | 'VOIDED' }
  | { readonly kind: 'refused'; readonly why: string };

export function decideCancellation(invoice: Pick<LedgerRecord, 'fields'>): Cancellation {
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status === 'DELETED' || status === 'VOIDED') return { kind: 'already', status };
  const paid = numberField(invoice, 'amount_paid');
  const credited = numberField(invoice, 'amount_credited');
  if (paid !== 0) return refused(`it has payments of ${paid}; remove them first`);
  if (credited !== 0) return refused(`it has credits of ${credited} allocated; remove them first`);
  if (status === 'DRAFT' || status === 'SUBMITTED') return { kind: 'write', status: 'DELETED' };
  if (status === 'AUTHORISED') return { kind: 'write', status: 'VOIDED' };
  return refused(`its status is ${status}`);
}

function refused(why: string): Cancellation {
  return { kind: 'refused', why: `invoice cannot be cancelled: ${why}` };
}

/**
 * The create fields of a draft that says what the live invoice says (normalized fields), with `changes` laid over it:
 * what is present replaces, null or "" takes away. Left out is what the provider gives or computes, the number of a sale
 * among it; a bill's number is its supplier's and stays. The tax of inherited lines stays as it is, unless the changes
 * say what line amounts mean.
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

/** Lines of the changes may name those that they correct; in the copy they are new. */
function ownLines(changes: JsonObject): JsonObject {
  if (changes['line_items'] === undefined) return {};
  return { line_items: linesOf(changes).map(({ line_item_id: _id, ...line }) => line) };
}

/** Why a payment must not be made. */
export interface PaymentFault {
  readonly reason: 'invoice_not_payable' | 'amount_exceeds_due';
  readonly why: string;
}

/** Whether a live invoice can take a payment of this amount; undefined when it can. Provider: authorised ones only. */
export function paymentFault(invoice: Pick<LedgerRecord, 'fields'>, amount: number): PaymentFault | undefined {
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status !== 'AUTHORISED') {
    return { reason: 'invoice_not_payable', why: `only an authorised invoice can be paid; its status is ${status}` };
  }
  const due = numberField(invoice, 'amount_due');
  if (new Decimal(amount).lessThanOrEqualTo(due)) return undefined;
  return { reason: 'amount_exceeds_due', why: `the payment of ${amount} is more than the ${due} that is due` };
}

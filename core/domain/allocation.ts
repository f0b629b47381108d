// A part of a credit that settles an invoice.
import { Decimal } from 'decimal.js';
import { badRequest } from './errors.ts';
import { isJsonObject, type Json } from './json.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';
import { type ResourceType, singularOf } from './resource.ts';

/** The families whose records hold credit that is allocated to invoices. */
export const creditTypes: readonly ResourceType[] = ['credit_notes', 'prepayments', 'overpayments'];

export interface Allocation {
  /** The provider's id; null where it names none. */
  readonly allocationId: string | null;
  /** The service's id of the invoice. */
  readonly invoiceId: string;
  readonly amount: number;
  readonly date: string | null;
}

type Document = Pick<LedgerRecord, 'fields'>;

/** The allocations of a live credit. One that names no invoice or amount cannot be told apart and is left out. */
export function allocationsOf({ fields }: Document): readonly Allocation[] {
  const listed: Json = fields['allocations'] ?? [];
  if (!Array.isArray(listed)) return [];
  return listed.filter(isJsonObject).flatMap((one): Allocation[] => {
    const { allocation_id: id, invoice_id: invoiceId, amount, date } = one;
    if (typeof invoiceId !== 'string' || typeof amount !== 'number') return [];
    return [
      {
        allocationId: typeof id === 'string' ? id : null,
        invoiceId,
        amount,
        date: typeof date === 'string' ? date : null,
      },
    ];
  });
}

/** An allocation with a name that stays: its id or, without one, its place among those of its invoice. */
export interface NamedAllocation extends Allocation {
  readonly name: string;
}

export function namedAllocations(document: Document): readonly NamedAllocation[] {
  const counts = new Map<string, number>();
  return allocationsOf(document).map((one) => {
    const place = (counts.get(one.invoiceId) ?? 0) + 1;
    counts.set(one.invoiceId, place);
    return { ...one, name: one.allocationId ?? `${one.invoiceId}#${place}` };
  });
}

/** Which side of the books the credit is on: a deposit that was received is a customer's. */
function sideOf(credit: Document): string | null {
  const kind = textField(credit, 'kind');
  if (kind === null) return textField(credit, 'type');
  return kind === 'receive' ? 'receivable' : kind === 'spend' ? 'payable' : kind;
}

/**
 * Throws BAD_REQUEST with the path of what is wrong and, for an amount, both remainders. Both documents are live and bear
 * their families' normalized fields.
 */
export function assertAllocatable(
  credit: Pick<LedgerRecord, 'fields' | 'type'>,
  invoice: Document,
  amount: number,
): void {
  const [ofCredit, ofInvoice] = [textField(credit, 'status'), textField(invoice, 'status')];
  if (ofCredit !== 'AUTHORISED') {
    const what = singularOf(credit.type).replaceAll('_', ' ');
    throw badRequest('resource_id', `only an authorised ${what} can be allocated; its status is ${ofCredit}`);
  }
  if (sideOf(credit) !== textField(invoice, 'type')) {
    throw badRequest('invoice_id', `is ${textField(invoice, 'type')}, and the credit is ${sideOf(credit)}`);
  }
  if (textField(credit, 'contact_id') !== textField(invoice, 'contact_id')) {
    throw badRequest('invoice_id', 'is an invoice of another contact than the credit’s');
  }
  if (textField(credit, 'currency') !== textField(invoice, 'currency')) {
    const currencies = `${textField(invoice, 'currency')}, and the credit in ${textField(credit, 'currency')}`;
    throw badRequest('invoice_id', `is in ${currencies}`);
  }
  if (ofInvoice !== 'AUTHORISED') {
    throw badRequest('invoice_id', `only an authorised invoice takes credit; its status is ${ofInvoice}`);
  }
  const [left, due] = [numberField(credit, 'remaining_credit'), numberField(invoice, 'amount_due')];
  if (new Decimal(amount).lessThanOrEqualTo(Decimal.min(left, due))) return;
  throw badRequest('amount', `is too large: ${left} of the credit remain, and ${due} of the invoice are due`);
}

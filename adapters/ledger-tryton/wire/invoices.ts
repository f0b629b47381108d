import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../../core/ports.ts';
import { headFields, headOf, lacksTax, lineFields, moneyOf, type Reading, signed, totalsOf } from './document-parts.ts';
import { hasIdOf, isOneOf, type Model, ofCompany } from './model.ts';
import { dayAt, decimalAt, idAt, relatedAt, relatedListAt, resourceIdAt, textAt, unmarked } from './native.ts';
import { isUndone, paidIn, paymentLineFields } from './payments.ts';

const fields = [
  ...headFields,
  ...lineFields,
  ...['type', 'invoice_date', 'payment_term', 'payment_term_date', 'lines_to_pay.maturity_date', 'taxes.amount'],
  ...['lines.account.code', 'lines.origin', 'amount_to_pay', 'reconciled', 'cancel_move'],
  ...paymentLineFields.map((name) => `payment_lines.${name}`),
];

const finds = {
  number: isOneOf('number'),
  external_reference: isOneOf('reference'),
  contact_id: hasIdOf('party'),
};

/** Undoing a payment changes its line and not the invoice. */
const alsoChanged = (document: JsonObject) =>
  relatedListAt(document, 'payment_lines').map((line) => textAt(line, 'write_date'));

function isNegative(document: JsonObject): boolean {
  return decimalAt(document, 'untaxed_amount')?.lessThan(0) ?? false;
}

export const invoices: Model = {
  type: 'invoices',
  name: 'account.invoice',
  sync: 'changes',
  fields,
  finds,
  alsoChanged,
  domain: ofCompany,
  belongs: (document) => !isNegative(document),
  lacksTax,
  describe(document, taxRounding) {
    const reading: Reading = { sign: 1, ...(taxRounding && { taxRounding }) };
    const { total } = totalsOf(document, reading);
    const due = dueOf(document, total);
    return {
      ...commonOf(document, reading),
      due_date: dueDateOf(document),
      amount_due: signed(due, 1),
      amount_paid: signed(paidOf(document, total), 1),
      // Tryton: a credit with refund cancels the invoice at once.
      amount_credited: 0,
      url: null,
      sent_to_contact: null,
      payments: relatedListAt(document, 'payment_lines')
        .filter((line) => !isUndone(line))
        .map((line) => ({
          id: resourceIdAt(line, 'payments'),
          provider_id: idAt(line),
          date: dayAt(line, 'date'),
          amount: paidIn(line, document),
          external_reference: unmarked(textAt(relatedAt(line, 'move'), 'description')),
          currency_rate: null,
        })),
    };
  },
};

/** Credit notes are invoices with negative amounts, which are shown positive. */
export const creditNotes: Model = {
  type: 'credit_notes',
  name: 'account.invoice',
  sync: 'changes',
  fields,
  finds,
  alsoChanged,
  domain: (companyId) => [...ofCompany(companyId), ['untaxed_amount', '<', 0]],
  belongs: isNegative,
  lacksTax,
  describe(document, taxRounding) {
    const isOpen = document['state'] === 'posted';
    return {
      ...commonOf(document, { sign: -1, ...(taxRounding && { taxRounding }) }),
      remaining_credit: signed(isOpen ? decimalAt(document, 'amount_to_pay') : new Decimal(0), -1),
      allocations: [],
    };
  },
};

const types: Readonly<Record<string, string>> = { out: 'receivable', in: 'payable' };

function commonOf(document: JsonObject, reading: Reading) {
  const type = textAt(document, 'type');
  return {
    type: type && (types[type] ?? type),
    ...headOf(document),
    status: statusOf(document),
    issue_date: dayAt(document, 'invoice_date'),
    ...moneyOf(document, reading),
    fully_paid_on: document['state'] === 'paid' ? dayAt(document, 'reconciled') : null,
  };
}

const statuses: Readonly<Record<string, string>> = {
  draft: 'DRAFT',
  validated: 'SUBMITTED',
  posted: 'AUTHORISED',
  paid: 'PAID',
};

/** Tryton: what was posted is cancelled by a move that reverses it. */
function statusOf(document: JsonObject): string | null {
  const state = textAt(document, 'state');
  if (state === 'cancelled') return document['cancel_move'] ? 'VOIDED' : 'DELETED';
  return state && (statuses[state] ?? state.toUpperCase());
}

/** Tryton: with a payment term the date is only what the term counts from, until the posted lines say when. */
function dueDateOf(document: JsonObject): string | null {
  const dates = relatedListAt(document, 'lines_to_pay').map((line) => dayAt(line, 'maturity_date') ?? '');
  const last = dates.sort().at(-1);
  if (last) return last;
  return document['payment_term'] ? null : dayAt(document, 'payment_term_date');
}

/** Tryton: only a posted invoice says what is to pay. */
function dueOf(document: JsonObject, total: Decimal | null): Decimal | null {
  const { state } = document;
  if (state === 'posted') return decimalAt(document, 'amount_to_pay');
  return state === 'paid' || state === 'cancelled' ? new Decimal(0) : total;
}

function paidOf(document: JsonObject, total: Decimal | null): Decimal | null {
  const { state } = document;
  if (state === 'paid') return total;
  return state === 'posted' && total ? total.minus(decimalAt(document, 'amount_to_pay') ?? 0) : new Decimal(0);
}

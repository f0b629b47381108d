import type { JsonObject } from '../../../core/ports.ts';
import { hasIdOf, type Model } from './model.ts';
import { dayAt, decimalAt, idAt, relatedAt, relatedListAt, resourceIdAt, textAt, unmarked } from './native.ts';

/** The fields that are read of a payment's line. */
export const paymentLineFields = [
  ...['date', 'debit', 'credit', 'second_currency.code', 'amount_second_currency', 'move.description', 'write_date'],
  'reconciliation.lines.move.origin',
];

/** A payment is the line of a posted move on the invoice's account. */
export const payments: Model = {
  type: 'payments',
  name: 'account.move.line',
  sync: 'changes',
  fields: [
    ...paymentLineFields,
    ...['invoice_payment.type', 'invoice_payment.currency.code', 'move.lines.account.code'],
  ],
  finds: { invoice_id: hasIdOf('invoice_payment') },
  domain: (companyId) => [
    ['invoice_payment', '!=', null],
    ['move.company', '=', companyId],
  ],
  describe(document) {
    const invoice = relatedAt(document, 'invoice_payment');
    const move = relatedAt(document, 'move');
    const counter = relatedListAt(move, 'lines').find(({ id }) => id !== document['id']) ?? {};
    const account = relatedAt(counter, 'account');
    return {
      invoice_id: resourceIdAt(invoice, 'invoices'),
      credit_note_id: null,
      account_id: resourceIdAt(account, 'accounts'),
      account_code: textAt(account, 'code'),
      amount: paidIn(document, invoice),
      currency_rate: null,
      date: dayAt(document, 'date'),
      external_reference: unmarked(textAt(move, 'description')),
      status: isUndone(document) ? 'DELETED' : 'AUTHORISED',
      type: null,
    };
  },
};

/** The amount in the invoice's currency: the line's credit for a sale, its debit for a bill. */
export function paidIn(line: JsonObject, invoice: JsonObject): number | null {
  const foreign = textAt(relatedAt(line, 'second_currency'), 'code');
  if (foreign !== null && foreign === textAt(relatedAt(invoice, 'currency'), 'code')) {
    return decimalAt(line, 'amount_second_currency')?.abs().toNumber() ?? null;
  }
  const [debit, credit] = [decimalAt(line, 'debit'), decimalAt(line, 'credit')];
  if (!debit || !credit) return null;
  return (invoice['type'] === 'in' ? debit.minus(credit) : credit.minus(debit)).toNumber();
}

/** Tryton keeps an undone payment with its invoice and reconciles it with a move that cancels it. */
export function isUndone(line: JsonObject): boolean {
  const own = idAt(relatedAt(line, 'move'));
  const reconciled = relatedListAt(relatedAt(line, 'reconciliation'), 'lines');
  return own !== null && reconciled.some((other) => relatedAt(other, 'move')['origin'] === `account.move,${own}`);
}

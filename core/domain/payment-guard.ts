import { Decimal } from 'decimal.js';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';

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

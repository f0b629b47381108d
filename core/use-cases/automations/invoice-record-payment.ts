import { conflict } from '../../domain/errors.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { paymentFault } from '../../domain/payment-guard.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { defineRecipe, plannedCreate } from './recipe.ts';
import { shown, summaryOf } from './record-summary.ts';

export const invoiceRecordPayment = defineRecipe({
  name: 'invoice.record_payment',
  title: 'Record a payment',
  description: 'Pays an invoice, never more than is due, and tells at once what became of it.',
  steps: [
    { name: 'read', description: 'Reads the invoice; the amount must not be more than is due.', writes: false },
    { name: 'pay', description: 'Creates the payment.', writes: true },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  plan: async (ledger, input) => {
    guard(await ledger.read('invoices', requireProviderId('invoices', input.invoice_id)), input.amount);
    return { read: null, pay: plannedCreate('payments', input), re_read: null };
  },
  run: async (runner, input) => {
    const invoice = await runner.step('read', async () => {
      const live = await runner.ledger.read('invoices', requireProviderId('invoices', input.invoice_id));
      guard(live, input.amount);
      return { result: summaryOf(live) };
    });
    const payment = await runner.create('pay', 'payments', async () => input);
    const [current] = await runner.readAgain('re_read', [invoice]);
    if (!current) throw new Error('the invoice was not read again');
    return runner.announcing([current], { payment: shown(payment), invoice: current });
  },
});

function guard(invoice: LedgerRecord, amount: number): void {
  const fault = paymentFault(invoice, amount);
  if (fault) throw conflict(fault.reason, fault.why);
}

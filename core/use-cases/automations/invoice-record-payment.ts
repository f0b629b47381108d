import { conflict } from '../../domain/errors.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { paymentFault } from '../../domain/payment-guard.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { plannedCreate } from './planned-write.ts';
import { defineRecipe } from './recipe.ts';
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
  plan: async (look, input) => {
    guard(await look.read('invoices', requireProviderId('invoices', input.invoice_id)), input.amount);
    return { read: null, pay: plannedCreate('payments', input), re_read: null };
  },
  run: async (desk, input) => {
    const invoice = await desk.step('read', async () => {
      const live = await desk.read('invoices', requireProviderId('invoices', input.invoice_id));
      guard(live, input.amount);
      return { result: summaryOf(live) };
    });
    const payment = await desk.create('pay', 'payments', async () => input);
    const [current] = await desk.reRead('re_read', [invoice]);
    if (!current) throw new Error('the invoice was not read again');
    return desk.announcing([current], { payment: shown(payment), invoice: current });
  },
});

function guard(invoice: LedgerRecord, amount: number): void {
  const fault = paymentFault(invoice, amount);
  if (fault) throw conflict(fault.reason, fault.why);
}

import { assertPayable } from '../../domain/invoice-rules.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { lackOf } from '../providers/coverage.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { plannedCreate, type Recipe } from './recipe.ts';
import { announcing, createOnce, readAgain } from './recipe-steps.ts';
import { shown, summaryOf } from './record-summary.ts';

export const invoiceRecordPayment: Recipe<'invoice.record_payment'> = {
  title: 'Record a payment',
  description: 'Pays an invoice, never more than is due, and announces the invoice as it is afterwards.',
  steps: [
    { name: 'read', description: 'Reads the invoice; the amount must not be more than is due.', writes: false },
    { name: 'pay', description: 'Creates the payment.', writes: true },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  lack: (traits, input) =>
    lackOf(traits, [
      { type: 'invoices', can: ['read'] },
      { type: 'payments', can: ['create'], fields: input },
    ]),
  plan: async (ledger, input) => {
    assertPayable(await readInvoice(ledger, input.invoice_id), input.amount);
    return { pay: plannedCreate('payments', input) };
  },
  run: async (run, input) => {
    const invoice = await run.attempt.steps.step('read', async () => {
      const live = await readInvoice(run.ledger, input.invoice_id);
      assertPayable(live, input.amount);
      return { result: summaryOf(live) };
    });
    const payment = await createOnce(run, { step: 'pay', type: 'payments', fields: async () => input });
    const [current] = await readAgain(run, 're_read', [invoice]);
    return announcing(run, [current], { payment: shown(payment), invoice: current });
  },
};

function readInvoice(ledger: Ledger, id: string): Promise<LedgerRecord> {
  return ledger.read('invoices', requireProviderId('invoices', id, ledger.provider.traits));
}

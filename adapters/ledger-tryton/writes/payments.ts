// Makes and undoes payments by Tryton's wizards. A wizard takes three calls, one of which writes.
import { Decimal } from 'decimal.js';
import { type JsonObject, type LedgerRecord, ServiceError, textField } from '../../../core/ports.ts';
import { dateValue, decimalValue } from '../values.ts';
import { invoices } from '../wire/invoices.ts';
import { idAt, relatedAt } from '../wire/native.ts';
import { findMarked, marked } from './marks.ts';
import { refused } from './plan.ts';
import { afterWriting, ifUnchanged, liveRecord, retryIfChanged, type WriteContext } from './write-context.ts';

export async function pay(context: WriteContext, fields: JsonObject, mark: string): Promise<LedgerRecord> {
  await retryIfChanged(() => payLive(context, fields, mark));
  const [payment] = await afterWriting(findMarked(context, [mark]));
  if (payment) return payment;
  throw refused('invoice_id', 'the provider took no payment of this invoice');
}

async function payLive(context: WriteContext, fields: JsonObject, mark: string): Promise<void> {
  const { books } = context;
  const invoice = await liveRecord(context.of('invoices'), Number(fields['invoice_id']));
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status !== 'AUTHORISED') throw refused('invoice_id', `an invoice that is ${status} cannot be paid`);
  const start = {
    amount: decimalValue(new Decimal(fields['amount'] as number).toFixed()),
    currency: Number(idAt(relatedAt(invoice.native, 'currency'))),
    company: books.companyId,
    payment_method: await methodOf(context, fields, invoice),
    date: dateValue(String(fields['date'] ?? new Date().toISOString().slice(0, 10))),
    description: marked(fields['external_reference'] ?? undefined, mark),
  };
  await runWizard(context, {
    wizard: 'account.invoice.pay',
    name: 'account.invoice',
    id: Number(invoice.providerId),
    data: { start, ask: { type: 'partial' } },
    state: 'pay',
    context: ifUnchanged(invoices, invoice),
  });
}

/** The payment method that uses the given account. Tryton's payment methods have an account for sales and one for bills. */
async function methodOf({ books }: WriteContext, fields: JsonObject, invoice: LedgerRecord): Promise<number> {
  const account = textField(invoice, 'type') === 'payable' ? 'credit_account' : 'debit_account';
  const name = fields['account_id'] === undefined ? 'account_code' : 'account_id';
  const value = name === 'account_id' ? Number(fields['account_id']) : (fields['account_code'] ?? null);
  const domain = [
    ['company', '=', books.companyId],
    [name === 'account_id' ? account : `${account}.code`, '=', value],
  ];
  const [method] = await books.search('account.invoice.payment.method', { domain, fields: ['name'], limit: 1 });
  if (!method) throw refused(name, 'no way to pay at the provider uses this account');
  return Number(method['id']);
}

/** Undoes a payment, by two calls where it paid the invoice in full: the first ends the reconciliation only. */
export async function undo(context: WriteContext, payment: LedgerRecord): Promise<void> {
  const line = { name: 'account.move.line', id: Number(payment.providerId) };
  if (idAt(relatedAt(payment.native, 'reconciliation')) !== null) {
    return runWizard(context, { wizard: 'account.move.unreconcile_lines', ...line, data: {}, state: 'unreconcile' });
  }
  const move = { name: 'account.move', id: Number(idAt(relatedAt(payment.native, 'move'))) };
  const data = { default: { description: null } };
  return runWizard(context, { wizard: 'account.move.cancel', ...move, data, state: 'cancel' });
}

interface About {
  readonly wizard: string;
  /** The model of the record that the wizard works on. */
  readonly name: string;
  readonly id: number;
  readonly data: JsonObject;
  readonly state: string;
  readonly context?: JsonObject;
}

async function runWizard({ books }: WriteContext, about: About): Promise<void> {
  const { wizard, name, id, data, state, context = {} } = about;
  const active = { active_model: name, active_id: id, active_ids: [id] };
  const made = await books.call(`wizard.${wizard}.create`, [], active);
  const session = Array.isArray(made) ? (made[0] as number) : null;
  try {
    await books.create(`wizard.${wizard}.execute`, [session, data, state], { ...active, ...context });
  } finally {
    // The wizard's session on the server is of no use any more, so a refusal to delete it is ignored.
    await books.call(`wizard.${wizard}.delete`, [session], active).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  }
}

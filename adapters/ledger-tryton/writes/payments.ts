// Payments are made and undone by wizards: three calls each, one of which writes.
import { Decimal } from 'decimal.js';
import { type JsonObject, type LedgerRecord, ServiceError, textField } from '../../../core/ports.ts';
import { dateValue, decimalValue } from '../values.ts';
import { invoices } from '../wire/invoices.ts';
import { idAt, relatedAt } from '../wire/native.ts';
import { afterWriting, basedOn, type Desk, liveRecord, overLive } from './desk.ts';
import { findMarked, marked } from './marks.ts';
import { refused } from './plan.ts';

export async function pay(desk: Desk, fields: JsonObject, mark: string): Promise<LedgerRecord> {
  await overLive(() => payLive(desk, fields, mark));
  const [payment] = await afterWriting(findMarked(desk, [mark]));
  if (payment) return payment;
  throw refused('invoice_id', 'the provider took no payment of this invoice');
}

async function payLive(desk: Desk, fields: JsonObject, mark: string): Promise<void> {
  const { books } = desk;
  const invoice = await liveRecord(desk.of('invoices'), Number(fields['invoice_id']));
  const status = textField(invoice, 'status') ?? 'unknown';
  if (status !== 'AUTHORISED') throw refused('invoice_id', `an invoice that is ${status} cannot be paid`);
  const start = {
    amount: decimalValue(new Decimal(fields['amount'] as number).toFixed()),
    currency: Number(idAt(relatedAt(invoice.native, 'currency'))),
    company: books.companyId,
    payment_method: await methodOf(desk, fields, invoice),
    date: dateValue(String(fields['date'] ?? new Date().toISOString().slice(0, 10))),
    description: marked(fields['external_reference'] ?? undefined, mark),
  };
  await runWizard(desk, {
    wizard: 'account.invoice.pay',
    name: 'account.invoice',
    id: Number(invoice.providerId),
    data: { start, ask: { type: 'partial' } },
    state: 'pay',
    context: basedOn(invoices, invoice),
  });
}

/** Tryton: what pays is not an account but a way to pay, which has one for sales and one for bills. */
async function methodOf({ books }: Desk, fields: JsonObject, invoice: LedgerRecord): Promise<number> {
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

/** Takes the payment back. Tryton: one that has settled its invoice is released first, which is a call of its own. */
export async function undo(desk: Desk, payment: LedgerRecord): Promise<void> {
  const line = { name: 'account.move.line', id: Number(payment.providerId) };
  if (idAt(relatedAt(payment.native, 'reconciliation')) !== null) {
    return runWizard(desk, { wizard: 'account.move.unreconcile_lines', ...line, data: {}, state: 'unreconcile' });
  }
  const move = { name: 'account.move', id: Number(idAt(relatedAt(payment.native, 'move'))) };
  const data = { default: { description: null } };
  return runWizard(desk, { wizard: 'account.move.cancel', ...move, data, state: 'cancel' });
}

interface About {
  readonly wizard: string;
  /** The record that it is about. */
  readonly name: string;
  readonly id: number;
  readonly data: JsonObject;
  readonly state: string;
  readonly context?: JsonObject;
}

async function runWizard({ books }: Desk, about: About): Promise<void> {
  const { wizard, name, id, data, state, context = {} } = about;
  const active = { active_model: name, active_id: id, active_ids: [id] };
  const made = await books.call(`wizard.${wizard}.create`, [], active);
  const session = Array.isArray(made) ? (made[0] as number) : null;
  try {
    await books.create(`wizard.${wizard}.execute`, [session, data, state], { ...active, ...context });
  } finally {
    // What the server keeps of a wizard means nothing once it has run.
    await books.call(`wizard.${wizard}.delete`, [session], active).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  }
}

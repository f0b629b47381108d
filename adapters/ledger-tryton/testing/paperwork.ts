// What a person does in Tryton's own client: parties, invoices, orders, payments, and undoing them.
import type { Json, JsonObject } from '../../../core/ports.ts';
import { openBooks, tenantIdOf, textOfSession } from '../books.ts';
import { dateValue, decimalValue } from '../values.ts';
import { serviceClient, type TrytonClient } from './seed.ts';
import type { TestTryton } from './tryton-server.ts';

export interface Paperwork {
  readonly client: TrytonClient;
  /** For gateways: calls as the service's user. */
  readonly access: { accessToken: string; tenantId: string; report: () => void };
  party(values?: JsonObject): Promise<number>;
  /** What an invoice needs beside its lines. */
  head(): Promise<JsonObject>;
  /** A draft with one line of two cups at 50.00 and 15 % tax; `lines` and values replace these. */
  invoice(values?: JsonObject, lines?: readonly JsonObject[]): Promise<number>;
  sale(lines?: readonly JsonObject[]): Promise<number>;
  purchase(): Promise<number>;
  press(button: string, id: number): Promise<Json>;
  /** Returns the id of the payment's line. */
  pay(invoice: number, amount: string): Promise<number>;
  /** `isWhole`: the payment is the last one of a paid invoice. */
  undo(payment: number, isWhole: boolean): Promise<void>;
}

export async function paperworkIn(tryton: Pick<TestTryton, 'rpc' | 'seeded' | 'url' | 'database'>): Promise<Paperwork> {
  const { rpc, seeded } = tryton;
  const { company, currency, accounts, salesTax, purchaseTax, paymentMethod } = seeded;
  const client = await serviceClient(rpc, tryton, seeded);
  const access = {
    accessToken: textOfSession(client.session),
    tenantId: tenantIdOf(tryton, company),
    report: () => {},
  };
  const books = openBooks(rpc, access);
  const first = async (model: string, domain: Json[]) => Number((await client.find(model, domain))[0]?.['id']);
  const line = { type: 'line', description: 'Cups', quantity: 2, unit_price: decimalValue('50.00') };
  const taxed = (tax: number) => ({ taxes: [['add', [tax]]] });
  let usual: number | undefined;

  async function party(values: JsonObject = {}): Promise<number> {
    const addresses = [['create', [{ street: '1 Quay', city: 'Nelson' }]]];
    return client.create('party.party', { name: 'Harbour Coffee Ltd', addresses, ...values });
  }
  async function headOf(values: JsonObject): Promise<JsonObject> {
    usual ??= await party();
    const id = Number(values['party'] ?? usual);
    const invoice_address = await first('party.address', [['party', '=', id]]);
    return { party: id, invoice_address, company, currency };
  }
  const wizardOf = async (name: string, model: string, id: number, data: JsonObject, state: string) => {
    const about = { active_model: model, active_id: id, active_ids: [id] };
    const [wizard = 0] = (await books.call(`wizard.${name}.create`, [], about)) as number[];
    await books.call(`wizard.${name}.execute`, [wizard, data, state], about);
    await books.call(`wizard.${name}.delete`, [wizard], about);
  };

  return {
    client,
    access,
    party,
    async head() {
      const journal = await first('account.journal', [['type', '=', 'revenue']]);
      return { ...(await headOf({})), type: 'out', journal, account: accounts.Receivable };
    },
    async invoice(values = {}, lines = [{ ...line, account: accounts.Revenue, ...taxed(salesTax) }]) {
      const isBill = values['type'] === 'in';
      return client.create('account.invoice', {
        ...(await headOf(values)),
        type: 'out',
        journal: await first('account.journal', [['type', '=', isBill ? 'expense' : 'revenue']]),
        account: isBill ? accounts.Payable : accounts.Receivable,
        invoice_date: dateValue(today()),
        payment_term_date: dateValue(today(30)),
        ...values,
        lines: [['create', [...lines]]],
      });
    },
    async sale(lines = [{ ...line, ...taxed(salesTax) }]) {
      const head = await headOf({});
      const texts = { reference: 'Q-ref', description: 'Cups for the harbour', comment: 'Thirty days' };
      return client.create('sale.sale', {
        ...head,
        ...texts,
        shipment_address: head['invoice_address'] ?? null,
        lines: [['create', [...lines]]],
      });
    },
    async purchase() {
      const lines = [['create', [{ ...line, ...taxed(purchaseTax) }]]];
      return client.create('purchase.purchase', {
        ...(await headOf({})),
        delivery_date: dateValue('2027-01-31'),
        lines,
      });
    },
    press: (button, id) => client.call(`model.${button}`, [id]),
    async pay(invoice, amount) {
      const start = { amount: decimalValue(amount), currency, company, payment_method: paymentMethod };
      const paid = {
        start: { ...start, date: dateValue(today()), description: 'paid by hand' },
        ask: { type: 'partial' },
      };
      await wizardOf('account.invoice.pay', 'account.invoice', invoice, paid, 'pay');
      const found = await client.find('account.move.line', [['invoice_payment', '=', invoice]]);
      return Number(found.at(-1)?.['id']);
    },
    async undo(payment, isWhole) {
      const unreconcile = 'account.move.unreconcile_lines';
      if (isWhole) await wizardOf(unreconcile, 'account.move.line', payment, {}, 'unreconcile');
      const [found] = await client.find('account.move.line', [['id', '=', payment]], ['move']);
      await wizardOf(
        'account.move.cancel',
        'account.move',
        Number(found?.['move']),
        { default: { description: 'undo' } },
        'cancel',
      );
    },
  };
}

/** A date so many days from now. */
export function today(inDays = 0): string {
  return new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
}

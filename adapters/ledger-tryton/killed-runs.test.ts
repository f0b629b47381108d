// The seven automations, while their workers and the Tryton server are killed: one of each document in the books.
import { expect } from 'chai';
import type { RecipeName } from '../../core/domain/automation.ts';
import type { JsonObject } from '../../core/ports.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import { runsOf } from '../../tools/run-length.ts';
import { type Connected, dates } from './testing/fault-books.ts';
import { type KilledRuns, openKilledRuns } from './testing/killed-runs.ts';
import { adminClient, type TrytonClient } from './testing/seed.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { plainValue } from './values.ts';

const waves = runsOf({ long: 10, short: 1 });
const runsAWave = 20;
const waveMs = 240_000;

interface Run {
  readonly to: Connected;
  readonly contactId: string;
  readonly reference: string;
}

interface Scenario {
  readonly recipe: RecipeName;
  input(run: Run): Promise<object>;
  /** What the administrator sees of it. */
  readonly holds: Readonly<Record<string, readonly unknown[]>>;
}

const line = { description: 'Cups', quantity: 2, unit_amount: 50 };
const document = ({ contactId, reference }: Run, more: object = {}): JsonObject => ({
  ...{ contact_id: contactId, issue_date: dates().issue_date, external_reference: reference, line_items: [line] },
  ...more,
});
const invoice = (run: Run, more: object = {}) => document(run, { due_date: dates().due_date, ...more });
const idOf = (made: Promise<{ readonly providerId: string }>) => made.then(({ providerId }) => providerId);

const scenarios: readonly Scenario[] = [
  {
    recipe: 'invoice.create_and_deliver',
    input: async (run) => ({ invoice: invoice(run), deliver: 'none' }),
    holds: { invoices: ['posted'] },
  },
  {
    recipe: 'invoice.create_with_contact',
    async input(run) {
      const { contact_id: _, ...fields } = invoice(run);
      return { contact: { name: run.reference, email: `${run.reference}@example.com` }, invoice: fields };
    },
    holds: { contacts: ['there'], invoices: ['draft'] },
  },
  {
    recipe: 'invoice.record_payment',
    input: async (run) => {
      const invoice_id = await idOf(run.to.create('invoices', invoice(run, { status: 'AUTHORISED' })));
      return { invoice_id, account_code: '090', amount: 40, date: dates().issue_date };
    },
    holds: { invoices: ['posted'], payments: ['40'] },
  },
  {
    recipe: 'invoice.void_and_reissue',
    input: async (run) => {
      const invoice_id = await idOf(run.to.create('invoices', invoice(run, { status: 'AUTHORISED' })));
      return { invoice_id, changes: { due_date: dates().issue_date }, reason: 'wrong due date' };
    },
    holds: { invoices: ['cancelled', 'posted'] },
  },
  {
    recipe: 'quote.create_and_send',
    input: async (run) => ({ quote: document(run) }),
    holds: { quotes: ['quotation'] },
  },
  {
    recipe: 'quote.convert_to_invoice',
    input: async (run) => {
      const quote_id = await idOf(run.to.create('quotes', document(run, { status: 'SENT' })));
      return { quote_id, due_date: dates().due_date };
    },
    holds: { invoices: ['posted'], quotes: ['processing'] },
  },
  {
    recipe: 'purchase_order.create_and_deliver',
    input: async (run) => ({ purchase_order: document(run) }),
    holds: { orders: ['processing'] },
  },
];

/** All that bears the reference. */
async function heldOf(admin: TrytonClient, reference: string): Promise<Scenario['holds']> {
  const states = async (model: string) =>
    (await admin.find(model, [['reference', '=', reference]], ['state'])).map(({ state }) => String(state)).sort();
  const paid = await admin.find('account.move.line', [['invoice_payment.reference', '=', reference]], ['credit']);
  const all = {
    contacts: (await admin.find('party.party', [['name', '=', reference]])).map(() => 'there'),
    invoices: await states('account.invoice'),
    payments: paid.map(({ credit }) => String(Number(plainValue(credit ?? null)))),
    quotes: await states('sale.sale'),
    orders: await states('purchase.purchase'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, found]) => found.length > 0));
}

describeTryton('automations, while workers and the Tryton server are killed', () => {
  let tryton: TestTryton;
  let killed: KilledRuns;
  before(async () => {
    tryton = await startTryton();
    killed = await openKilledRuns(tryton);
  });
  after(async () => {
    await killed?.close();
    await tryton?.stop();
  });

  it(`${waves * runsAWave} runs leave one of each document`, async () => {
    const { core, caller, connections, done } = killed;
    const contactId = await idOf((connections[0] as Connected).create('contacts', { name: 'Customer of all' }));
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    for (let wave = 0; wave < waves; wave++) {
      const begun = [];
      for (let i = wave * runsAWave; i < (wave + 1) * runsAWave; i++) {
        const scenario = scenarios[i % scenarios.length] as Scenario;
        const to = connections[i % connections.length] as Connected;
        const reference = `run-${i}`;
        const input = await scenario.input({ to, contactId, reference });
        const body = { connection_id: to.connectionId, recipe: scenario.recipe, input };
        const asked = await core.automations.create(caller, { write: write(body) });
        if (asked.kind === 'queued') begun.push({ scenario, reference, id: asked.operation.id });
      }
      await killed.wave(waveMs);
      const faults: string[] = [];
      for (const { scenario, reference, id } of begun) {
        const { state, error, attempts } = await core.operations.find(caller, id);
        const is = JSON.stringify([state, await heldOf(admin, reference)]);
        if (is === JSON.stringify(['succeeded', scenario.holds])) continue;
        faults.push(`${reference} ${scenario.recipe}: ${is} ${error?.message} ${JSON.stringify(attempts)}`);
      }
      expect(faults, `wave ${wave}: ${done.slice(-6).join()}`).to.deep.equal([]);
      expect(begun).to.have.length(runsAWave);
    }
    expect(new Set(done).size).to.equal(6);
  }).timeout(2 * waves * waveMs);
});

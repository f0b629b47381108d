// What must hold of two plays of one history.
import { expect } from 'chai';
import type { JsonObject } from '../../core/domain/json.ts';
import { type Customer, eventsOf, operationsOf } from './customer.ts';
import type { PerfectPlay } from './perfect-play.ts';
import type { Change, Plan } from './plan.ts';
import { byInvoice, identitiesOf, revisionOf, type Told, tellingOf, toldTo } from './telling.ts';
import type { TroubledPlay } from './troubled-play.ts';

/** Told word for word what its readable revisions give rise to. */
export async function expectPerfect(plan: Plan, { customer, readable }: PerfectPlay): Promise<readonly Told[]> {
  const told = await toldTo(customer);
  expect(byInvoice(told)).to.deep.equal(byInvoice(tellingOf(customer, plan.old, readable)));
  await expectWhole(customer);
  return told;
}

/** Every revision was read by both: the same identities, and of each invoice the same words in the same order. */
export async function expectTheSame(plan: Plan, perfect: PerfectPlay, troubled: TroubledPlay): Promise<void> {
  const told = await expectPerfect(plan, perfect);
  const other = await toldTo(troubled.customer);
  expect(identitiesOf(other)).to.deep.equal(identitiesOf(told));
  expect(byInvoice(other)).to.deep.equal(byInvoice(told));
  await expectWhole(troubled.customer);
  await expectAccounts(troubled);
}

/**
 * Some revisions nobody read in time. Of those that were told each was told to the other customer too, in the same
 * order; each that stood when everything was read is among them, the last of each invoice above all; and they are told
 * word for word as the history without the unread ones is, so that `invoice.paid` comes once for each time that an
 * invoice is paid in it.
 */
export async function expectTheReadable(plan: Plan, perfect: PerfectPlay, troubled: TroubledPlay): Promise<void> {
  const told = await expectPerfect(plan, perfect);
  const { customer, settled } = troubled;
  const other = await toldTo(customer);
  const updated = (all: readonly Told[]) => identitiesOf(all).filter((name) => name.includes('invoice.updated'));
  expect(updated(told)).to.include.members([...updated(other)]);
  const said = new Set(other.map(({ invoiceId, revision }) => `${invoiceId} ${revision}`));
  const isSaid = (change: Change) => said.has(revisionOf(customer, change));
  expect(settled.filter((change) => !isSaid(change)).map((change) => revisionOf(customer, change))).to.deep.equal([]);
  const history = plan.rounds.flatMap(({ changes }) => changes);
  expect(byInvoice(other)).to.deep.equal(byInvoice(tellingOf(customer, plan.old, history.filter(isSaid))));
  await expectWhole(customer);
  await expectAccounts(troubled);
}

/** Nothing twice, no place left out, time never backwards, and every event at the receiver in the same bytes. */
async function expectWhole(customer: Customer): Promise<void> {
  let count = 0;
  for (const { id } of customer.connections) {
    const events = await eventsOf(customer, id);
    count += events.length;
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, i) => i + 1));
    expect(new Set(events.map(({ identity }) => identity)).size).to.equal(events.length);
    const stamps = new Map<string, number>();
    for (const { id: eventId, data } of events) {
      const taken = customer.received.filter((sent) => sent.id === eventId);
      expect(
        taken.some(({ isTaken }) => isTaken),
        `${eventId} arrived`,
      ).to.equal(true);
      expect(new Set(taken.map(({ body }) => body)).size).to.equal(1);
      const invoice = data['invoice'] as JsonObject | undefined;
      const stamp = Number.parseInt(String(invoice?.['provider_revision'] ?? '0'), 10);
      const invoiceId = String(invoice?.['provider_id']);
      expect(stamp, 'time runs backwards').to.be.at.least(stamps.get(invoiceId) ?? 0);
      stamps.set(invoiceId, stamp);
    }
  }
  const deliveries = await operationsOf(customer, 'webhook.deliver');
  expect(deliveries.map(({ state }) => state)).to.deep.equal(Array(count).fill('succeeded'));
}

/** What operations say of themselves: each notification worked on once, what was read not read again, what was told. */
async function expectAccounts({ customer, heard }: TroubledPlay): Promise<void> {
  expect(customer.books.repeated).to.deep.equal([]);
  const reads = await operationsOf(customer, 'notification.process');
  const notified = reads.filter(({ input }) => 'tenant_id' in input);
  expect(notified).to.have.length(heard);
  const told = new Map<string, { id: string; type: string; invoice: string }[]>();
  for (const connection of customer.connections) {
    for (const { id, type, operationId, data } of await eventsOf(customer, connection.id)) {
      const invoice = String((data['invoice'] as JsonObject | undefined)?.['provider_id'] ?? '');
      told.set(operationId ?? '', [...(told.get(operationId ?? '') ?? []), { id, type, invoice }]);
    }
  }
  for (const { id, state, result } of reads) {
    const { events = [] } = (result ?? {}) as { events?: readonly { event_id: string }[] };
    expect(events.map(({ event_id }) => event_id)).to.deep.equal((told.get(id) ?? []).map((event) => event.id));
    if (state !== 'succeeded') expect(told.get(id) ?? []).to.deep.equal([]);
  }
  const walks = [
    ...(await operationsOf(customer, 'connection.reconcile')),
    ...(await operationsOf(customer, 'connection.sync')),
  ];
  for (const { id, result } of walks) {
    const news = told.get(id) ?? [];
    const { invoices } = (result ?? {}) as { invoices?: { announced: number } };
    const invoicesTold = new Set(news.flatMap(({ invoice }) => invoice || [])).size;
    if (invoices) expect(invoicesTold, 'a walk counts what it tells').to.be.at.most(invoices.announced);
    if (invoices && invoices.announced > 0) {
      expect(news.filter(({ type }) => type === 'sync.completed')).to.have.length(1);
    }
  }
}

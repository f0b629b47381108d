// Automations that lose their workers, or their connection.
import { expect } from 'chai';
import { authorised, line } from '../resources/testing/books.ts';
import { refusalOf } from '../testing/refusal.ts';
import { type Automations, type Bench, openAutomations } from './testing/automations.ts';

const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

describe('automations', () => {
  let automations: Automations;
  let bench: Bench;
  before(async () => {
    automations = await openAutomations();
  });
  beforeEach(async () => {
    bench = await automations.bench();
  });
  after(() => automations.service.close());

  const contact = async (fields: object = {}) =>
    (await bench.books.create('contacts', { name: 'Harbour Coffee Ltd', ...fields })).providerId;

  it('end as dead letter, and say so, when they kill their workers', async () => {
    const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
    automations.hands.begin();
    for (let number = 1; number <= 20; number++) automations.hands.mishaps.set(number, 'crash before');
    const { id } = await bench.start('invoice.create_and_deliver', { invoice, deliver: 'none' });
    const dead = await bench.ended(id);
    expect([dead.state, dead.error?.reason, dead.result]).to.deep.equal([
      'dead_letter',
      'worker_lost',
      { applied: [] },
    ]);
    expect((await bench.events()).at(-1)).to.deep.include({ type: 'automation.failed', operationId: id });
    automations.hands.mishaps.clear();
    const operation = await bench.replay(id);
    expect(operation.state).to.equal('succeeded');
    expect(await bench.documents('Invoices')).to.have.length(1);
    const told = (await bench.events()).map(({ type }) => type).filter((type) => type.startsWith('automation'));
    expect(told).to.deep.equal(['automation.failed', 'automation.succeeded']);
  });

  it('tell of every run that fails, and of each once', async () => {
    const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
    automations.hands.begin();
    for (const number of [1, 2]) automations.hands.mishaps.set(number, 'refused');
    const { id } = await bench.start('invoice.create_and_deliver', { invoice, deliver: 'none' });
    expect((await bench.ended(id)).state).to.equal('failed');
    expect((await bench.replay(id)).state).to.equal('failed');
    expect((await bench.replay(id)).state).to.equal('succeeded');
    const told = (await bench.events()).map(({ type }) => type).filter((type) => type.startsWith('automation'));
    expect(told).to.deep.equal(['automation.failed', 'automation.failed', 'automation.succeeded']);
  });

  it('wait for their share of the budget, which costs them no attempt', async () => {
    const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
    automations.hands.begin();
    automations.hands.afterwards.set(1, async () => {
      automations.hands.isSpent = true;
    });
    const { worker, operations } = automations.service.core;
    const { id } = await bench.start('invoice.create_and_deliver', { invoice, deliver: 'none' });
    for (const leased of await worker.claim(10)) await worker.run(leased, new AbortController().signal);
    const waiting = await operations.find(bench.caller, id);
    expect([waiting.state, waiting.attemptCount, waiting.attempts[0]?.outcome]).to.deep.equal([
      'queued',
      0,
      'postponed',
    ]);
    automations.hands.isSpent = false;
    expect((await bench.ended(id)).state).to.equal('succeeded');
    expect(await bench.documents('Invoices')).to.have.length(1);
  });

  it('wait while their connection is being disconnected, and go on where it stays', async () => {
    const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
    const { worker, operations } = automations.service.core;
    const { connections } = automations.service.ports.storage;
    const { id } = await bench.start('invoice.create_and_deliver', { invoice, deliver: 'none' });
    const { connection } = bench.books;
    expect(await connections.update({ ...connection, status: 'disconnecting' }, 'active')).to.equal(true);
    for (const leased of await worker.claim(10)) await worker.run(leased, new AbortController().signal);
    expect((await operations.find(bench.caller, id)).state).to.equal('retrying');
    expect(await connections.update(connection, 'disconnecting')).to.equal(true);
    expect((await bench.ended(id)).state).to.equal('succeeded');
  });

  it('end when their connection is gone', async () => {
    const { providerId } = await authorised(bench.books);
    const { id } = await bench.start('invoice.record_payment', {
      invoice_id: providerId,
      amount: 1,
      account_code: '090',
    });
    await automations.service.core.connections.disconnect(bench.caller, bench.books.connection.id);
    expect((await bench.ended(id)).state).to.equal('cancelled');
    const late = bench.start('invoice.record_payment', { invoice_id: providerId, amount: 1, account_code: '090' });
    expect((await refusalOf(late)).details.reason).to.equal('connection_not_active');
  });
});

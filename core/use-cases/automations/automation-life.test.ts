// Automations that lose their workers, or their connection.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { authorised, line } from '../resources/testing/books.ts';
import { refusalOf } from '../testing/refusal.ts';
import { type Mishap, openAutomations } from './testing/automations.ts';

const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

describe('automations', () => {
  const automations = openedOnce(() => openAutomations());
  const bench = openedEach(() => automations.bench());

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

  /** An automation counts once when it succeeds, however many runs, attempts and workers that took. */
  describe('what they count', () => {
    const used = async (): Promise<Readonly<Record<string, number>>> => {
      const to = automations.service.ports.clock.now().toISOString().slice(0, 10);
      const { items } = await automations.service.core.usage.read(bench.caller, { group_by: 'meter', to });
      return Object.fromEntries(items.map(({ meter, quantity }) => [meter, quantity]));
    };
    const begun = async (mishaps: Readonly<Record<number, Mishap>>) => {
      const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
      automations.hands.begin();
      for (const [number, mishap] of Object.entries(mishaps)) automations.hands.mishaps.set(Number(number), mishap);
      return bench.start('invoice.create_and_deliver', { invoice, deliver: 'email' }, 'k');
    };

    it('one when it succeeded, its writes and reads none', async () => {
      const { id } = await begun({});
      expect((await used())['automation_run']).to.equal(undefined);
      expect((await bench.ended(id)).state).to.equal('succeeded');
      const { automation_run, write, read_live, provider_calls } = await used();
      expect({ automation_run, write, read_live }).to.deep.equal({ automation_run: 1, write: 1, read_live: undefined });
      expect(provider_calls).to.be.greaterThan(3);
    });

    it('one when workers were lost and answers too', async () => {
      const { id } = await begun({ 1: 'crash after', 2: 'lost after', 3: 'crash before', 4: 'lost before' });
      expect((await bench.ended(id)).state).to.equal('succeeded');
      expect((await used())['automation_run']).to.equal(1);
    });

    it('nothing when it fails, though some of it stands; one when its replay succeeds', async () => {
      const { id } = await begun({ 2: 'refused' });
      const failed = await bench.ended(id);
      expect([failed.state, (failed.result as { applied: unknown[] }).applied]).to.have.nested.property(
        '[1].length',
        1,
      );
      expect([failed.state, (await used())['automation_run']]).to.deep.equal(['failed', undefined]);
      expect((await bench.replay(id)).state).to.equal('succeeded');
      expect((await used())['automation_run']).to.equal(1);
    });

    it('nothing when it is only planned, or cancelled', async () => {
      const invoice = await authorised(bench.books);
      await bench.plan('invoice.void_and_reissue', {
        invoice_id: invoice.providerId,
        reason: 'wrong',
        changes: { external_reference: 'x' },
      });
      const { id } = await begun({});
      const write = { key: 'c', body: { reason: 'no' } };
      await automations.service.core.operations.cancel(bench.caller, { operationId: id, write });
      const { automation_run, read_live } = await used();
      expect([automation_run, read_live]).to.deep.equal([undefined, undefined]);
    });
  });
});

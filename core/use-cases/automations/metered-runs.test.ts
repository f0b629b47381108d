// An automation counts once when it succeeds, however many runs, attempts and workers that took.
import { expect } from 'chai';
import { authorised, line } from '../resources/testing/books.ts';
import { type Automations, type Bench, type Mishap, openAutomations } from './testing/automations.ts';

describe('what an automation counts', () => {
  let automations: Automations;
  let bench: Bench;
  before(async () => {
    automations = await openAutomations();
  });
  beforeEach(async () => {
    bench = await automations.bench();
  });
  after(() => automations.service.close());

  const used = async (): Promise<Readonly<Record<string, number>>> => {
    const to = automations.service.ports.clock.now().toISOString().slice(0, 10);
    const { items } = await automations.service.core.usage.read(bench.caller, { group_by: 'meter', to });
    return Object.fromEntries(items.map(({ meter, quantity }) => [meter, quantity]));
  };
  const begun = async (mishaps: Readonly<Record<number, Mishap>>) => {
    const { providerId } = await bench.books.create('contacts', { name: 'Harbour Coffee Ltd' });
    automations.hands.begin();
    for (const [number, mishap] of Object.entries(mishaps)) automations.hands.mishaps.set(Number(number), mishap);
    const dates = { issue_date: '2030-01-01', due_date: '2030-01-31' };
    const invoice = { contact_id: providerId, ...dates, line_items: [line] };
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
    expect([failed.state, (failed.result as { applied: unknown[] }).applied]).to.have.nested.property('[1].length', 1);
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
    const write = { key: 'c', method: 'POST', path: '/', body: { reason: 'no' } };
    await automations.service.core.operations.cancel(bench.caller, { operationId: id, write });
    const { automation_run, read_live } = await used();
    expect([automation_run, read_live]).to.deep.equal([undefined, undefined]);
  });
});

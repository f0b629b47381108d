import { expect } from 'chai';
import type { Caller } from '../../domain/caller.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import {
  advance,
  connect,
  drain,
  type Engine,
  eventsOf,
  invoice,
  invoiceId,
  notify,
  openEngine,
  paid,
  unpaid,
} from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';

describe('reading events', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
    await connect(engine);
    for (const [i, state] of [unpaid, paid].entries()) {
      engine.hands.invoices.set(invoiceId, invoice(state, `2026-03-01T10:00:0${i}.000Z`));
      await notify(engine, i + 1, [invoiceId]);
      await drain(engine);
      advance(engine, 60);
    }
  });
  afterEach(() => engine.close());

  const list = async (query: Record<string, string>, caller: Caller = engine.caller) =>
    (await engine.core.events.list(caller, query)).items;

  it('lists what was announced, without any endpoint, newest first and by pages', async () => {
    const events = await eventsOf(engine);
    const types = events.map(({ type }) => type);
    expect(types).to.include.members(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    const listing = await engine.core.events.list(engine.caller, { limit: '2' });
    expect(listing).to.deep.include({ total: events.length, hasMore: true, request: { limit: 2, page: 1 } });
    expect((await list({})).map(({ sequence }) => sequence)).to.have.members(events.map(({ sequence }) => sequence));
    for (const event of events) expect(await engine.core.events.find(engine.caller, event.id)).to.deep.equal(event);
  });

  it('filters by type, connection and time', async () => {
    const [event] = await list({ type: 'invoice.paid' });
    expect(event?.type).to.equal('invoice.paid');
    expect(await list({ type: 'sync.completed' })).to.deep.equal([]);
    expect(await list({ connection_id: event?.connectionId ?? '' })).to.deep.equal(await list({}));
    expect(await list({ connection_id: engine.ports.ids.next('conn') })).to.deep.equal([]);
    const between = new Date(engine.hands.now.getTime() - 90_000).toISOString();
    const [early, late] = [await list({ created_before: between }), await list({ created_after: between })];
    expect(early.every(({ data }) => JSON.stringify(data).includes('AUTHORISED'))).to.equal(true);
    expect(late.some(({ type }) => type === 'invoice.paid')).to.equal(true);
    expect([...late, ...early]).to.have.deep.members(await list({}));
  });

  for (const query of [{ type: 'x' }, { connection_id: 'x' }, { created_after: 'now' }, { state: 'queued' }]) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      expect((await refusalOf(list(query))).code).to.equal('BAD_REQUEST');
    });
  }

  it('is closed to other organizations and the other environment', async () => {
    const [event] = await list({});
    const foreigners: Caller[] = [
      { ...engine.caller, organizationId: 'org_00000000000000000000000000' as OrganizationId },
      { ...engine.caller, environment: 'live' },
    ];
    for (const foreign of foreigners) {
      expect(await list({}, foreign)).to.deep.equal([]);
      expect(await list({ connection_id: event?.connectionId ?? '' }, foreign)).to.deep.equal([]);
      expect((await refusalOf(engine.core.events.find(foreign, event?.id ?? ''))).code).to.equal('NOT_FOUND');
    }
    for (const id of ['', 'x', engine.ports.ids.next('evt')]) {
      expect((await refusalOf(engine.core.events.find(engine.caller, id))).code).to.equal('NOT_FOUND');
    }
  });
});

import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import { invoice, invoiceId, openEngine, paid, unpaid } from '../testing/engine.ts';

describe('reading events', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    await engine.connect();
    for (const [i, state] of [unpaid, paid].entries()) {
      engine.hands.invoices.set(invoiceId, invoice(state, `2026-03-01T10:00:0${i}.000Z`));
      await engine.notify(i + 1, [invoiceId]);
      await engine.drain();
      engine.advance(60);
    }
  });

  const list = async (query: Record<string, string>, caller: Caller = engine.caller) =>
    (await engine.core.events.list(caller, query)).items;

  it('filters by type, connection, customer and time', async () => {
    const [event] = await list({ type: 'invoice.paid' });
    expect(event?.type).to.equal('invoice.paid');
    expect(await list({ type: 'sync.completed' })).to.deep.equal([]);
    expect(await list({ connection_id: event?.connectionId ?? '' })).to.deep.equal(await list({}));
    expect(await list({ connection_id: engine.ports.ids.next('conn') })).to.deep.equal([]);
    const { externalAccountId = '' } = (await engine.core.connections.list(engine.caller, {})).items[0] ?? {};
    expect(await list({ external_account_id: externalAccountId })).to.deep.equal(await list({}));
    expect(await list({ external_account_id: `${externalAccountId}x` })).to.deep.equal([]);
    const between = new Date(engine.hands.now.getTime() - 90_000).toISOString();
    const [early, late] = [await list({ created_before: between }), await list({ created_after: between })];
    expect(early.every(({ data }) => JSON.stringify(data).includes('AUTHORISED'))).to.equal(true);
    expect(late.some(({ type }) => type === 'invoice.paid')).to.equal(true);
    expect([...late, ...early]).to.have.deep.members(await list({}));
  });
});

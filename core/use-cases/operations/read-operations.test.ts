import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import { advance, claimOne, connect, invoiceId, notify, openEngine } from '../testing/engine.ts';

describe('reading operations', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    await connect(engine);
    await notify(engine, 1, [invoiceId]);
    advance(engine, 60);
    await notify(engine, 2, [invoiceId]);
  });

  const list = async (query: Record<string, string>, caller: Caller = engine.caller) =>
    (await engine.core.operations.list(caller, query)).items;

  it('filters by state, type, connection and time', async () => {
    const { operation } = await claimOne(engine);
    expect((await list({ state: 'running' })).map(({ id }) => id)).to.deep.equal([operation.id]);
    expect(await list({ state: 'queued' })).to.have.length(1);
    expect(await list({ type: 'notification.process' })).to.have.length(2);
    expect(await list({ type: 'webhook.deliver' })).to.deep.equal([]);
    expect(await list({ exclude_type: 'webhook.deliver' })).to.have.length(2);
    expect(await list({ connection_id: operation.connectionId ?? '' })).to.have.length(2);
    expect(await list({ connection_id: engine.ports.ids.next('conn') })).to.deep.equal([]);
    const between = new Date(engine.hands.now.getTime() - 30_000).toISOString();
    expect((await list({ created_before: between })).map(({ id }) => id)).to.deep.equal([operation.id]);
    expect(await list({ created_after: between })).to.have.length(1);
    expect(await list({ created_after: between, created_before: between })).to.deep.equal([]);
  });
});

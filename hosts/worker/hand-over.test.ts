// SIGTERM during a provider call that hangs: another worker takes the operation at once, and nothing happens twice.
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { at, connected, invoiceBody, subscribe, textAt } from '../../tests/walk/client.ts';
import { type Fleet, startFleet } from '../../tests/walk/fleet.ts';
import { type Receiver, startReceiver } from '../../tests/walk/receiver.ts';
import { describePostgres } from '../../tools/test-setup.ts';

describePostgres('a worker that is told to stop', () => {
  let fleet: Fleet;
  let receiver: Receiver;

  before(async () => {
    // A first sync of all families is not of this test.
    fleet = await startFleet({ each: 1, settings: { LEDGER_CAPABILITIES: 'none' } });
    receiver = await startReceiver();
  });
  after(async () => {
    await fleet?.stop();
    await receiver?.close();
  });

  it('hands back what hangs at the provider; another worker takes it at once, and nothing happens twice', async () => {
    const [tenantId = ''] = await fleet.sandbox.tenants();
    const connectionId = await connected(fleet.first, fleet.sandbox, {
      externalAccountId: 'customer-1',
      tenantIds: [tenantId],
    });
    await subscribe(fleet.first, receiver, ['invoice.updated']);
    const records = `/v1/connections/${connectionId}`;
    const contact = await fleet.first.expecting(201, 'POST', `${records}/contacts`, { name: 'Handed over' });
    const unfinished = `select id from operations where state in ('queued', 'running', 'retrying') and type <> 'retention.purge'`;
    await until('an empty queue', async () => (await fleet.query(unfinished)).length === 0);
    await Promise.all(fleet.workers.splice(0).map((worker) => worker.kill('SIGKILL')));

    // Paused until the operation's read is sure to hang.
    await fleet.sandbox.control('POST', 'notifications', { paused: true });
    const body = invoiceBody(textAt(contact, 'data.item.id'), 'handed over');
    const invoice = await fleet.first.expecting(201, 'POST', `${records}/invoices`, body);
    const providerId = textAt(invoice, 'data.item.provider_id');
    await fleet.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: `/api.xro/2.0/Invoices/${providerId}` },
      action: { hang_ms: 20_000 },
      times: 1,
    });
    const first = fleet.startWorker({ WORKER_DRAIN_SECONDS: '1', WORKER_PORT: '0' });
    await fleet.sandbox.control('POST', 'notifications', { paused: false });
    const mine = `select state, attempts, lease_token from operations where type = 'notification.process' and input like $1`;
    const its = async () => (await fleet.query(mine, [`%${providerId}%`]))[0];
    await until('a worker that reads the invoice', async () => (await its())?.['state'] === 'running');

    const toldAt = Date.now();
    await first.kill('SIGTERM');
    expect(await first.exitCode(), first.output()).to.equal(0);
    expect(Date.now() - toldAt).to.be.below(10_000);
    const waiting = await its();
    expect(waiting?.['state']).to.equal('retrying');
    expect(JSON.stringify(waiting?.['attempts'])).to.contain('postponed').and.to.contain('worker_stopped');

    fleet.startWorker({ WORKER_PORT: '0' });
    await receiver.waitFor('invoice.updated', 10_000);
    await until('an empty queue', async () => (await fleet.query(unfinished)).length === 0);
    // Long before the first worker's lease would have ended.
    expect(Date.now() - toldAt).to.be.below(20_000);
    const events = receiver.received.filter((event) => at(event, 'data.invoice.provider_id') === providerId);
    expect(events.map(({ type }) => type)).to.deep.equal(['invoice.updated']);
    expect((await its())?.['state']).to.equal('succeeded');
  });
});

// The walk as operators run it, and what must hold when processes die and answers are lost.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describePostgres } from '../../tools/test-setup.ts';
import { at, type Body, invoiceBody, subscribe, textAt, walkThrough } from './client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { until } from './until.ts';

describePostgres('the walk, many processes on PostgreSQL', () => {
  let fleet: Fleet;
  let receiver: Receiver;
  let made: Awaited<ReturnType<typeof walkThrough>>;

  before(async () => {
    fleet = await startFleet();
    receiver = await startReceiver();
  });

  after(async () => {
    await fleet?.stop();
    await receiver?.close();
  });

  const invoicesWith = async (reference: string): Promise<readonly Body[]> =>
    (await fleet.sandbox.documents(made.tenantId, 'Invoices')).filter((invoice) => invoice['Reference'] === reference);

  it('leads from nothing to a verified webhook', async () => {
    made = await walkThrough(fleet.first, fleet.second, fleet.sandbox, receiver);
  });

  it('makes one invoice of twenty identical creates at once', async () => {
    const key = randomUUID();
    const path = `/v1/connections/${made.connectionId}/invoices`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? fleet.first : fleet.second).call('POST', path, invoiceBody(made.contactId, 'twenty'), {
          'idempotency-key': key,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => at(body, 'data.item.id'))).size).to.equal(1);
    const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'false');
    expect(fresh).to.have.length(1);
    expect(await invoicesWith('twenty')).to.have.length(1);
  });

  it('makes one invoice when the provider answer is lost', async () => {
    await fleet.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices*' },
      action: { drop: 'after' },
      times: 1,
    });
    const key = { 'idempotency-key': randomUUID() };
    const path = `/v1/connections/${made.connectionId}/invoices`;
    const lost = await fleet.first.call('POST', path, invoiceBody(made.contactId, 'lost'), key);
    expect(lost.status).to.be.within(502, 504);
    expect(lost.body).to.include({ success: false, outcome: 'unknown', retryable: true });
    const again = await fleet.second.call('POST', path, invoiceBody(made.contactId, 'lost'), key);
    expect(again.status).to.equal(201);
    const once = await invoicesWith('lost');
    expect(once).to.have.length(1);
    expect(at(again.body, 'data.item.provider_id')).to.equal(once[0]?.['InvoiceID']);
    const replay = await fleet.first.call('POST', path, invoiceBody(made.contactId, 'lost'), key);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).to.deep.equal([201, 'true']);
  });

  it('delivers once when a worker is killed between the provider read and the delivery', async () => {
    await subscribe(fleet.first, receiver, ['invoice.updated']);
    // Held back until its read is sure to hang.
    await fleet.sandbox.control('POST', 'notifications', { paused: true });
    const body = invoiceBody(made.contactId, 'killed');
    const invoice = await fleet.first.expecting(201, 'POST', `/v1/connections/${made.connectionId}/invoices`, body);
    await fleet.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: `/api.xro/2.0/Invoices/${textAt(invoice, 'data.item.provider_id')}` },
      action: { hang_ms: 5_000 },
      times: 1,
    });
    await fleet.sandbox.control('POST', 'notifications', { paused: false });
    const announced = () =>
      receiver.received.filter((e) => at(e, 'data.invoice.id') === textAt(invoice, 'data.item.id'));
    const reading = `select id from operations where type = 'notification.process' and state = 'running' and input like $1`;
    const its = [`%${textAt(invoice, 'data.item.provider_id')}%`];
    await until('a worker that reads the invoice', async () => (await fleet.query(reading, its)).length > 0);
    await Promise.all(fleet.workers.splice(0).map((worker) => worker.kill('SIGKILL')));
    expect(announced()).to.deep.equal([]);
    // Its clock is a minute ahead, so the dead worker's lease has run out for it.
    fleet.startWorker({ TEST_CLOCK_OFFSET_SECONDS: '60', TEST_CLOCK_TOLERANCE_SECONDS: '120' });
    await until('the event', () => announced().length > 0);
    const unfinished = `select id from operations where state in ('queued', 'running', 'retrying') and type <> 'retention.purge'`;
    await until('an empty queue', async () => (await fleet.query(unfinished)).length === 0);
    expect(announced().map(({ type }) => type)).to.deep.equal(['invoice.updated']);
    const attempts = await fleet.query(`select attempts from operations where type = 'notification.process'`);
    expect(JSON.stringify(attempts)).to.contain('lost');
  });
});

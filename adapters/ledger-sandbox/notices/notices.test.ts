import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  clientId,
  clientSecret,
  type Drive,
  driveSandbox,
  items,
  type Loose,
  redirectUri,
} from '../drive-sandbox.test.ts';

const webhookKey = 'cmlnaHQga2V5IGZvciB0ZXN0cw==';

interface Received {
  readonly body: string;
  readonly isSigned: boolean;
  readonly status: number;
}

const signature = (body: string) => createHmac('sha256', webhookKey).update(body).digest('base64');

/** A receiver that verifies signatures; `status` answers rightly signed bodies. */
async function listen(): Promise<{ server: Server; url: string; received: Received[]; behave: { status: number } }> {
  const received: Received[] = [];
  const behave = { status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const isSigned = request.headers['x-ledger-signature'] === signature(body);
      const status = isSigned ? behave.status : 401;
      received.push({ body, isSigned, status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/hook`, received, behave };
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('it did not happen within 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('sandbox notifications', () => {
  let drive: Drive;
  let receiver: Awaited<ReturnType<typeof listen>>;

  beforeEach(async () => {
    receiver = await listen();
    drive = await driveSandbox();
    const app = { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] };
    await drive.control('POST', 'apps', { ...app, webhook_url: receiver.url, webhook_key: webhookKey });
    drive.ledger.start();
  });
  afterEach(() => {
    drive.close();
    receiver.server.closeAllConnections();
    receiver.server.close();
  });

  const parsed = (): readonly Loose[] => receiver.received.map(({ body }) => JSON.parse(body) as Loose);
  const events = (): readonly Loose[] => parsed().flatMap((batch) => items(batch['events']));
  const firsts = (): readonly unknown[] => parsed().map((batch) => batch['firstEventSequence']);
  const touch = (name: string) => drive.api('PUT', 'Contacts', { Name: name });
  const touchApart = async (name: string, count: number) => {
    await touch(name);
    await until(() => receiver.received.length === count);
  };

  it('announces contacts, invoices, credit notes and payments, a payment as a change of its invoice too, and nothing else', async () => {
    const LineItems = [{ Description: 'Hire', Quantity: 1, UnitAmount: 100, AccountCode: '200' }];
    const Contact = { Name: 'Fresh Ltd' };
    const invoice = { Type: 'ACCREC', Status: 'AUTHORISED', DueDate: '2027-01-01', Contact, LineItems };
    const made = await drive.first('PUT', 'Invoices', invoice);
    await drive.first('PUT', 'CreditNotes', { Type: 'ACCRECCREDIT', Contact, LineItems });
    await drive.api('PUT', 'Quotes', { Contact, Date: '2026-11-01', LineItems });
    const paid = await drive.control('POST', 'payments', { tenant_id: drive.tenantId, invoice_id: made['InvoiceID'] });
    const paymentId = String(paid.json['payment_id']);
    await drive.api('POST', `Payments/${paymentId}`, { Status: 'DELETED' });
    await until(() => events().length >= 7);
    expect(events().map((event) => [event['eventCategory'], event['eventType']])).to.deep.equal([
      ['CONTACT', 'CREATE'],
      ['INVOICE', 'CREATE'],
      ['CREDITNOTE', 'CREATE'],
      ['INVOICE', 'UPDATE'],
      ['PAYMENT', 'CREATE'],
      ['INVOICE', 'UPDATE'],
      ['PAYMENT', 'UPDATE'],
    ]);
    const deleted = events().at(-1) ?? {};
    expect([deleted['resourceId'], deleted['resourceUrl']]).to.deep.equal([
      paymentId,
      `http://ledger.test/api.xro/2.0/Payments/${paymentId}`,
    ]);
    const { UpdatedDateUTCString, ...data } = deleted['data'] as Loose;
    expect(data).to.deep.equal({ Type: 'ACCRECPAYMENT', Status: 'DELETED' });
    expect(UpdatedDateUTCString).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
    const last = events().at(-2) ?? {};
    expect('data' in last).to.equal(false);
    expect([last['tenantId'], last['resourceId']]).to.deep.equal([drive.tenantId, made['InvoiceID']]);
    expect(last['resourceUrl']).to.equal(`http://ledger.test/api.xro/2.0/Invoices/${made['InvoiceID']}`);
    expect(last['eventDateUtc']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
    expect(receiver.received.every(({ isSigned }) => isSigned)).to.equal(true);
    const batches = parsed();
    expect([batches[0]?.['firstEventSequence'], batches.at(-1)?.['lastEventSequence']]).to.deep.equal([1, 7]);
  });

  it('holds while paused and then sends one batch that mixes tenants in one sequence', async () => {
    const tenants = items((await drive.control('GET', 'organisations')).json['organisations']);
    const other = String(tenants.find((tenant) => String(tenant['name']) === 'Miro Joinery Ltd')?.['tenant_id']);
    await drive.connect([other]);
    await drive.control('POST', 'notifications', { paused: true });
    await touch('One Ltd');
    await drive.api('PUT', 'Contacts', { Name: 'Two Ltd' }, { 'ledger-tenant-id': other });
    expect(receiver.received).to.have.length(0);
    await drive.control('POST', 'notifications', { paused: false });
    await until(() => receiver.received.length === 1);
    expect(events().map((event) => event['tenantId'])).to.deep.equal([drive.tenantId, other]);
    expect(parsed()[0]).to.include({ firstEventSequence: 1, lastEventSequence: 2 });
  });

  it('sends a batch again byte for byte, leaves gaps and changes the order', async () => {
    await touchApart('A Ltd', 1);
    await drive.control('POST', 'notifications', { redeliver: 1 });
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]?.body).to.equal(receiver.received[0]?.body);
    await drive.control('POST', 'notifications', { skip: 1 });
    await touch('B Ltd');
    await touchApart('C Ltd', 3);
    expect(firsts()).to.deep.equal([1, 1, 3]);
    await drive.control('POST', 'notifications', { reorder: 2 });
    await touch('D Ltd');
    await touchApart('E Ltd', 5);
    expect(firsts().slice(3)).to.deep.equal([5, 4]);
    await drive.control('POST', 'notifications', { reorder: 9 });
    await touchApart('F Ltd', 6);
  });

  it('goes on counting when the app is registered anew or the books are reset', async () => {
    await touchApart('A Ltd', 1);
    await drive.control('POST', 'apps', { client_id: clientId, webhook_key: webhookKey });
    await touchApart('B Ltd', 2);
    await drive.control('DELETE', 'state');
    const tokens = await drive.connect([drive.tenantId]);
    await drive.api('PUT', 'Contacts', { Name: 'C Ltd' }, { authorization: `Bearer ${tokens['access_token']}` });
    await until(() => receiver.received.length === 3);
    expect(firsts()).to.deep.equal([1, 2, 3]);
  });

  it('tries again after a failure, with the same bytes', async () => {
    receiver.behave.status = 500;
    await touchApart('Retry Ltd', 1);
    receiver.behave.status = 200;
    await drive.control('POST', 'clock', { advance_seconds: 2 });
    await until(() => receiver.received.length === 2);
    expect(receiver.received.map(({ status }) => status)).to.deep.equal([500, 200]);
    expect(receiver.received[0]?.body).to.equal(receiver.received[1]?.body);
  });

  it('is silent when suppressed and for a tenant that is no longer connected', async () => {
    await drive.control('POST', 'quirks', { suppress_notifications: true });
    await touch('Silent Ltd');
    await drive.control('POST', 'quirks', { suppress_notifications: false });
    await touchApart('Loud Ltd', 1);
    expect(firsts()).to.deep.equal([1]);
    expect(events()).to.have.length(1);
    await drive.control('POST', 'revoke', { tenant_id: drive.tenantId });
    await drive.control('POST', 'payments', { tenant_id: drive.tenantId, invoice_number: 'INV-0002' });
    await drive.connect([drive.tenantId]).then(async (tokens) => {
      await drive.api('PUT', 'Contacts', { Name: 'Back Ltd' }, { authorization: `Bearer ${tokens['access_token']}` });
    });
    await until(() => receiver.received.length === 2);
    expect(firsts()).to.deep.equal([1, 2]);
  });

  it('checks the intent to receive with wrong and right signatures', async () => {
    const check = async () => (await drive.control('POST', 'intent-to-receive', { client_id: clientId })).json;
    const good = await check();
    expect(good['ok']).to.equal(true);
    expect(items(good['attempts']).map((attempt) => [attempt['signature'], attempt['status']])).to.deep.equal([
      ['wrong', 401],
      ['wrong', 401],
      ['wrong', 401],
      ['right', 200],
    ]);
    expect(parsed()[0]).to.include({ firstEventSequence: 0, lastEventSequence: 0 });
    receiver.behave.status = 204;
    expect((await check())['ok']).to.equal(false);
  });
});

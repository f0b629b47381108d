import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import got from 'got';
import nock from 'nock';
import { createRecordedLedger, type RecordedLedger } from './recorded-ledger.ts';
import { pdfExchange, readExchange, tapeOf } from './testing/sample-tape.ts';

const headers = { accept: 'application/json', authorization: 'Bearer t', 'ledger-tenant-id': 'tenant-1' };
const ask = (ledger: RecordedLedger, path: string, accept = headers.accept) =>
  got(ledger.url + path, {
    headers: { ...headers, accept },
    responseType: 'buffer',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });

describe('a recorded ledger', () => {
  let ledger: RecordedLedger;
  const install = (...exchanges: (typeof readExchange)[]) => {
    ledger = createRecordedLedger(tapeOf(...exchanges));
    ledger.install();
  };
  afterEach(() => {
    ledger.uninstall();
    expect(nock.isActive()).to.equal(false);
    expect(nock.activeMocks()).to.eql([]);
  });

  it('answers from the tape: status, headers, text and bytes', async () => {
    install(readExchange, pdfExchange);
    const gone = await ask(ledger, '/api.xro/2.0/Contacts/7');
    expect([gone.statusCode, Buffer.from(gone.body).toString()]).to.eql([404, 'gone']);
    const pdf = await ask(ledger, '/api.xro/2.0/Invoices/7', 'application/pdf');
    expect(pdf.headers['content-type']).to.equal('application/pdf');
    expect(Buffer.from(pdf.body)).to.eql(Buffer.from([0xff, 0x00, 0xfe]));
    ledger.done();
  });

  it('fails loudly on what the tape does not hold', async () => {
    install(readExchange);
    const answer = await ask(ledger, '/api.xro/2.0/Contacts/8');
    expect([answer.statusCode, Buffer.from(answer.body).toString()]).to.eql([501, 'not on the tape']);
    expect(() => ledger.done())
      .to.throw('GET /api.xro/2.0/Contacts/8')
      .with.property('message')
      .that.contains('GET /api.xro/2.0/Contacts/7');
  });

  it('fails when a recorded request was never made', () => {
    install(readExchange);
    expect(() => ledger.done()).to.throw('but never requested:\nGET /api.xro/2.0/Contacts/7');
  });

  it('lets other requests pass, and all of them afterwards', async () => {
    const server = createServer((_request, response) => response.end('real'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    try {
      install(readExchange);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await (await fetch(url)).text()).to.equal('real');
      ledger.uninstall();
      expect(await ask(ledger, '/x').catch(() => 'no such host')).to.equal('no such host');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

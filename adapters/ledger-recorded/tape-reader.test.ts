import { expect } from 'chai';
import { createTapeReader } from './recorded-ledger.ts';
import { requestShape } from './tape.ts';
import { readExchange, tapeOf, writeExchange } from './testing/sample-tape.ts';

const id = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const key = '11111111-2222-4333-8444-555555555555';
const sent = { accept: 'application/json', authorization: 'Bearer secret', 'xero-tenant-id': 'tenant-1' };
const read = requestShape({ method: 'GET', path: '/api.xro/2.0/Contacts/7', headers: sent, body: '' });
const write = (name: string) =>
  requestShape({
    method: 'PUT',
    path: '/api.xro/2.0/Contacts',
    headers: { ...sent, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ Name: name }),
  });

describe('reading a tape', () => {
  it('answers what was recorded, with the ids of this run, whatever the tenant header is called', () => {
    const reader = createTapeReader(tapeOf(writeExchange, readExchange));
    expect(reader.answer(write(`Contact ${id}`))?.json).to.eql({ Name: `Contact ${id}` });
    expect(reader.answer(read)?.status).to.equal(404);
    reader.done();
  });

  it('answers each exchange once', () => {
    const reader = createTapeReader(tapeOf(readExchange));
    reader.answer(read);
    expect(reader.answer(read)).to.equal(undefined);
    expect(reader.complaint()?.message).to.contain('at its end');
  });

  it('says what it was asked in vain and what it expected next, the first time for good', () => {
    const reader = createTapeReader(tapeOf(writeExchange));
    expect(reader.answer(write('Other'))).to.equal(undefined);
    reader.answer(read);
    const message = reader.complaint()?.message ?? '';
    expect(message).to.contain('"a clause"').and.to.contain('{"Name":"Other"}');
    expect(message.slice(message.indexOf('expected next'))).to.contain('Contact {{caller 2}}');
    expect(() => reader.done()).to.throw(message);
  });

  it('a header that is new, missing or changed is another request', () => {
    const { tenant, ...rest } = { tenant: 'tenant-2', ...read.headers };
    const changes = [{ ...rest, 'tenant-id': tenant }, { ...rest, 'x-new': '1' }, { accept: 'application/json' }];
    for (const headers of changes) {
      expect(createTapeReader(tapeOf(readExchange)).answer({ ...read, headers })).to.equal(undefined);
    }
  });
});

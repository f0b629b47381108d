import { expect } from 'chai';
import type { Core } from '#core';
import { connectionId } from '../testing/sample-values.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';

describe('Prefer: wait', () => {
  let app: ServedApp;
  const heard: (number | undefined)[] = [];
  let plain: Core['resources'];
  beforeEach(async () => {
    heard.length = 0;
    app = await serveApp();
    plain = { ...app.core.resources };
    type Asked = (caller: never, command: { readonly waitSeconds?: number }) => Promise<unknown>;
    for (const name of ['read', 'readInvoiceByProviderId', 'create', 'update', 'cancel', 'act'] as const) {
      const asked: Asked = (caller, command) => {
        heard.push(command.waitSeconds);
        return (plain[name] as unknown as Asked)(caller, command);
      };
      Object.assign(app.core.resources, { [name]: asked });
    }
  });
  afterEach(async () => {
    Object.assign(app.core.resources, plain);
    await app.close(1000);
  });

  const invoices = `/v1/connections/${connectionId}/invoices`;
  const record = `${invoices}/inv_1m2g7zr9bn8s4t6w5x3y0v2k8d`;
  const read = (prefer: string) => app.call('GET', record, { headers: { Prefer: prefer } });

  const readings: readonly [string, number | undefined][] = [
    ['wait=10', 10],
    ['WAIT = "3"', 3],
    ['respond-async, wait=7; foo=bar', 7],
    ['wait=0', 0],
    ['wait=20', 20],
    ['wait=600', 20],
    ['wait=2, wait=9', 2],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['wait=soon', undefined],
    ['wait', undefined],
    ['awaits=5', undefined],
    [`wait=${'9'.repeat(30)}`, undefined],
  ];
  it('is heard where it is whole seconds, twenty at most', async () => {
    for (const [prefer, seconds] of readings) {
      heard.length = 0;
      const answer = await read(prefer);
      expect([answer.status, heard], prefer.slice(0, 40)).to.deep.equal([200, [seconds]]);
      expect(answer.headers.get('preference-applied')).to.equal(seconds === undefined ? null : `wait=${seconds}`);
    }
  });

  const provider = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
  const honouring: readonly [string, string, object | undefined][] = [
    ['GET', `${invoices}/by-provider-id/${provider}`, undefined],
    ['POST', invoices, {}],
    ['PATCH', record, {}],
    ['POST', `${record}/cancel`, { reason: 'x' }],
    ['POST', `${invoices}/by-provider-id/${provider}/cancel`, { reason: 'x' }],
    ['POST', `/v1/connections/${connectionId}/provider-actions/invoice.download_pdf`, { provider_id: provider }],
  ];
  for (const [method, path, body] of honouring) {
    it(`is honoured by ${method} ${path.replace(/^.*?conn_\w+/, '…')}`, async () => {
      const headers = { Prefer: 'wait=4', 'Idempotency-Key': 'k' };
      const answer = await app.call(method, path, { headers, ...(body ? { body } : {}) });
      expect(heard).to.deep.equal([4]);
      expect(answer.headers.get('preference-applied')).to.equal('wait=4');
    });
  }

  it('says nothing where no provider is called', async () => {
    const answer = await app.call('GET', invoices, { headers: { Prefer: 'wait=4' } });
    expect(answer.headers.get('preference-applied')).to.equal(null);
  });
});

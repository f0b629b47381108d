import { expect } from 'chai';
import { connectionId } from './testing/sample-values.ts';
import { type ServedApp, serveApp } from './testing/served-app.ts';

const invoices = `/v1/connections/${connectionId}/invoices`;

describe('a refusal', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(0));

  it('leads on from a path that is nearly one, and says where a text is no JSON', async () => {
    const told = async (path: string, method = 'GET', more: object = {}) =>
      ((await (await app.call(method, path, more)).json()) as { message: string }).message;
    const nothing = 'there is nothing at this path; ';
    expect(await told('/v1/connection')).to.equal(`${nothing}did you mean /v1/connections?`);
    expect(await told('/v1/invoices')).to.equal(`${nothing}records are at /v1/connections/{connection_id}/invoices`);
    expect(await told('/nowhere/at/all')).to.equal('there is nothing at this path');
    const body = '{\n  "name": "Harbour",\n  nmae: 1\n}';
    expect(await told(invoices, 'POST', { body })).to.match(/not well-formed JSON: look at line 3, column 3$/);
    expect(await told(invoices, 'POST', { body: '{"name":' })).to.match(/not well-formed JSON: it ends too early$/);
  });
});

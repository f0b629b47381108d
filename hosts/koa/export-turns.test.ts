// An organization's exports read a few pages at once, as its lists do, also while they are sent.
import { expect } from 'chai';
import { type ServedApp, serveApp } from './testing/served-app.ts';

describe('exports at the same time', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(200));

  it('read at most four pages at once, and each file is whole', async () => {
    const member = {
      organizationId: 'org_1',
      memberId: 'user_1',
      sessionId: 'csn_1',
      role: 'viewer',
      email: 'a@b.example',
    };
    app.core.console.authenticate = async (_token, requestId) => ({ ...member, requestId }) as never;
    let [reading, most] = [0, 0];
    const read = async () => {
      most = Math.max(most, ++reading);
      await new Promise((resolve) => setTimeout(resolve, 5));
      reading--;
      return new Uint8Array(1_000);
    };
    const pages = async function* (first: Uint8Array) {
      yield first;
      for (let i = 0; i < 4; i++) yield await read();
    };
    const { exports } = app.core.console;
    Object.assign(exports, { create: async () => ({ chunks: pages(await read()), filename: 'a.csv' }) });
    const ask = () =>
      app.call('POST', '/accounting/test/exports', {
        headers: { Authorization: '', Origin: 'https://api.ledgerport.test' },
        body: { list: 'audit', format: 'csv' },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect([answers[0]?.status, new Set(sizes), most]).to.deep.equal([200, new Set([5_000]), 4]);
  });
});

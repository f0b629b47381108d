import { expect } from 'chai';
import { connectionId } from '../testing/sample-values.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';

describe('the answer with a cached list', () => {
  let app: ServedApp;
  let plain: ServedApp['core']['resources']['list'];
  before(async () => {
    app = await serveApp();
    plain = app.core.resources.list;
  });
  after(async () => {
    Object.assign(app.core.resources, { list: plain });
    await app.close(1000);
  });
  const call = (method: string, text: string) => {
    const list: typeof plain = async (...asked) => ({ ...(await plain(...asked)), itemsJson: JSON.stringify([text]) });
    Object.assign(app.core.resources, { list });
    return app.call(method, `/v1/connections/${connectionId}/invoices`, { headers: { 'Accept-Encoding': 'identity' } });
  };

  for (const text of ['Bench', 'Café', '10 €', '🪑', 'x'.repeat(2 ** 20), 'é'.repeat(2 ** 19)]) {
    it(`has every character of ${text.slice(0, 8)}, and says how many bytes it has`, async () => {
      const answer = await call('GET', text);
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).to.equal(bytes.length);
      const body = JSON.parse(bytes.toString()) as { success: boolean; data: { items: string[]; source: string } };
      expect([body.success, body.data.items, body.data.source]).to.deep.equal([true, [text], 'cache']);
      const head = await call('HEAD', text);
      expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(bytes.length)]);
      expect(await head.text()).to.equal('');
    });
  }
});

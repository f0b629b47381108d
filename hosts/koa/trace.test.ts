import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { serveApp } from './testing/served-app.ts';

describe('TRACE', () => {
  it('is possible nowhere, and echoes nothing', async () => {
    const app = await serveApp();
    try {
      for (const path of ['/', '/v1/connections', '/health', '/console/', '/accounting/session', '/nowhere']) {
        const headers = { 'x-canary': 'canary-value', cookie: 'canary-value' };
        const asked = request(app.url + path, { method: 'TRACE', headers }).end();
        const [answer] = (await once(asked, 'response')) as [IncomingMessage];
        expect(answer.statusCode, path).to.be.oneOf([404, 405]);
        expect(JSON.stringify(answer.headers) + (await text(answer))).not.to.contain('canary');
      }
    } finally {
      await app.close(0);
    }
  });
});

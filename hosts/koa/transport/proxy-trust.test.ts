import { expect } from 'chai';
import type { ProxyTrust } from '../app.ts';
import { routes } from '../routes/routes.ts';
import { type ServedApp, serveApp } from '../testing/served-app.ts';

describe('a proxy’s word', () => {
  const cases: readonly [trust: ProxyTrust, said: string | undefined, believed: boolean][] = [
    [true, 'https', true],
    [true, 'HTTPS', true],
    [true, 'http, https', true],
    [true, 'https, http', false],
    [true, 'https,', false],
    [true, 'http', false],
    [true, undefined, false],
    [false, 'https', false],
    [['127.0.0.0/8'], 'https', true],
    [['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8'], 'http, https', true],
    [['10.0.0.0/8', '::1/128'], 'https', false],
    [[], 'https', false],
  ];
  for (const [trust, said, believed] of cases) {
    it(`${said} is ${believed ? '' : 'not '}believed with TRUST_PROXY=${trust}`, async () => {
      const app = await serveApp({ allowHttp: false, trustProxy: trust });
      const headers: Record<string, string> = said === undefined ? {} : { 'X-Forwarded-Proto': said };
      const answer = await app.call('GET', '/health', { headers });
      expect(answer.status).to.equal(believed ? 200 : 400);
      expect(answer.headers.has('strict-transport-security')).to.equal(believed);
      await app.close(200);
    });
  }
});

describe('plain HTTP in production', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp({ allowHttp: false });
  });
  after(() => app.close(200));

  for (const { method, path } of routes) {
    it(`is refused by ${method} ${path}`, async () => {
      for (const authorization of ['', 'Bearer garbage', 'Bearer acct_test_good']) {
        const answer = await app.call(method, path.replaceAll(':', ''), {
          headers: { Authorization: authorization, 'X-Forwarded-Proto': 'https', Forwarded: 'proto=https' },
        });
        expect(answer.status).to.equal(400);
        expect(answer.headers.has('strict-transport-security')).to.equal(false);
        expect(await answer.json()).to.include({ code: 'BAD_REQUEST', reason: 'https_required' });
      }
    });
  }
});

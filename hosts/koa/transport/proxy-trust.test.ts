import { expect } from 'chai';
import type { ProxyTrust } from '../app.ts';
import { routes } from '../routes/routes.ts';
import { serveApp } from '../testing/served-app.ts';

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
  it('is refused by every route, by health and by what there is not, whatever a stranger says of it', async () => {
    const app = await serveApp({ allowHttp: false });
    for (const { method, path } of [...routes, { method: 'GET', path: '/nowhere' }]) {
      const answer = await app.call(method, path.replaceAll(':', ''), {
        headers: { 'X-Forwarded-Proto': 'https', Forwarded: 'proto=https' },
      });
      expect(answer.status, path).to.equal(400);
      expect(answer.headers.has('strict-transport-security')).to.equal(false);
      expect(answer.headers.get('x-request-id')).to.be.a('string');
      expect(await answer.json()).to.include({ code: 'BAD_REQUEST', reason: 'https_required' });
    }
    await app.close(200);
  });
});

import { expect } from 'chai';
import { connectionId, requestIdSample } from './testing/sample-values.ts';
import { type ServedApp, serveApp, until } from './testing/served-app.ts';

describe('the app', () => {
  let app: ServedApp;
  beforeEach(async () => {
    app = await serveApp();
  });
  afterEach(() => app.close(1000));
  const accessLines = () => app.lines.filter(({ message }) => message === 'request');

  it('keeps the caller’s id of a request where it is well-formed, and gives it one else', async () => {
    const idOf = async (given: string) =>
      (await app.call('GET', '/nowhere', { headers: { 'X-Request-ID': given } })).headers.get('x-request-id');
    for (const given of ['a', 'A.b_c-9', 'x'.repeat(128)]) expect(await idOf(given)).to.equal(given);
    for (const given of ['', 'a b', 'a"b', 'x'.repeat(129), '%C3%A4', 'a,b']) {
      expect(await idOf(given), given).to.equal(requestIdSample);
    }
  });

  describe('access log', () => {
    it('writes one line a request, with the route’s pattern and who asked', async () => {
      await (await app.call('GET', `/v1/connections/${connectionId}?x=1`)).text();
      await until(() => accessLines().length > 0);
      expect(accessLines()).to.have.length(1);
      const { ms, ...fields } = accessLines()[0]?.fields ?? {};
      expect(ms).to.be.a('number');
      expect(fields).to.deep.equal({
        method: 'GET',
        route: '/v1/connections/:connection_id',
        status: 400,
        request_id: requestIdSample,
        actor: 'key_01jd9x8fbee5wv1tzd4nq6c2m7',
        organization_id: 'org_01jd9x8fbee5wv1tzd4nq6c2m7',
        environment: 'test',
        connection_id: connectionId,
        operation_id: undefined,
        code: 'BAD_REQUEST',
        reason: undefined,
        aborted: undefined,
      });
    });

    it('says why a request was refused', async () => {
      await app.call('POST', '/accounting/session', { body: {}, headers: { Origin: 'https://evil.example' } });
      await app.call('GET', '/connect/tokensecret');
      await app.call('GET', '/health');
      await until(() => accessLines().length === 3);
      const why = accessLines().map(({ fields }) => [fields['route'], fields['code'], fields['reason']]);
      expect(why).to.deep.include(['/accounting/session', 'FORBIDDEN', 'origin']);
      expect(why).to.deep.include(['/health', undefined, undefined]);
    });

    it('keeps tokens, codes, queries, keys and bodies out', async () => {
      await app.call('GET', '/connect/tokensecret');
      await app.call('POST', '/connect/tokensecret/cancel');
      await app.call('GET', '/oauth/ledger/callback?state=statesecret&code=codesecret');
      await app.call('GET', '/tokensecret/nowhere?querysecret=1');
      await app.call('POST', '/v1/webhook-endpoints', { body: '{"url":"bodysecret"' });
      await app.call('GET', '/v1/connections', { headers: { Authorization: 'Bearer keysecret' } });
      await until(() => accessLines().length === 6);
      expect(JSON.stringify(app.lines)).not.to.include('secret');
      expect(accessLines().map(({ fields }) => fields['route']))
        .to.include('unmatched')
        .and.include('/connect/:token');
    });
  });

  describe('headers', () => {
    it('tells browsers to trust nothing and caches to keep nothing', async () => {
      for (const path of ['/v1/connections', '/health', '/nowhere']) {
        const { headers } = await app.call('GET', path);
        expect(headers.get('x-content-type-options')).to.equal('nosniff');
        expect(headers.get('cache-control')).to.equal('no-store');
        expect(headers.get('referrer-policy')).to.equal('no-referrer');
        expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.include("base-uri 'none'");
        expect(headers.get('set-cookie')).to.equal(null);
        expect(headers.get('x-powered-by')).to.equal(null);
      }
    });
  });
});

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

  describe('request ids', () => {
    for (const given of ['a', 'A.b_c-9', 'x'.repeat(128)]) {
      it(`keeps ${given.slice(0, 10)}`, async () => {
        const answer = await app.call('GET', '/health', { headers: { 'X-Request-ID': given } });
        expect(answer.headers.get('x-request-id')).to.equal(given);
      });
    }
    for (const given of ['', 'a b', 'a"b', 'x'.repeat(129), 'ä', 'a,b']) {
      it(`replaces "${given.slice(0, 10)}"`, async () => {
        const answer = await app.call('GET', '/nowhere', {
          headers: { 'X-Request-ID': encodeURI(given).slice(0, 200) },
        });
        expect(answer.headers.get('x-request-id')).to.equal(requestIdSample);
        expect(await answer.json()).to.include({ request_id: requestIdSample });
      });
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

    it('says of writes whether they were replayed', async () => {
      const post = (key: string) =>
        app.call('POST', '/v1/webhook-endpoints', { body: {}, headers: { 'Idempotency-Key': key } });
      const first = await post('new');
      expect(first.headers.get('idempotent-replayed')).to.equal('false');
      expect(await first.json()).to.have.nested.property('data.signing_secret', 'whsec_abc');
      const again = await post('again');
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(await again.json()).not.to.have.nested.property('data.signing_secret');
    });
  });

  describe('lists', () => {
    it('tells the page, and where to read on', async () => {
      const byPage = (await (await app.call('GET', '/v1/connections?limit=2&page=1')).json()) as { meta: object };
      expect(byPage.meta).to.deep.include({ page: 1, limit: 2, total: 3, total_pages: 2, has_more: true });
      const { next_cursor } = byPage.meta as { next_cursor: string };
      const byCursor = await (await app.call('GET', `/v1/connections?limit=2&cursor=${next_cursor}`)).json();
      expect(byCursor).to.have.nested.property('meta.page', null);
    });
  });

  describe('readiness', () => {
    it('follows the database', async () => {
      app.core.health.ready = async () => false;
      const answer = await app.call('GET', '/ready');
      expect([answer.status, await answer.json()]).to.deep.equal([503, { status: 'not_ready' }]);
      app.core.health.ready = async () => true;
      expect(await (await app.call('GET', '/ready')).json()).to.deep.equal({ status: 'ready' });
      expect(await (await app.call('GET', '/health')).json()).to.deep.equal({ status: 'ok' });
    });
  });
});

describe('the transport rule', () => {
  const paths = ['/health', '/ready', '/v1/connections', '/nowhere', '/connect/token-1', '/v1/openapi.json'];

  it('refuses plain HTTP on every path', async () => {
    const app = await serveApp({ allowHttp: false });
    for (const path of paths) {
      const answer = await app.call('GET', path, { headers: { 'X-Forwarded-Proto': 'https' } });
      expect(answer.status, path).to.equal(400);
      expect(await answer.json()).to.include({ code: 'BAD_REQUEST', reason: 'https_required' });
      expect(answer.headers.get('x-request-id')).to.equal(requestIdSample);
    }
    await app.close(1000);
  });

  it('believes a trusted proxy that the client came by HTTPS, and only then', async () => {
    const app = await serveApp({ allowHttp: false, trustProxy: true });
    const forwarded = (proto: string) => app.call('GET', '/health', { headers: { 'X-Forwarded-Proto': proto } });
    const secure = await forwarded('https');
    expect(secure.status).to.equal(200);
    expect(secure.headers.get('strict-transport-security')).to.match(/^max-age=/);
    expect((await forwarded('http')).status).to.equal(400);
    expect((await app.call('GET', '/health')).status).to.equal(400);
    await app.close(1000);
  });
});

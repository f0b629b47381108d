import { expect } from 'chai';
import { type ErrorCode, errorCodes, ServiceError } from '#core';
import { connectionId, requestIdSample } from './testing/sample-values.ts';
import { type ServedApp, serveApp } from './testing/served-app.ts';

const invoices = `/v1/connections/${connectionId}/invoices`;
const key = { 'Idempotency-Key': 'k' };

describe('refusals', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(1000));
  const failWith = (error: unknown) => {
    app.core.connections.find = async () => {
      throw error;
    };
    return app.call('GET', `/v1/connections/${connectionId}`);
  };

  describe('errors of the core', () => {
    const statuses: Record<ErrorCode, number> = {
      BAD_REQUEST: 400,
      UNAUTHORIZED: 401,
      CONNECTION_LIMIT_REACHED: 402,
      READ_ONLY: 403,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      PAYLOAD_TOO_LARGE: 413,
      UNSUPPORTED_MEDIA_TYPE: 415,
      CONFLICT: 409,
      ACTION_REQUIRED: 409,
      IDEMPOTENCY_IN_PROGRESS: 409,
      IDEMPOTENCY_KEY_REUSED: 422,
      PROVIDER_REJECTED: 422,
      RATE_LIMITED: 429,
      INTERNAL: 500,
      PROVIDER_ERROR: 502,
      PROVIDER_UNAVAILABLE: 503,
      PROVIDER_TIMEOUT: 504,
      DATABASE_UNAVAILABLE: 503,
      DATABASE_WENT_BACK: 503,
    };
    for (const code of errorCodes) {
      it(`answers ${code} with ${statuses[code]}`, async () => {
        const answer = await failWith(new ServiceError(code, 'why'));
        expect(answer.status).to.equal(statuses[code]);
        const message = code === 'NOT_FOUND' ? 'why in test, the environment of this key' : 'why';
        expect(await answer.json()).to.include({ success: false, code, message, request_id: requestIdSample });
      });
    }

    it('tells all that the error knows, flat; of a read no outcome', async () => {
      const answer = await failWith(
        new ServiceError('PROVIDER_TIMEOUT', 'no answer', {
          reason: 'slow',
          errors: [{ path: 'a[0].b', message: 'wrong' }],
          retryAfterSeconds: 1.2,
          outcome: 'unknown',
          providerError: { status: 500, messages: ['m'] },
        }),
      );
      expect(answer.headers.get('retry-after')).to.equal('2');
      expect(await answer.json()).to.deep.equal({
        success: false,
        message: 'no answer',
        code: 'PROVIDER_TIMEOUT',
        reason: 'slow',
        request_id: requestIdSample,
        retryable: true,
        retry_after_seconds: 1.2,
        errors: [{ path: 'a[0].b', message: 'wrong' }],
        provider_error: { status: 500, messages: ['m'] },
      });
    });

    it('says which connection to reconnect', async () => {
      const answer = await failWith(new ServiceError('ACTION_REQUIRED', 'reconnect', { connectionId: connectionId }));
      expect(await answer.json()).to.include({ connection_id: connectionId, action: 'reconnect' });
    });

    it('asks for a second’s wait while a twin is running', async () => {
      expect(
        (await failWith(new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'running'))).headers.get('retry-after'),
      ).to.equal('1');
    });

    it('adds the members of RFC 9457 where they are asked for', async () => {
      app.core.connections.find = async () => {
        throw new ServiceError('CONFLICT', 'no lists', { reason: 'zero_retention' });
      };
      const answer = await app.call('GET', `/v1/connections/${connectionId}`, {
        headers: { Accept: 'application/problem+json' },
      });
      expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
      expect(await answer.json()).to.include({
        type: 'https://api.ledgerport.test/docs/errors#CONFLICT',
        title: 'Conflict',
        status: 409,
        detail: 'no lists',
        instance: `urn:request:${requestIdSample}`,
        code: 'CONFLICT',
        reason: 'zero_retention',
        success: false,
      });
    });

    it('tells nothing of a defect but the request id, and logs it with its cause', async () => {
      const defect = new TypeError('secret detail of the database');
      const answer = await failWith(defect);
      expect(answer.status).to.equal(500);
      const text = await answer.text();
      expect(text).not.to.include('secret').and.not.include('TypeError');
      expect(JSON.parse(text)).to.include({ code: 'INTERNAL', request_id: requestIdSample, retryable: false });
      expect(app.lines.find(({ cause }) => cause === defect)?.fields).to.include({
        request_id: requestIdSample,
        route: '/v1/connections/:connection_id',
      });
    });

    it('survives what is not even an error', async () => {
      expect((await failWith('a string')).status).to.equal(500);
      expect((await failWith(undefined)).status).to.equal(500);
      expect((await failWith({ status: 200, expose: true, message: 'leak' })).status).to.equal(500);
    });
  });

  describe('paths and methods', () => {
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

    it('answers OPTIONS with what is possible, and HEAD like GET without the body', async () => {
      const options = await app.call('OPTIONS', invoices);
      expect([options.status, options.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS, POST']);
      const head = await app.call('HEAD', '/v1/connections');
      expect([head.status, await head.text()]).to.deep.equal([200, '']);
      expect((await app.call('OPTIONS', '/nowhere')).status).to.equal(404);
    });

    it('names a query parameter that it does not know', async () => {
      const answer = await app.call('GET', '/v1/connections?statuz=active');
      expect(answer.status).to.equal(400);
      expect(await answer.json()).to.deep.include({
        errors: [{ path: 'statuz', message: 'is not a parameter of this request; did you mean status?' }],
      });
      expect((await app.call('GET', `${invoices}?include=everything`)).status).to.equal(400);
      expect((await app.call('GET', `${invoices}?include=provider_data&include=provider_data`)).status).to.equal(400);
    });
  });

  describe('bodies', () => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      app.call('POST', invoices, { body, headers: { ...key, ...headers } });

    it('refuses every media type but JSON', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'application/json-patch+json',
      ]) {
        expect((await post('{}', { 'Content-Type': type })).status, type).to.equal(415);
      }
      expect((await post('{}', { 'Content-Type': 'application/json; charset=utf-8' })).status).to.equal(201);
    });

    it('refuses an encoding that it cannot read', async () => {
      expect((await post('{}', { 'Content-Encoding': 'compress' })).status).to.equal(415);
    });

    it('takes a mebibyte and no more', async () => {
      const ofSize = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
      expect((await post(ofSize(1024 * 1024))).status).to.equal(201);
      const answer = await post(ofSize(1024 * 1024 + 1));
      expect(answer.status).to.equal(413);
      expect(await answer.json()).to.include({ code: 'PAYLOAD_TOO_LARGE' });
      expect((await post(ofSize(8 * 1024 * 1024))).status).to.equal(413);
      const bulk = async (bytes: number) => {
        const headers = { 'Idempotency-Key': 'k', 'Content-Type': 'application/json' };
        return (await app.call('POST', `${invoices}/bulk`, { body: ofSize(bytes), headers })).status;
      };
      expect([await bulk(5 * 1024 * 1024), await bulk(5 * 1024 * 1024 + 1)]).to.deep.equal([202, 413]);
    });

    it('says of a write that nothing was replayed, and of a read nothing', async () => {
      expect((await post('{')).headers.get('idempotent-replayed')).to.equal('false');
      const read = await app.call('GET', `${invoices}?limitt=1`);
      expect(read.headers.get('idempotent-replayed')).to.equal(null);
    });

    it('asks for the key before it reads a byte of the body', async () => {
      const answer = await app.call('POST', invoices, { body: '{', headers: { Authorization: '' } });
      expect(answer.status).to.equal(401);
    });
  });
});

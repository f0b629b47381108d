import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { asFields, callApi, dataOf, expectRefusal, newEndpoint, unique } from '../http-call.ts';

export const envelopeClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'success is { success, message, data }, as JSON that no cache keeps',
    async check(api) {
      const answer = await callApi(api, `GET /v1/connections/${api.connectionId}`);
      equal(answer.status, 200);
      deepEqual(Object.keys(answer.body).sort(), ['data', 'message', 'success']);
      equal(answer.body['success'], true);
      equal(dataOf(answer)['connection_id'], api.connectionId);
      match(answer.headers.get('content-type') ?? '', /^application\/json/);
      match(answer.headers.get('cache-control') ?? '', /no-store/);
    },
  },
  {
    name: 'a refusal is flat and says code, message, request id and whether to retry',
    async check(api) {
      const body = expectRefusal(await callApi(api, 'GET /v1/connections?limit=0'), 400, 'BAD_REQUEST');
      equal(body['retryable'], false);
      deepEqual(asFields((body['errors'] as unknown[])[0])['path'], 'limit');
    },
  },
  {
    name: 'a refusal carries the members of RFC 9457 for those who ask',
    async check(api) {
      const answer = await callApi(api, 'GET /v1/operations/op_none', {
        headers: { Accept: 'application/problem+json' },
      });
      const body = expectRefusal(answer, 404, 'NOT_FOUND');
      match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      equal(body['status'], 404);
      equal(body['detail'], body['message']);
      for (const member of ['type', 'title', 'instance']) equal(typeof body[member], 'string', member);
    },
  },
  {
    name: 'a well-formed X-Request-ID is kept, any other is replaced; every answer has one',
    async check(api) {
      const given = unique('Req.1_a');
      const idOf = async (line: string, id?: string) =>
        (await callApi(api, line, id === undefined ? {} : { headers: { 'X-Request-ID': id } })).headers.get(
          'x-request-id',
        );
      for (const line of ['GET /health', 'GET /v1/connections', 'GET /v1/nowhere', 'PUT /v1/connections']) {
        equal(await idOf(line, given), given, line);
        match((await idOf(line)) ?? '', /^req_[0-9a-z]{26}$/);
      }
      equal(await idOf('GET /health', 'x'.repeat(128)), 'x'.repeat(128));
      for (const bad of ['a b', 'a/b', 'a,b', 'x'.repeat(129)]) notEqual(await idOf('GET /health', bad), bad);
      notEqual(await idOf('GET /health'), await idOf('GET /health'));
    },
  },
  {
    name: 'browsers are told to sniff nothing and frame nothing, and get no cookie',
    async check(api) {
      const { headers } = await callApi(api, 'GET /v1/connections');
      equal(headers.get('x-content-type-options'), 'nosniff');
      match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      equal(headers.get('set-cookie'), null);
      equal(headers.get('access-control-allow-origin'), null);
    },
  },
  {
    name: 'created things are answered with 201 and times in UTC milliseconds',
    async check(api) {
      const endpoint = await callApi(api, 'POST /v1/webhook-endpoints', { body: newEndpoint() });
      equal(endpoint.status, 201);
      match(String(dataOf(endpoint)['signing_secret']), /^whsec_[A-Za-z0-9+/]{43}=$/);
      match(String(dataOf(endpoint)['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const id = dataOf(endpoint)['webhook_endpoint_id'];
      const again = dataOf(await callApi(api, `GET /v1/webhook-endpoints/${id}`));
      equal(again['webhook_endpoint_id'], id);
      ok(!('signing_secret' in again), 'the secret is told once only');
    },
  },
  {
    name: 'health and readiness need no key',
    async check(api) {
      const health = await callApi(api, 'GET /health', { key: null });
      deepEqual([health.status, health.body], [200, { status: 'ok' }]);
      const ready = await callApi(api, 'GET /ready', { key: null });
      deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
    },
  },
  {
    name: 'the OpenAPI 3.1 document needs no key and describes this API',
    async check(api) {
      const { status, body } = await callApi(api, 'GET /v1/openapi.json', { key: null });
      equal(status, 200);
      match(String(body['openapi']), /^3\.1\./);
      for (const path of [
        '/v1/providers',
        '/v1/connect-sessions',
        '/v1/connections/{connection_id}',
        '/v1/operations',
      ]) {
        ok(path in asFields(body['paths']), path);
      }
    },
  },
];

import { deepEqual, equal } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { callApi, dataOf, expectRefusal, newEndpoint, unique } from '../http-call.ts';

const twins = 8;
const someId = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const writes = (api: HttpApi): readonly (readonly [string, object])[] => [
  [`POST /v1/connections/${api.connectionId}/contacts`, { name: 'A' }],
  [`PATCH /v1/connections/${api.connectionId}/contacts/${someId}`, { name: 'A' }],
  [`POST /v1/connections/${api.connectionId}/invoices/${someId}/cancel`, { reason: 'r' }],
  [`POST /v1/connections/${api.connectionId}/invoices/by-provider-id/${someId}/cancel`, { reason: 'r' }],
];

export const idempotencyHeaderClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'a write to the provider without a key, or with one beyond 255 characters, is refused',
    async check(api) {
      for (const [line, body] of writes(api)) {
        for (const headers of [{}, { 'Idempotency-Key': '' }, { 'Idempotency-Key': 'x'.repeat(256) }]) {
          expectRefusal(
            await callApi(api, line, { body, headers: headers as Record<string, string> }),
            400,
            'BAD_REQUEST',
          );
        }
      }
    },
  },
  {
    name: 'a write to a read-only family is refused, and so is a normalized account',
    async check(api) {
      for (const type of ['organizations', 'tax_rates', 'branding_themes', 'accounts']) {
        const line = `POST /v1/connections/${api.connectionId}/${type}`;
        const answer = await callApi(api, line, { body: { name: 'A' }, headers: { 'Idempotency-Key': unique('ro') } });
        const body = expectRefusal(answer, 400, 'BAD_REQUEST');
        equal(body['reason'], 'resource_read_only');
        equal(body['message'], `${type} is read-only in v1`);
      }
    },
  },
  {
    name: 'a repeated request is answered again and says so; a secret is not told again',
    async check(api) {
      const request = { body: newEndpoint(), headers: { 'Idempotency-Key': unique('again') } };
      const first = await callApi(api, 'POST /v1/webhook-endpoints', request);
      const second = await callApi(api, 'POST /v1/webhook-endpoints', request);
      deepEqual([first.status, second.status], [201, 201]);
      equal(first.headers.get('idempotent-replayed'), 'false');
      equal(second.headers.get('idempotent-replayed'), 'true');
      const { signing_secret, ...kept } = dataOf(first);
      equal(typeof signing_secret, 'string');
      deepEqual(dataOf(second), kept);
    },
  },
  {
    name: 'a key that is used for another request is refused, and the first answer stands',
    async check(api) {
      const headers = { 'Idempotency-Key': unique('reused') };
      const body = newEndpoint();
      const first = await callApi(api, 'POST /v1/webhook-endpoints', { body, headers });
      const other = await callApi(api, 'POST /v1/webhook-endpoints', { body: newEndpoint(), headers });
      expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED');
      const again = await callApi(api, 'POST /v1/webhook-endpoints', { body, headers });
      equal(dataOf(again)['webhook_endpoint_id'], dataOf(first)['webhook_endpoint_id']);
    },
  },
  {
    name: 'the order of a body’s fields does not make it another request',
    async check(api) {
      const headers = { 'Idempotency-Key': unique('order') };
      const { url, event_types } = newEndpoint();
      await callApi(api, 'POST /v1/webhook-endpoints', { body: { url, event_types }, headers });
      const again = await callApi(api, 'POST /v1/webhook-endpoints', { body: { event_types, url }, headers });
      equal(again.headers.get('idempotent-replayed'), 'true');
    },
  },
  {
    name: 'twins at the same time make one thing, and only one of them is no replay',
    async check(api) {
      const request = { body: newEndpoint(), headers: { 'Idempotency-Key': unique('twins') } };
      const answers = await Promise.all(
        Array.from({ length: twins }, () => callApi(api, 'POST /v1/webhook-endpoints', request)),
      );
      deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      equal(new Set(answers.map((answer) => dataOf(answer)['webhook_endpoint_id'])).size, 1);
      equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'false').length, 1);
    },
  },
  {
    name: 'a refused request does not use its key up',
    async check(api) {
      const headers = { 'Idempotency-Key': unique('freed') };
      const body = newEndpoint();
      expectRefusal(await callApi(api, 'POST /v1/webhook-endpoints', { body: {}, headers }), 400, 'BAD_REQUEST');
      equal((await callApi(api, 'POST /v1/webhook-endpoints', { body, headers })).status, 201);
    },
  },
  {
    name: 'keys of other environments and organizations are other keys',
    async check(api) {
      const request = { body: newEndpoint(), headers: { 'Idempotency-Key': unique('planes') } };
      const made: unknown[] = [];
      for (const key of [api.key, api.strangersKey, api.liveKey]) {
        const answer = await callApi(api, 'POST /v1/webhook-endpoints', { ...request, key });
        equal(answer.headers.get('idempotent-replayed'), 'false');
        made.push(dataOf(answer)['webhook_endpoint_id']);
      }
      equal(new Set(made).size, 3);
    },
  },
];

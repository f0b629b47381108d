import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { callApi, expectRefusal, newEndpoint, pathsOf } from '../http-call.ts';

const keyed = (api: HttpApi): readonly string[] => [
  'GET /v1/providers',
  'POST /v1/connect-sessions',
  'GET /v1/connections',
  `GET /v1/connections/${api.connectionId}`,
  `GET /v1/connections/${api.connectionId}/invoices`,
  `POST /v1/connections/${api.connectionId}/invoices`,
  `POST /v1/connections/${api.connectionId}/provider-actions/invoice.download_pdf`,
  'GET /v1/operations',
  'GET /v1/webhook-endpoints',
  'POST /v1/webhook-endpoints',
  'GET /v1/webhook-deliveries',
];

/** The key with another last letter: well-formed, but its checksum no longer holds. */
const miskeyed = (key: string): string => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

export const refusalClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'a missing, malformed, mistyped or wrong-kind key is a 401 that tells its form alone',
    async check(api) {
      const wrong = [
        [''],
        ['Bearer', 'Bearer ', `Basic ${api.key}`, api.key, `Bearer ${api.key} x`],
        ['Bearer x', `Bearer ${miskeyed(api.key)}`],
      ];
      const told = new Set<string>();
      for (const alike of wrong) {
        const seen = new Set<string>();
        for (const line of keyed(api)) {
          for (const Authorization of alike) {
            const answer = await callApi(api, line, { key: null, headers: { Authorization } });
            const { request_id, ...rest } = expectRefusal(answer, 401, 'UNAUTHORIZED');
            equal(typeof request_id, 'string');
            seen.add(JSON.stringify(rest));
          }
        }
        equal(seen.size, 1);
        told.add([...seen].join());
      }
      equal(told.size, wrong.length);
    },
  },
  {
    name: 'the scheme is matched without regard to case',
    async check(api) {
      const answer = await callApi(api, 'GET /v1/providers', {
        key: null,
        headers: { Authorization: `bearer ${api.key}` },
      });
      equal(answer.status, 200);
    },
  },
  {
    name: 'unknown paths, resource types and ids are 404 in JSON',
    async check(api) {
      const none = `${'0'.repeat(26)}`;
      for (const line of [
        'GET /nowhere',
        'GET /v1/nowhere',
        'GET /v1/connections/garbage',
        `GET /v1/connections/conn_${none}`,
        `GET /v1/connections/conn_${none}/invoices`,
        `GET /v1/connections/${api.connectionId}/widgets`,
        `GET /v1/connections/${api.connectionId}/invoices/con_${none}`,
        `GET /v1/connections/${api.connectionId}/invoices/garbage`,
        `GET /v1/operations/op_${none}`,
        `GET /v1/webhook-endpoints/we_${none}`,
        `GET /v1/operations/${api.connectionId}`,
        'GET /v1/operations/%00',
        'GET /v1/operations/%E0%A4%A',
      ]) {
        expectRefusal(await callApi(api, line), 404, 'NOT_FOUND');
      }
    },
  },
  {
    name: 'an unknown id is told before a bad body',
    async check(api) {
      const line = `POST /v1/connections/conn_${'0'.repeat(26)}/invoices`;
      expectRefusal(await callApi(api, line, { body: { nonsense: 1 } }), 404, 'NOT_FOUND');
    },
  },
  {
    name: 'a method that is not possible is 405 with Allow',
    async check(api) {
      for (const [line, allowed] of [
        ['PUT /v1/connections', 'GET'],
        ['DELETE /v1/webhook-endpoints', 'POST'],
        ['PATCH /health', 'GET'],
        ['GET /webhooks/ledger', 'POST'],
      ] as const) {
        const answer = await callApi(api, line);
        expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
        match(answer.headers.get('allow') ?? '', new RegExp(`\\b${allowed}\\b`));
      }
    },
  },
  {
    name: 'malformed JSON and bodies that are no object are 400',
    async check(api) {
      for (const body of ['{', '{"a":1,}', '"text"', '[]', '7', 'null', '{"__proto__":{"x":1}}']) {
        expectRefusal(await callApi(api, 'POST /v1/webhook-endpoints', { body }), 400, 'BAD_REQUEST');
      }
    },
  },
  {
    name: 'a body of another media type is 415, one beyond a mebibyte 413',
    async check(api) {
      const headers = { 'Content-Type': 'text/plain' };
      const text = JSON.stringify(newEndpoint());
      expectRefusal(
        await callApi(api, 'POST /v1/webhook-endpoints', { body: text, headers }),
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      );
      const large = JSON.stringify({ ...newEndpoint(), description: 'x'.repeat(1024 * 1024) });
      expectRefusal(await callApi(api, 'POST /v1/webhook-endpoints', { body: large }), 413, 'PAYLOAD_TOO_LARGE');
    },
  },
  {
    name: 'wrong, missing and unknown fields are named, all at once',
    async check(api) {
      const answer = await callApi(api, 'POST /v1/connect-sessions', { body: { provider: 7, colour: 'red' } });
      const paths = pathsOf(expectRefusal(answer, 400, 'BAD_REQUEST'));
      for (const path of ['provider', 'external_account_id', 'redirect_uri', 'colour']) ok(paths.includes(path), path);
    },
  },
  {
    name: 'an event type that is none, and a destination that is not HTTPS, are refused by name',
    async check(api) {
      const unknown = await callApi(api, 'POST /v1/webhook-endpoints', {
        body: { ...newEndpoint(), event_types: ['no.such'] },
      });
      deepEqual(pathsOf(expectRefusal(unknown, 400, 'BAD_REQUEST')), ['event_types[0]']);
      for (const url of ['nonsense', 'ftp://hooks.example.com', 'https://user:pass@hooks.example.com/']) {
        const refused = await callApi(api, 'POST /v1/webhook-endpoints', { body: { ...newEndpoint(), url } });
        deepEqual(pathsOf(expectRefusal(refused, 400, 'BAD_REQUEST')), ['url'], url);
      }
    },
  },
  {
    name: 'a redirect_uri whose origin is not allowed, and a provider that is not there, are refused at creation',
    async check(api) {
      const session = { provider: 'ledger', external_account_id: 'c', redirect_uri: api.redirectUri };
      for (const [field, value] of [
        ['redirect_uri', 'https://evil.example.org/done'],
        ['redirect_uri', 'javascript:alert(1)'],
        ['provider', 'quickbooks'],
        ['provider', 'nonsense'],
      ] as const) {
        const answer = await callApi(api, 'POST /v1/connect-sessions', { body: { ...session, [field]: value } });
        deepEqual(pathsOf(expectRefusal(answer, 400, 'BAD_REQUEST')), [field], value);
      }
    },
  },
  {
    name: 'a connect link that never was is 410, as a page',
    async check(api) {
      const answer = await callApi(api, 'GET /connect/never-was', { key: null });
      equal(answer.status, 410);
      match(answer.headers.get('content-type') ?? '', /^text\/html/);
      match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    },
  },
  {
    name: 'an unsigned notification is refused without a body, whatever the app',
    async check(api) {
      for (const path of ['/webhooks/ledger', `/webhooks/ledger/app_${'0'.repeat(26)}`, '/webhooks/ledger/garbage']) {
        for (const headers of [{}, { 'X-Ledger-Signature': 'AAAA', 'X-Xero-Signature': 'AAAA' }]) {
          const answer = await callApi(api, `POST ${path}`, { key: null, body: '{"events":[]}', headers });
          equal(answer.status, 401);
          equal(answer.headers.get('content-length'), '0');
          equal(answer.headers.get('set-cookie'), null);
        }
      }
    },
  },
];

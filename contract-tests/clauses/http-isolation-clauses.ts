import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { asFields, callApi, dataOf, expectRefusal, newEndpoint, unique } from '../http-call.ts';

const someId = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

/** Every way to reach into a connection or an endpoint. */
function linesTo(connectionId: string, endpointId: unknown): readonly string[] {
  const connection = `/v1/connections/${connectionId}`;
  return [
    `GET ${connection}`,
    `DELETE ${connection}`,
    `GET ${connection}/invoices`,
    `POST ${connection}/invoices`,
    `GET ${connection}/invoices/${someId}`,
    `PATCH ${connection}/invoices/${someId}`,
    `GET ${connection}/invoices/by-provider-id/${someId}`,
    `POST ${connection}/invoices/${someId}/cancel`,
    `POST ${connection}/invoices/by-provider-id/${someId}/cancel`,
    `POST ${connection}/provider-actions/invoice.download_pdf`,
    `GET /v1/webhook-endpoints/${endpointId}`,
    `DELETE /v1/webhook-endpoints/${endpointId}`,
  ];
}

async function strangeAnswer(api: HttpApi, key: string, line: string): Promise<Record<string, unknown>> {
  const writes = line.startsWith('POST') || line.startsWith('PATCH');
  const answer = await callApi(api, line, {
    key,
    headers: { 'Idempotency-Key': unique('strange') },
    ...(writes ? { body: { reason: 'r', provider_id: someId } } : {}),
  });
  const { request_id, ...rest } = expectRefusal(answer, 404, 'NOT_FOUND');
  equal(typeof request_id, 'string');
  return rest;
}

export const isolationClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'a key without a scope is refused by the scope’s name; one of a connection reaches nothing else',
    async check(api) {
      const key = api.readersKey;
      const needed = {
        [`POST /v1/connections/${api.connectionId}/invoices`]: 'write',
        'POST /v1/automations': 'automate',
        'POST /v1/webhook-endpoints': 'admin',
        [`DELETE /v1/connections/${api.connectionId}`]: 'admin',
      };
      for (const [line, scope] of Object.entries(needed)) {
        const body = line.startsWith('POST') ? { body: {} } : {};
        const refused = expectRefusal(await callApi(api, line, { key, ...body }), 403, 'FORBIDDEN');
        equal(refused['reason'], 'scope_missing', line);
        ok(String(refused['message']).includes(`"${scope}"`), String(refused['message']));
      }
      equal((await callApi(api, `GET /v1/connections/${api.connectionId}`, { key })).status, 200);
      equal((await callApi(api, 'GET /v1/events', { key })).status, 200);
      const other = `GET /v1/connections/conn_${'0'.repeat(26)}`;
      expectRefusal(await callApi(api, other, { key }), 404, 'NOT_FOUND');
      const refused = expectRefusal(await callApi(api, 'GET /v1/usage', { key }), 403, 'FORBIDDEN');
      equal(refused['reason'], 'connection_restricted');
    },
  },
  {
    name: 'ids of another organization or environment are as absent as ids that never were, and stay untouched',
    async check(api) {
      const endpointId = dataOf(await callApi(api, 'POST /v1/webhook-endpoints', { body: newEndpoint() }))[
        'webhook_endpoint_id'
      ];
      const before = dataOf(await callApi(api, `GET /v1/connections/${api.connectionId}`));
      const foreign = linesTo(api.connectionId, endpointId);
      const absent = linesTo(`conn_${'0'.repeat(26)}`, `we_${'0'.repeat(26)}`);
      for (const key of [api.strangersKey, api.liveKey]) {
        for (const [i, line] of foreign.entries()) {
          deepEqual(await strangeAnswer(api, key, line), await strangeAnswer(api, key, absent[i] ?? ''), line);
        }
      }
      deepEqual(dataOf(await callApi(api, `GET /v1/connections/${api.connectionId}`)), before);
      equal(dataOf(await callApi(api, `GET /v1/webhook-endpoints/${endpointId}`))['status'], 'enabled');
    },
  },
  {
    name: 'lists show nothing of another organization or environment',
    async check(api) {
      await callApi(api, 'POST /v1/webhook-endpoints', { body: newEndpoint() });
      const idsOf = async (key: string, path: string, name: string) => {
        const items = dataOf(await callApi(api, `GET ${path}?limit=200`, { key }))['items'];
        return Array.isArray(items) ? items.map((item) => asFields(item)[name]) : [];
      };
      for (const [path, name] of [
        ['/v1/connections', 'connection_id'],
        ['/v1/webhook-endpoints', 'webhook_endpoint_id'],
      ] as const) {
        const own = new Set(await idsOf(api.key, path, name));
        ok(own.size > 0, 'there is something to hide');
        for (const key of [api.strangersKey, api.liveKey]) {
          deepEqual(
            (await idsOf(key, path, name)).filter((id) => own.has(id)),
            [],
            path,
          );
        }
      }
    },
  },
];

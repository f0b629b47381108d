import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { asFields, callApi, dataOf, expectRefusal, type Fields, newEndpoint, pathsOf } from '../http-call.ts';

const lists = (api: HttpApi): readonly string[] => [
  '/v1/connections',
  '/v1/operations',
  '/v1/events',
  '/v1/webhook-endpoints',
  '/v1/webhook-deliveries',
  `/v1/connections/${api.connectionId}/invoices`,
  `/v1/connections/${api.connectionId}/tax_rates`,
];

async function page(api: HttpApi, path: string): Promise<{ items: Fields[]; meta: Fields }> {
  const answer = await callApi(api, `GET ${path}`);
  equal(answer.status, 200, JSON.stringify(answer.body));
  const items = dataOf(answer)['items'];
  ok(Array.isArray(items), 'data.items is a list');
  return { items: items.map(asFields), meta: asFields(answer.body['meta']) };
}

export const listingClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'every list has items and says where it stands',
    async check(api) {
      for (const path of lists(api)) {
        const { items, meta } = await page(api, path);
        deepEqual(Object.keys(meta).sort(), ['has_more', 'limit', 'next_cursor', 'page', 'total', 'total_pages']);
        deepEqual([meta['page'], meta['limit']], [1, 50]);
        ok(Number(meta['total']) >= items.length);
      }
    },
  },
  {
    name: 'limit is 1 to 200; anything else is refused by name',
    async check(api) {
      for (const path of lists(api)) {
        for (const limit of ['1', '200'])
          equal((await page(api, `${path}?limit=${limit}`)).meta['limit'], Number(limit));
        for (const limit of ['0', '201', '-1', '1.5', '1e2', 'ten', '', '1&limit=2']) {
          const answer = await callApi(api, `GET ${path}?limit=${limit}`);
          deepEqual(pathsOf(expectRefusal(answer, 400, 'BAD_REQUEST')), ['limit'], limit);
        }
      }
    },
  },
  {
    name: 'page and cursor exclude each other; a cursor that was not given is refused',
    async check(api) {
      for (const path of lists(api)) {
        for (const query of ['cursor=x&page=1', 'cursor=x', 'cursor=', 'page=0', 'page=x']) {
          expectRefusal(await callApi(api, `GET ${path}?${query}`), 400, 'BAD_REQUEST');
        }
      }
    },
  },
  {
    name: 'a page beyond the last is empty, not an error',
    async check(api) {
      for (const path of lists(api)) {
        const { items, meta } = await page(api, `${path}?page=9999&limit=200`);
        deepEqual([items, meta['page'], meta['has_more'], meta['next_cursor']], [[], 9999, false, null]);
      }
    },
  },
  {
    name: 'reading on by cursor meets every item once, in the order of the pages',
    async check(api) {
      for (let i = 0; i < 5; i++) await callApi(api, 'POST /v1/webhook-endpoints', { body: newEndpoint() });
      const byPage = (await page(api, '/v1/webhook-endpoints?limit=5')).items.map(
        (item) => item['webhook_endpoint_id'],
      );
      const byCursor: unknown[] = [];
      let query = 'limit=2';
      while (byCursor.length < 5) {
        const { items, meta } = await page(api, `/v1/webhook-endpoints?${query}`);
        ok(items.length > 0, 'a page before the last holds something');
        byCursor.push(...items.map((item) => item['webhook_endpoint_id']));
        equal(meta['page'], query.includes('cursor') ? null : 1);
        query = `limit=2&cursor=${meta['next_cursor']}`;
      }
      deepEqual(byCursor.slice(0, 5), byPage);
    },
  },
  {
    name: 'unknown parameters and filter values are refused by name',
    async check(api) {
      for (const path of lists(api)) {
        const answer = await callApi(api, `GET ${path}?colour=red`);
        deepEqual(pathsOf(expectRefusal(answer, 400, 'BAD_REQUEST')), ['colour']);
      }
      for (const [path, name] of [
        ['/v1/connections?status=nonsense', 'status'],
        ['/v1/operations?state=nonsense', 'state'],
        ['/v1/operations?created_after=yesterday', 'created_after'],
        ['/v1/operations?connection_id=x', 'connection_id'],
        ['/v1/events?type=nonsense', 'type'],
        ['/v1/webhook-deliveries?state=nonsense', 'state'],
        [`/v1/connections/${api.connectionId}/invoices?include=everything`, 'include'],
      ] as const) {
        deepEqual(pathsOf(expectRefusal(await callApi(api, `GET ${path}`), 400, 'BAD_REQUEST')), [name]);
      }
    },
  },
  {
    name: 'filters match exactly',
    async check(api) {
      const { items } = await page(api, '/v1/connections?status=active&limit=200');
      ok(items.every((item) => item['status'] === 'active'));
      ok(items.some((item) => item['connection_id'] === api.connectionId));
      deepEqual((await page(api, '/v1/connections?external_account_id=no-such-account')).items, []);
    },
  },
];

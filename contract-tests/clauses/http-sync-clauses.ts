import { deepEqual, equal } from 'node:assert/strict';
import type { Clause } from '../contract.ts';
import type { HttpApi } from '../http-api.contract.ts';
import { callApi, dataOf, expectRefusal, pathsOf, unique } from '../http-call.ts';

const line = ({ connectionId }: HttpApi): string => `POST /v1/connections/${connectionId}/sync`;
const keyed = (): Record<string, string> => ({ 'Idempotency-Key': unique('sync') });

export const syncClauses: readonly Clause<HttpApi>[] = [
  {
    name: 'a sync is answered with its operation, at once, and a repeated request with the same one',
    async check(api) {
      const request = { body: {}, headers: keyed() };
      const first = await callApi(api, line(api), request);
      equal(first.status, 202, JSON.stringify(first.body));
      const operation = dataOf(first);
      deepEqual(
        [operation['type'], operation['connection_id'], operation['environment']],
        ['connection.sync', api.connectionId, 'test'],
      );
      deepEqual(operation['input'], { scope: 'invoices', emit_invoice_snapshots: false, trigger: 'request' });
      const second = await callApi(api, line(api), request);
      deepEqual(
        [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
        ['false', 'true'],
      );
      equal(dataOf(second)['operation_id'], operation['operation_id']);
      const found = await callApi(api, `GET /v1/operations/${operation['operation_id']}`);
      deepEqual(dataOf(found)['input'], operation['input']);
    },
  },
  {
    name: 'a sync without a key, or with a field that is wrong or unknown, is refused by name',
    async check(api) {
      expectRefusal(await callApi(api, line(api), { body: {} }), 400, 'BAD_REQUEST');
      const wrong: readonly (readonly [object, string])[] = [
        [{ scope: 'contacts' }, 'scope'],
        [{ scope: null }, 'scope'],
        [{ emit_invoice_snapshots: 'yes' }, 'emit_invoice_snapshots'],
        [{ full: true }, 'full'],
      ];
      for (const [body, path] of wrong) {
        const refused = await callApi(api, line(api), { body, headers: keyed() });
        deepEqual(pathsOf(expectRefusal(refused, 400, 'BAD_REQUEST')), [path]);
      }
    },
  },
];

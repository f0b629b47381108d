import { deepEqual, equal, ok } from 'node:assert/strict';
import { type LedgerGateway, type ListedPath, type PreparedRequest, ServiceError } from '#core/ports';
import type { Clause } from '../contract.ts';
import { type Bench, benchOf, type LedgerUnderTest, newKey, refusalOf } from '../ledger-bench.ts';

type Passing = Required<Pick<LedgerGateway, 'passRead' | 'passWrite'>>;

function passingOf({ gateway }: Bench): Passing {
  const { passRead, passWrite } = gateway;
  ok(passRead && passWrite, 'the traits list requests, and the gateway cannot pass any on');
  return { passRead, passWrite };
}

const needs = ({ traits }: Pick<LedgerUnderTest, 'traits'>) => traits.requests !== undefined;

/** The first listed path without ids that reads, or that creates. */
function listed({ traits }: Bench, effect: ListedPath['effect']): ListedPath {
  const isPlain = ({ template, methods }: ListedPath) =>
    !template.includes('{') && (effect === 'read' || methods.includes('PUT') || methods.includes('POST'));
  const found = traits.requests?.listed.find((row) => row.effect === effect && isPlain(row));
  ok(found, `no path without ids is listed that can ${effect}`);
  return found;
}

const prepared = ({ template, methods }: ListedPath, given: Partial<PreparedRequest> = {}): PreparedRequest => ({
  method: methods.find((method) => method !== 'DELETE') ?? 'GET',
  ...{ path: template, template, accept: 'json', ifModifiedSince: null, body: null },
  ...given,
});

const text = (bytes: Uint8Array | null) => new TextDecoder().decode(bytes ?? new Uint8Array());

export const ledgerRequestClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a listed read is answered with its status and its bytes, and reported by its template',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const row = listed(bench, 'read');
      const { status, bytes, headers } = await passingOf(bench).passRead(bench.access, prepared(row));
      equal(status, 200);
      ok(bytes && bytes.length > 0, 'it has no body');
      ok(headers.contentType !== null, 'its type is not told');
      const calls = bench.calls.map(({ method, path, isTemplate, status }) => ({ method, path, isTemplate, status }));
      deepEqual(calls, [{ method: 'GET', path: row.template, isTemplate: true, status: 200 }]);
    },
  },
  {
    name: 'a write that the provider refuses is an answer, too, and the same under its key',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { passWrite } = passingOf(bench);
      const nothing = prepared(listed(bench, 'write'), { body: new TextEncoder().encode('{}') });
      const key = newKey();
      const first = await passWrite(bench.access, nothing, key);
      ok(first.status >= 400 && first.status < 500, `an empty document is answered ${first.status}`);
      const again = await passWrite(bench.access, nothing, key);
      deepEqual([again.status, text(again.bytes)], [first.status, text(first.bytes)]);
    },
  },
  {
    name: 'a request without a token that counts throws, so that the token is renewed; one beyond the base is never made',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { passRead } = passingOf(bench);
      const row = prepared(listed(bench, 'read'));
      const refused = await refusalOf(passRead({ ...bench.access, accessToken: 'not-a-token' }, row));
      deepEqual([refused.code, refused.details.reason], ['ACTION_REQUIRED', 'token_rejected']);
      const before = bench.calls.length;
      for (const path of ['/../elsewhere', '@elsewhere.example/', '/%2e%2e/elsewhere', '/a\\b', '#/a'])
        ok((await refusalOf(passRead(bench.access, { ...row, path }))) instanceof ServiceError, path);
      equal(bench.calls.length, before, 'a call was made');
    },
  },
];

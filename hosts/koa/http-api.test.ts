// Holds every route of the API to the same duties, over the whole core.
import { expect } from 'chai';
import type { Caller, ConnectionId } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, type LiveCall, type LiveService, serveLive } from './testing/live-service.ts';

const none = '0'.repeat(26);
const someId = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const newEndpoint = () => ({ url: `https://hooks.example.com/${crypto.randomUUID()}`, event_types: ['invoice.paid'] });

describe('the HTTP API', () => {
  let live: LiveService;
  let caller: Caller;
  let records: string;
  let lists: readonly string[];
  before(async () => {
    live = await serveLive();
    caller = (await live.newOrganization()).test;
    const { id } = await connected(live, caller, await live.newTenant());
    records = `/v1/connections/${id}`;
    const own = ['connections', 'operations', 'events', 'webhook-endpoints', 'webhook-deliveries'];
    lists = [...own.map((name) => `/v1/${name}`), `${records}/invoices`, `${records}/tax_rates`];
  });
  after(() => live.close());

  const call = (line: string, options?: LiveCall): Promise<LiveAnswer> => {
    const [method = '', path = ''] = line.split(' ');
    return live.call(caller, method, path, options);
  };
  const post = (body: unknown, key?: string) =>
    call('POST /v1/webhook-endpoints', key === undefined ? { body } : { body, key });
  const dataOf = ({ body }: LiveAnswer) => body['data'] as Readonly<Record<string, unknown>>;
  /** The answer is this refusal, in the full shape of one; returns the fields that it names. */
  const refused = ({ status, headers, body }: LiveAnswer, expected: number, code: string): readonly string[] => {
    const { success, message, retryable, request_id, errors } = body;
    const id = headers.get('x-request-id');
    expect([status, success, body['code'], request_id]).to.deep.equal([expected, false, code, id]);
    expect([typeof message, typeof retryable]).to.deep.equal(['string', 'boolean']);
    return ((errors ?? []) as { path: string }[]).map(({ path }) => path);
  };

  it('answers success, message and data; times in UTC milliseconds; and tells a secret once', async () => {
    const made = await post(newEndpoint());
    expect([made.status, Object.keys(made.body).sort()]).to.deep.equal([201, ['data', 'message', 'success']]);
    const { webhook_endpoint_id, signing_secret, created_at } = dataOf(made);
    expect(signing_secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { webhook_endpoint_id: again, ...rest } = dataOf(
      await call(`GET /v1/webhook-endpoints/${webhook_endpoint_id}`),
    );
    expect([again, 'signing_secret' in rest]).to.deep.equal([webhook_endpoint_id, false]);
  });

  it('finds nothing at unknown paths, types and ids, in JSON', async () => {
    const paths = ['/nowhere', '/v1/nowhere', '/v1/connections/garbage', `/v1/connections/conn_${none}`];
    const ofRecords = ['widgets', `invoices/con_${none}`, 'invoices/garbage'].map((rest) => `${records}/${rest}`);
    const ids = [`op_${none}`, records.slice('/v1/connections/'.length), '%00', '%E0%A4%A'];
    for (const path of [...paths, ...ofRecords, ...ids.map((id) => `/v1/operations/${id}`)])
      refused(await call(`GET ${path}`), 404, 'NOT_FOUND');
  });

  it('says which methods are possible', async () => {
    for (const [line, allowed] of [
      ['PUT /v1/connections', 'GET'],
      ['DELETE /v1/webhook-endpoints', 'POST'],
      ['PATCH /health', 'GET'],
      ['GET /webhooks/ledger', 'POST'],
    ] as const) {
      const answer = await call(line);
      refused(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')?.split(', ')).to.include(allowed);
    }
  });

  it('refuses bodies that are no JSON object, and names all fields that are wrong, missing or unknown', async () => {
    for (const body of ['{', '{"a":1,}', '"text"', '[]', '7', 'null', '{"__proto__":{"x":1}}'])
      refused(await post(body), 400, 'BAD_REQUEST');
    const wrong = await call('POST /v1/connect-sessions', { body: { provider: 7, colour: 'red' } });
    const named = ['provider', 'external_account_id', 'redirect_uri', 'colour'];
    expect(refused(wrong, 400, 'BAD_REQUEST')).to.include.members(named);
    for (const [body, path] of [
      [{ scope: 'contacts' }, 'scope'],
      [{ scope: null }, 'scope'],
      [{ emit_invoice_snapshots: 'yes' }, 'emit_invoice_snapshots'],
      [{ full: true }, 'full'],
    ] as const)
      expect(refused(await call(`POST ${records}/sync`, { body, key: path }), 400, 'BAD_REQUEST')).to.deep.equal([
        path,
      ]);
  });

  it('answers an unsigned notification with 401 and no body, whatever the app', async () => {
    for (const app of ['', `/app_${none}`, '/garbage']) {
      for (const headers of [{}, { 'X-Ledger-Signature': 'AAAA' }] as const) {
        const options = { body: '{"events":[]}', headers };
        const answer = await live.call(undefined, 'POST', `/webhooks/ledger${app}`, options);
        expect([answer.status, answer.text]).to.deep.equal([401, '']);
      }
    }
  });

  it('lists with items and a place; limit, page, cursor and filters are refused by name', async () => {
    for (const path of lists) {
      const { status, body } = await call(`GET ${path}`);
      const meta = body['meta'] as Record<string, unknown>;
      const members = ['has_more', 'limit', 'next_cursor', 'page', 'total', 'total_pages'];
      expect([status, Object.keys(meta).sort(), meta['page'], meta['limit']]).to.deep.equal([200, members, 1, 50]);
      expect(dataOf({ body } as LiveAnswer)['items']).to.be.an('array');
      for (const limit of [1, 200])
        expect((await call(`GET ${path}?limit=${limit}`)).body['meta']).to.include({ limit });
      const beyond = (await call(`GET ${path}?page=9999`)).body;
      expect(beyond['data']).to.deep.include({ items: [] });
      expect(beyond['meta']).to.include({ page: 9999, has_more: false, next_cursor: null });
      for (const limit of ['0', '201', '-1', '1.5', '1e2', 'ten', '', '1&limit=2'])
        expect(refused(await call(`GET ${path}?limit=${limit}`), 400, 'BAD_REQUEST'), limit).to.deep.equal(['limit']);
      for (const query of ['cursor=x&page=1', 'cursor=x', 'cursor=', 'page=0', 'page=x'])
        refused(await call(`GET ${path}?${query}`), 400, 'BAD_REQUEST');
      expect(refused(await call(`GET ${path}?colour=red`), 400, 'BAD_REQUEST')).to.deep.equal(['colour']);
    }
    for (const [path, name] of [
      ['/v1/connections?status=nonsense', 'status'],
      ['/v1/operations?state=nonsense', 'state'],
      ['/v1/operations?created_after=yesterday', 'created_after'],
      ['/v1/operations?connection_id=x', 'connection_id'],
      ['/v1/events?type=nonsense', 'type'],
      ['/v1/operations?exclude_type=connection.sync', 'exclude_type'],
      ['/v1/connections?connection_ids=conn_none', 'connection_ids'],
      ['/v1/webhook-deliveries?state=nonsense', 'state'],
      [`${records}/invoices?include=everything`, 'include'],
    ] as const)
      expect(refused(await call(`GET ${path}`), 400, 'BAD_REQUEST')).to.deep.equal([name]);
  });

  it('refuses a write to the provider without an Idempotency-Key, or with one beyond 255 characters', async () => {
    for (const line of [
      `POST ${records}/contacts`,
      `PATCH ${records}/contacts/${someId}`,
      `POST ${records}/invoices/${someId}/cancel`,
      `POST ${records}/invoices/by-provider-id/${someId}/cancel`,
      `POST ${records}/sync`,
    ]) {
      const body = line.endsWith('cancel') ? { reason: 'r' } : line.endsWith('sync') ? {} : { name: 'A' };
      for (const key of [undefined, '', 'x'.repeat(256)])
        refused(await call(line, key === undefined ? { body } : { body, key }), 400, 'BAD_REQUEST');
    }
  });

  it('refuses a key without a scope by the scope’s name; one of a connection reaches nothing else', async () => {
    const { organizationId, environment } = caller;
    const connectionIds = [records.slice('/v1/connections/'.length)] as ConnectionId[];
    const reader = { organizationId, environment, name: 'reader', scopes: ['read'] as const, connectionIds };
    const authorization = `Bearer ${(await live.core.access.issueKey(reader)).secret}`;
    const asked = async (line: string) => {
      const [method = '', path = ''] = line.split(' ');
      const body = method === 'POST' ? { body: {} } : {};
      return live.call(undefined, method, path, { ...body, headers: { authorization } });
    };
    for (const [line, scope] of Object.entries({
      [`POST ${records}/invoices`]: 'write',
      'POST /v1/automations': 'automate',
      'POST /v1/webhook-endpoints': 'admin',
      [`DELETE ${records}`]: 'admin',
    })) {
      const answer = await asked(line);
      refused(answer, 403, 'FORBIDDEN');
      expect(answer.body['reason'], line).to.equal('scope_missing');
      expect(answer.body['message']).to.include(`"${scope}"`);
    }
    for (const path of [records, '/v1/events']) expect((await asked(`GET ${path}`)).status).to.equal(200);
    refused(await asked(`GET /v1/connections/conn_${none}`), 404, 'NOT_FOUND');
    expect((await asked('GET /v1/usage')).body).to.include({ code: 'FORBIDDEN', reason: 'connection_restricted' });
  });

  it('makes one thing of twins, says which answer is no replay, and tells its secret there alone', async () => {
    const body = newEndpoint();
    const key = crypto.randomUUID();
    refused(await post({}, key), 400, 'BAD_REQUEST');
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body, key)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(answers.map((answer) => dataOf(answer)['webhook_endpoint_id'])).size).to.equal(1);
    const first = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'false');
    expect(first).to.have.length(1);
    expect(answers.filter((answer) => 'signing_secret' in dataOf(answer))).to.deep.equal(first);
    refused(await post(newEndpoint(), key), 422, 'IDEMPOTENCY_KEY_REUSED');
    const { url, event_types } = body;
    expect((await post({ event_types, url }, key)).headers.get('idempotent-replayed')).to.equal('true');
  });
});

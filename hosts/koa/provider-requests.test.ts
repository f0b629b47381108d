// Requests of one's own over HTTP: the forms of an answer, headers, scopes, the request log, and read-only deployments.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, serveLive } from './testing/live-service.ts';

describe('provider requests over HTTP', () => {
  const settings = { readOnly: false };
  const service = openedOnce(() =>
    serveLive({
      wrap: (ports) => ({ ...ports, settings: Object.assign(settings, { ...ports.settings, ...settings }) }),
    }),
  );
  const tenancy = openedOnce(() => service.newOrganization());
  let path: string;
  let connectionId: string;
  before(async () => {
    const { id } = await connected(service, tenancy.test, await service.newTenant());
    connectionId = id;
    path = `/v1/connections/${id}/provider-requests`;
  });
  afterEach(() => {
    settings.readOnly = false;
    return service.sandbox.control('DELETE', 'faults');
  });
  const make = (body: unknown, key?: string) =>
    service.call(tenancy.test, 'POST', path, { body, ...(key !== undefined && { key }) });
  const dataOf = ({ body }: LiveAnswer) => body['data'] as Record<string, unknown>;
  const named = ({ status, body }: LiveAnswer) => [status, body['code'], body['reason']].filter(Boolean).join(' ');
  const answerWith = (contentType: string, body: string) =>
    service.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: '/api.xro/2.0/Currencies' },
      action: { status: 200, headers: { 'content-type': contentType }, body },
    });
  const read = { method: 'GET', path: '/Currencies' };

  it('a write is 200 with the provider’s answer, its replay is marked, and one call was made', async () => {
    const body = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'Wholesale' }] } };
    const first = await make(body, 'group');
    expect([
      first.status,
      first.headers.get('x-provider-calls'),
      first.headers.get('x-write-resolution'),
    ]).to.deep.equal([...[200, '1', 'sent']]);
    expect(dataOf(first)).to.include({ effect: 'write', outcome: 'done', status: 200 });
    expect((dataOf(first)['body'] as { ContactGroups: object[] }).ContactGroups).to.have.length(1);
    const again = await make(body, 'group');
    expect([again.headers.get('idempotent-replayed'), again.headers.get('x-provider-calls')]).to.deep.equal([
      'true',
      null,
    ]);
    expect(dataOf(again)).to.deep.equal(dataOf(first));
    expect(named(await make(body))).to.equal('400 BAD_REQUEST');
    expect(named(await make({ ...body, path: '/Currencies' }, 'group'))).to.equal('422 IDEMPOTENCY_KEY_REUSED');
  });

  it('a body is JSON, a text or bytes, as it came', async () => {
    const forms: readonly [string, string, string, unknown][] = [
      ['application/json', '{"a":[1.5,"ö"]}', 'body', { a: [1.5, 'ö'] }],
      ['application/json', '{"a":12345678901234567890}', 'body_text', '{"a":12345678901234567890}'],
      ['application/json', '{"__proto__":{"a":1}}', 'body_text', '{"__proto__":{"a":1}}'],
      ['application/json', '{"a":', 'body_text', '{"a":'],
      ['application/json', `${'['.repeat(90)}${']'.repeat(90)}`, 'body_text', `${'['.repeat(90)}${']'.repeat(90)}`],
      ['text/html', '<b>no</b>', 'body_text', '<b>no</b>'],
      ['application/pdf', '%PDF-1.7', 'body_base64', Buffer.from('%PDF-1.7').toString('base64')],
    ];
    for (const [type, body, field, wanted] of forms) {
      await answerWith(type, body);
      const data = dataOf(await make(read));
      expect(data[field], body.slice(0, 30)).to.deep.equal(wanted);
      const others = ['body', 'body_text', 'body_base64'].filter((one) => one !== field && one in data);
      expect([others, data['bytes']], field).to.deep.equal([[], Buffer.byteLength(body)]);
    }
  });

  it('the provider’s headers come as far as they are listed, and the caller’s own never go out', async () => {
    await service.sandbox.control('DELETE', 'requests');
    const secret = { 'xero-tenant-id': 'theirs', 'ledger-tenant-id': 'theirs', cookie: 'a=b', 'x-own': '1' };
    const answer = await service.call(tenancy.test, 'POST', path, { body: read, headers: secret });
    expect(Object.keys(dataOf(answer)['headers'] as object).sort()).to.deep.equal([
      ...['app_minute_remaining', 'content_type', 'correlation_id', 'day_remaining', 'minute_remaining'],
      'retry_after_seconds',
    ]);
    const [call] = await service.calls('GET /api.xro/2.0/Currencies');
    expect(Object.keys(call?.headers ?? {}).sort()).to.deep.equal(['accept', 'ledger-tenant-id', 'user-agent']);
    expect(JSON.stringify(call)).not.to.include('theirs');
  });

  it('an unknown end is a 502 that names the request; it is found, listed and settled, and the request log has it all', async () => {
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/ContactGroups' },
      action: { drop: 'after' },
    });
    const body = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'Lost' }] } };
    const lost = await make(body, 'lost');
    expect([named(lost), lost.body['outcome']]).to.deep.equal(['502 PROVIDER_ERROR write_unresolved', 'unknown']);
    const id = String(lost.body['provider_request_id']);
    const get = (at: string) => service.call(tenancy.test, 'GET', `${path}${at}`);
    const { items } = dataOf(await get('?outcome=unknown')) as { items: { id: string }[] };
    expect(items.map((one) => one.id)).to.deep.equal([id]);
    expect(dataOf(await get(`/${id}`))['sent']).to.deep.equal({ path: '/ContactGroups', body: body.body });
    const settling = { outcome: 'done', reason: 'It is there' };
    const settle = () => service.call(tenancy.test, 'POST', `${path}/${id}/settle`, { body: settling });
    const early = await settle();
    expect([named(early), Number(early.headers.get('retry-after')) > 300]).to.deep.equal([
      ...['409 CONFLICT still_running', true],
    ]);
    service.advance(361);
    expect(dataOf(await settle())).to.include({ outcome: 'done', status: null });
    expect(dataOf(await make(body, 'lost'))).to.include({ id, outcome: 'done', status: null });
    const logged = await service.call(tenancy.test, 'GET', `/v1/requests?connection_id=${connectionId}&limit=200`);
    const routes = (dataOf(logged) as { items: { route: string; status: number }[] }).items.map(
      ({ route, status }) => `${status} ${route.replace('/v1/connections/:connection_id/', '')}`,
    );
    expect(routes).to.include.members(['502 provider-requests', '200 provider-requests/:provider_request_id/settle']);
  });

  it('a key needs its scopes, and a key of other connections finds nothing', async () => {
    const { core } = service;
    const asked = async (scopes: ('read' | 'write' | 'admin' | 'provider')[] | undefined, body: unknown, at = '') => {
      const { secret } = await core.access.issueKey({ ...tenancy.test, name: 'narrow', ...(scopes && { scopes }) });
      const response = await fetch(`${service.url}${path}${at}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify(body),
      });
      return `${response.status} ${((await response.json()) as { reason?: string }).reason ?? ''}`.trim();
    };
    const write = { method: 'PUT', path: '/Currencies', body: { Code: 'CAD' } };
    expect(await asked(undefined, read), 'a usual key').to.equal('403 scope_missing');
    expect(await asked(['provider', 'read'], read)).to.equal('200');
    expect(await asked(['provider', 'read'], write)).to.equal('403 scope_missing');
    expect(await asked(['provider', 'write'], write)).to.equal('200');
    const settling = { outcome: 'done', reason: 'x' };
    for (const scopes of [['admin'], ['provider']] as ('admin' | 'provider')[][])
      expect(await asked(scopes, settling, '/prq_01jd9x8fbee5wv1tzd4nq6c2m7/settle')).to.equal('403 scope_missing');
  });

  it('a deployment in read-only mode makes reads alone', async () => {
    settings.readOnly = true;
    expect(named(await make(read))).to.equal('200');
    const write = { method: 'PUT', path: '/Currencies', body: { Code: 'CHF' } };
    expect(named(await make(write, 'read only'))).to.equal('403 READ_ONLY');
  });
});

// Requests of one's own: what is let through, that no write doubles whatever is lost, who settles, and what is left behind.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ServiceError } from '../../domain/errors.ts';
import type { SettlementRequest } from '../../schemas/requests/provider-requests.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

const named = ({ code, details: { reason, outcome } }: ServiceError) =>
  [code, reason, outcome].filter(Boolean).join(' ');
const text = (body: Uint8Array | null) => new TextDecoder().decode(body ?? new Uint8Array());
const group = (Name: string) => ({ method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name }] } });

function requests(retention_mode: 'cached' | 'zero') {
  const given = givenBooks({ settings: { logRequestBodies: true } }, { retention_mode });
  const { service, tenancy, books } = given;
  beforeEach(async () => {
    await service.sandbox.control('DELETE', 'faults');
    await service.sandbox.control('DELETE', 'requests');
  });
  const of = () => ({ connectionId: books.connection.id });
  const documents = async (type: string) => {
    const asked = `documents?tenant_id=${books.tenantId}&type=${type}`;
    return (await service.sandbox.control('GET', asked))['documents'] as { Name: string; TrackingCategoryID: string }[];
  };
  return {
    ...given,
    of,
    make: (body: unknown, key: string | undefined = randomUUID(), caller = tenancy.test) =>
      service.core.providerRequests.make(caller, { ...of(), write: write(body, key) }),
    list: async (query = {}) =>
      (await service.core.providerRequests.list(tenancy.test, { ...of(), query })).items.map((one) => ({ ...one })),
    settle: (id: string, body: unknown, caller = tenancy.test) =>
      service.core.providerRequests.settle(caller, {
        ...of(),
        providerRequestId: id,
        write: write(body) as { body: SettlementRequest },
      }),
    find: (id: string) => service.core.providerRequests.find(tenancy.test, { ...of(), providerRequestId: id }),
    documents,
    groups: async () => (await documents('ContactGroups')).map(({ Name }) => Name),
    lose: (method: string, path: string, action: object, times = 1) =>
      service.sandbox.control('POST', 'faults', {
        match: { method, path: `/api.xro/2.0${path}` },
        action,
        times,
      }),
  };
}

describe('provider requests', () => {
  const { service, tenancy, make, list, find, settle, groups, documents, lose, of } = requests('cached');

  it('pass on a read with its parameters, and the provider’s answer with what is told of its headers', async () => {
    const { value } = await make({ method: 'GET', path: '/Accounts', query: { page: 1, order: 'Code ASC' } });
    expect(value).to.include({ effect: 'read', outcome: 'done', status: 200 });
    expect(JSON.parse(text(value.body)))
      .to.have.property('Accounts')
      .with.length.above(5);
    expect(value.headers.contentType).to.match(/^application\/json/);
    expect(value.headers.correlationId).to.match(/^[0-9a-f-]{36}$/);
    const [call] = await service.calls('GET /api.xro/2.0/Accounts');
    expect(call?.path).to.equal('/api.xro/2.0/Accounts?page=1&order=Code%20ASC');
    // The ledger's log leaves out the token.
    expect(Object.keys(call?.headers ?? {}).sort()).to.deep.equal(['accept', 'ledger-tenant-id', 'user-agent']);
    expect((await list()).map(({ method, template, outcome }) => [method, template, outcome])).to.deep.include([
      ...['GET', '/Accounts', 'done'],
    ]);
  });

  it('a write is made once for a key, and its replay has the answer', async () => {
    const key = randomUUID();
    const first = await make(group('Wholesale'), key);
    expect(first.value).to.include({ effect: 'write', outcome: 'done', status: 200 });
    const again = await make(group('Wholesale'), key);
    expect([again.replayed, again.value.id, text(again.value.body)]).to.deep.equal([
      ...[true, first.value.id, text(first.value.body)],
    ]);
    expect(named(await refusalOf(make(group('Other'), key)))).to.equal('IDEMPOTENCY_KEY_REUSED');
    expect((await groups()).filter((name) => name === 'Wholesale')).to.have.length(1);
    expect(named(await refusalOf(make(group('Keyless'), '')))).to.match(/^BAD_REQUEST/);
    const sent = await service.calls('PUT /api.xro/2.0/ContactGroups');
    expect(sent).to.have.length(1);
    expect(sent[0]?.headers['idempotency-key']).to.match(/^[0-9a-f]{64}$/);
  });

  it('what the provider refuses is an answer, too, and is replayed', async () => {
    const key = randomUUID();
    const nothing = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [] } };
    const { value } = await make(nothing, key);
    expect(value).to.include({ outcome: 'refused', status: 400 });
    expect(text(value.body)).to.include('ValidationErrors');
    expect((await make(nothing, key)).replayed).to.equal(true);
    const gone = await make({ method: 'GET', path: `/ContactGroups/${randomUUID()}` });
    expect(gone.value).to.include({ outcome: 'refused', status: 404 });
  });

  it('what is not listed is refused before anything is sent', async () => {
    const id = randomUUID();
    const refused: readonly [object, RegExp][] = [
      [{ method: 'GET', path: '/Users' }, /^FORBIDDEN provider_path_not_allowed/],
      [{ method: 'GET', path: '/Journals' }, /^FORBIDDEN provider_path_not_allowed/],
      [{ method: 'POST', path: '/Setup', body: {} }, /^FORBIDDEN provider_path_not_allowed/],
      [{ method: 'GET', path: `/Invoices/${id}/Attachments` }, /^CONFLICT use_family_route/],
      [{ method: 'PUT', path: '/Invoices', body: {} }, /^CONFLICT use_family_route/],
      [{ method: 'PUT', path: `/Invoices/${id}/History`, body: {} }, /^CONFLICT use_family_route/],
      [{ method: 'GET', path: '/Accounts', query: { where: 'Code=="200"' } }, /^BAD_REQUEST/],
      [{ method: 'GET', path: '//Accounts' }, /^BAD_REQUEST/],
      [{ method: 'GET', path: '/Accounts/../../connections' }, /^BAD_REQUEST/],
      [{ method: 'GET', path: '/Accounts', body: {} }, /^BAD_REQUEST/],
      [{ method: 'GET', path: '/Accounts', headers: { authorization: 'Bearer x' } }, /^BAD_REQUEST/],
      [{ method: 'PUT', path: '/ContactGroups' }, /^BAD_REQUEST/],
      [{ method: 'PATCH', path: '/ContactGroups' }, /^BAD_REQUEST/],
    ];
    for (const [body, expected] of refused)
      expect(named(await refusalOf(make(body))), JSON.stringify(body)).to.match(expected);
    expect(await service.calls('')).to.deep.equal([]);
  });

  for (const drop of ['before', 'after'] as const) {
    it(`a write whose call was cut off ${drop} it was made is told as unknown, and made once by its repeat`, async () => {
      const key = randomUUID();
      const name = `Cut off ${drop}`;
      await lose('PUT', '/ContactGroups', { drop });
      const refused = await refusalOf(make(group(name), key));
      expect(named(refused)).to.equal('PROVIDER_ERROR write_unresolved unknown');
      const id = refused.details.providerRequestId ?? '';
      expect((await list({ outcome: 'unknown' })).map((one) => one.id)).to.deep.equal([id]);
      expect((await find(id)).sent?.path).to.equal('/ContactGroups');
      service.advance(250);
      const repeated = await make(group(name), key);
      expect([repeated.resolution, repeated.value.id, repeated.value.outcome]).to.deep.equal(['repeated', id, 'done']);
      expect((await groups()).filter((one) => one === name)).to.have.length(1);
      expect(await list({ outcome: 'unknown' })).to.deep.equal([]);
      const keys = (await service.calls('PUT')).map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).to.equal(1);
    });
  }

  it('a lost write is never sent again after five minutes; a person settles it, once, and its repeat is answered so', async () => {
    const key = randomUUID();
    await lose('PUT', '/ContactGroups', { drop: 'after' });
    const id = (await refusalOf(make(group('Late'), key))).details.providerRequestId ?? '';
    const early = await refusalOf(settle(id, { outcome: 'done', reason: 'It is there' }));
    expect(named(early)).to.equal('CONFLICT still_running');
    expect(early.details.retryAfterSeconds).to.be.within(1, 360);
    service.advance(305);
    for (let i = 0; i < 3; i++)
      expect(named(await refusalOf(make(group('Late'), key)))).to.equal('PROVIDER_ERROR write_unresolved unknown');
    expect(await service.calls('PUT')).to.have.length(1);
    service.advance(60);
    expect(named(await refusalOf(settle(id, { outcome: 'perhaps', reason: 'x' })))).to.equal('BAD_REQUEST');
    const settled = (await settle(id, { outcome: 'done', reason: 'It is there' })).value;
    expect(settled).to.include({ outcome: 'done', status: null });
    expect(settled.settlement).to.include({ reason: 'It is there' });
    expect(named(await refusalOf(settle(id, { outcome: 'refused', reason: 'No' })))).to.equal(
      'CONFLICT already_settled',
    );
    const { items } = await service.ports.storage.audit.list(tenancy.organizationId, { limit: 5, page: 1 });
    expect(items.find(({ subject }) => subject === id)).to.deep.include({ action: 'provider_request.settled' });
    const answered = await make(group('Late'), key);
    expect(answered.value).to.include({ id, outcome: 'done', status: null });
    expect((await make(group('Late'), key)).replayed).to.equal(true);
    expect(await service.calls('PUT')).to.have.length(1);
    expect((await groups()).filter((name) => name === 'Late')).to.have.length(1);
  });

  it('a 5xx of a write leaves its end unknown, unless the provider says that it did nothing; a 5xx of a read is a 502', async () => {
    await lose('PUT', '/ContactGroups', { status: 503, body: 'The Organisation is offline' });
    expect(named(await refusalOf(make(group('Offline'))))).to.equal('PROVIDER_UNAVAILABLE not_applied');
    expect(await list({ outcome: 'unknown' })).to.deep.equal([]);
    await lose('PUT', '/ContactGroups', { status: 500 });
    expect(named(await refusalOf(make(group('Failed'))))).to.equal('PROVIDER_ERROR write_unresolved unknown');
    await lose('GET', '/ContactGroups', { status: 500 });
    expect(named(await refusalOf(make({ method: 'GET', path: '/ContactGroups' })))).to.match(/^PROVIDER_ERROR/);
    await lose('PUT', '/ContactGroups', { status: 429, headers: { 'retry-after': '7' } });
    const limited = await refusalOf(make(group('Limited')));
    expect([named(limited), limited.details.retryAfterSeconds]).to.deep.equal(['RATE_LIMITED provider not_applied', 7]);
    expect((await list({ outcome: 'unknown' })).map(({ template }) => template)).to.deep.equal(['/ContactGroups']);
  });

  it('a redirect is not followed: its status is told, and no address', async () => {
    await lose('GET', '/Currencies', { status: 302, headers: { location: 'https://elsewhere.example/x' } });
    const { value } = await make({ method: 'GET', path: '/Currencies' });
    expect(value).to.include({ outcome: 'refused', status: 302 });
    expect(JSON.stringify(value)).not.to.include('elsewhere');
  });

  it('a DELETE is sent once: a lost one is settled by a read of its path, or by a person', async () => {
    const made = await make({
      method: 'PUT',
      path: '/TrackingCategories',
      body: { Name: 'Doors', Status: 'ARCHIVED' },
    });
    const [category] = JSON.parse(text(made.value.body)).TrackingCategories;
    const path = `/TrackingCategories/${category.TrackingCategoryID}`;
    const key = randomUUID();
    await lose('DELETE', path, { drop: 'after' });
    const found = await make({ method: 'DELETE', path }, key);
    expect([found.resolution, found.value.outcome, found.value.status]).to.deep.equal(['found', 'done', 204]);
    const kept = await make({ method: 'PUT', path: '/TrackingCategories', body: { Name: 'Keys', Status: 'ARCHIVED' } });
    const [other] = JSON.parse(text(kept.value.body)).TrackingCategories;
    const at = `/TrackingCategories/${other.TrackingCategoryID}`;
    const again = randomUUID();
    await lose('DELETE', at, { drop: 'before' });
    for (let i = 0; i < 2; i++)
      expect(named(await refusalOf(make({ method: 'DELETE', path: at }, again)))).to.match(/write_unresolved unknown$/);
    expect(await service.calls(`DELETE /api.xro/2.0${at}`)).to.have.length(1);
    expect((await service.calls('DELETE'))[0]?.headers).not.to.have.property('idempotency-key');
    // The provider has no read of this path, so its 404 would tell nothing.
    const { value } = await make(group('Emptied'));
    const [{ ContactGroupID }] = JSON.parse(text(value.body)).ContactGroups;
    const emptying = { method: 'DELETE', path: `/ContactGroups/${ContactGroupID}/Contacts` };
    await lose('DELETE', emptying.path, { drop: 'after' });
    expect(named(await refusalOf(make(emptying)))).to.equal('PROVIDER_ERROR write_unresolved unknown');
    expect(await service.calls(`GET /api.xro/2.0${emptying.path}`)).to.deep.equal([]);
  });

  it('the copies of what a write touches are read again, or wait for a sync that is queued', async () => {
    const [region] = (await documents('TrackingCategories')).filter(({ Name }) => Name === 'Region');
    const path = `/TrackingCategories/${region?.TrackingCategoryID}/Options`;
    await make({ method: 'PUT', path, body: { Name: 'Harbour' } });
    const copies = await service.database.knex('cached_records').where({ type: 'tracking_categories' });
    expect(JSON.stringify(copies)).to.include('Harbour');
    const syncs = async () =>
      (await service.database.knex('operations').where({ type: 'connection.sync', subject: 'gap' })).length;
    const before = await syncs();
    await make({ method: 'PUT', path: '/TrackingCategories', body: { Name: 'Team', Status: 'ARCHIVED' } });
    expect(await syncs()).to.equal(before + 1);
  });

  it('bodies have bounds: a larger request is refused, a larger answer is told, and a write’s outcome is kept', async () => {
    const much = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'x'.repeat(1_100_000) }] } };
    expect(named(await refusalOf(make(much)))).to.equal('BAD_REQUEST');
    const large = JSON.stringify({ Text: 'x'.repeat(4 * 1024 * 1024) });
    const action = { status: 200, headers: { 'content-type': 'application/json' }, body: large };
    await lose('PUT', '/ContactGroups', action);
    const key = randomUUID();
    for (let i = 0; i < 2; i++) {
      const refused = await refusalOf(make(group('Large'), key));
      expect(named(refused)).to.match(/^PROVIDER_ERROR answer_too_large/);
      expect(await find(refused.details.providerRequestId ?? '')).to.include({ outcome: 'done', status: 200 });
    }
    await lose('GET', '/Currencies', action);
    expect(named(await refusalOf(make({ method: 'GET', path: '/Currencies' })))).to.match(/answer_too_large/);
  });

  it('needs the scopes of its effect beside its own, and settling needs both', async () => {
    const caller = (...scopes: ('read' | 'write' | 'provider' | 'admin')[]) => ({
      ...tenancy.test,
      rights: { scopes, connectionIds: null },
    });
    const read = { method: 'GET', path: '/Currencies' };
    await make(read, '', caller('provider', 'read'));
    expect(named(await refusalOf(make(read, '', caller('provider', 'write'))))).to.equal('FORBIDDEN scope_missing');
    expect(named(await refusalOf(make(group('Unscoped'), 'u', caller('provider', 'read'))))).to.equal(
      'FORBIDDEN scope_missing',
    );
    const settling = settle('prq_01jd9x8fbee5wv1tzd4nq6c2m7', { outcome: 'done', reason: 'x' }, caller('admin'));
    expect(named(await refusalOf(settling))).to.equal('FORBIDDEN scope_missing');
  });

  it('are metered by a meter of their own, and remembered as calls by their template', async () => {
    const uses = () => service.database.knex('usage_events').where({ meter: 'provider_request' });
    const before = (await uses()).length;
    await make({ method: 'GET', path: `/ContactGroups/${randomUUID()}` });
    await make(group('Metered'));
    expect(await uses()).to.have.length(before + 1);
    const calls = await service.database.knex('provider_calls').where({ connection_id: of().connectionId });
    expect(calls.map(({ path }) => path)).to.include('/ContactGroups/{uuid}');
    expect(calls.find(({ path }) => path === '/ContactGroups/{uuid}')?.correlation_id).to.match(/^[0-9a-f-]{36}$/);
  });
});

describe('provider requests of a connection with zero retention', () => {
  const { service, books, make, find, groups, lose } = requests('zero');

  it('leave nothing of path, query and body behind; what was sent is sealed until the outcome is known', async () => {
    const key = randomUUID();
    const canary = 'Xochipilli';
    await make({ method: 'GET', path: '/Accounts', query: { order: canary } });
    await make({ method: 'GET', path: `/Items/${canary}` });
    await lose('PUT', '/ContactGroups', { drop: 'after' });
    const id = (await refusalOf(make(group(canary), key))).details.providerRequestId ?? '';
    expect((await find(id)).sent).not.to.equal(null);
    const again = await make(group(canary), key);
    expect(text(again.value.body)).to.include(canary);
    expect((await find(id)).sent).to.equal(null);
    const replay = await make(group(canary), key);
    expect(replay.value).to.deep.include({ digest: again.value.digest, body: null, status: 200 });
    expect((await groups()).filter((name) => name === canary)).to.have.length(1);
    await refusalOf(make({ ...group(canary), path: `/${canary}` }));
    const tables: readonly { name: string }[] = await service.database.knex('sqlite_master').where({ type: 'table' });
    for (const { name } of tables)
      expect(JSON.stringify(await service.database.knex(name)), name).not.to.include(canary);
    expect(JSON.stringify(service.lines)).not.to.include(canary);
    expect(books.connection.retentionMode).to.equal('zero');
  });
});

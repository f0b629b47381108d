// The log has the right requests, with the right facts.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import type { LoggedRequest } from '#core/ports';
import { until } from '../../contract-tests/testing/until.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';
import { type SignedInMember, signedIn } from './testing/signed-in-member.ts';

interface Acted {
  readonly actor: object;
}

describe('the request log', () => {
  let service: LiveService;
  let caller: Caller;
  let owner: SignedInMember;
  let base: string;
  let zero: string;

  before(async () => {
    service = await serveLive({ settings: { logRequestBodies: true } });
    const tenancy = await service.newOrganization();
    caller = tenancy.test;
    owner = await signedIn(service, tenancy.organizationId, 'owner');
    base = `/v1/connections/${(await connected(service, caller, await service.newTenant())).id}`;
    const fields = { external_account_id: 'customer-2', retention_mode: 'zero' };
    zero = `/v1/connections/${(await connected(service, caller, await service.newTenant(), fields)).id}`;
  });
  after(() => service?.close());

  const logged = async (requestId: string): Promise<LoggedRequest> => {
    const found = () => service.ports.storage.requestLog.find(caller, requestId as LoggedRequest['requestId']);
    await until('the request is logged', async () => (await found()) !== undefined);
    return (await found()) as LoggedRequest;
  };
  /** Sends a request with an id of its own and returns what the log has of it. */
  const sent = async (method: string, path: string, body?: unknown, key: string = randomUUID()) => {
    const headers = { 'x-request-id': randomUUID() };
    const asked = { headers, ...(method === 'GET' ? {} : { key }), ...(body === undefined ? {} : { body }) };
    const answer = await service.call(caller, method, path, asked);
    return { answer, log: await logged(headers['x-request-id']) };
  };
  const isLogged = async (requestId: string) => {
    // A later request of the same host is logged later.
    await sent('GET', '/v1/connections');
    return (await service.ports.storage.requestLog.find(caller, requestId as never)) !== undefined;
  };

  it('has a write with its caller, connection, record, key and body, and says when it was replayed', async () => {
    const key = randomUUID();
    const body = { name: 'Harbour Coffee', contact_number: 'c-1' };
    const { log } = await sent('POST', `${base}/contacts`, body, key);
    expect(log).to.include({ actorName: 'test', method: 'POST', status: 201, code: null, idempotencyKey: key });
    expect(log).to.include({ isReplayed: false, route: '/v1/connections/:connection_id/contacts', error: null });
    expect(log.actor).to.match(/^key_/);
    expect(log.id).to.match(/^req_/);
    expect([log.connectionId, log.resourceId]).to.deep.equal([base.slice(16), log.resourceId]);
    expect(log.resourceId).to.match(/^con_/);
    expect(log.body).to.deep.equal(body);
    expect(log.durationMs).to.be.greaterThan(0);
    const again = await sent('POST', `${base}/contacts`, body, key);
    expect(again.log).to.include({ isReplayed: true, status: 201, resourceId: log.resourceId });
  });

  it('has the words of a refusal, and of a connection with zero retention only its code', async () => {
    const wrong = { name: 'Harbour Tea', email_address: 'CANARY' };
    for (const [path, isKept] of [
      [base, true],
      [zero, false],
    ] as const) {
      const { answer, log } = await sent('POST', `${path}/contacts`, wrong);
      expect(log).to.include({ status: answer.status, code: answer.body['code'], connectionId: path.slice(16) });
      expect(log.error?.message).to.equal(isKept ? answer.body['message'] : undefined);
      expect(JSON.stringify(log).includes('CANARY')).to.equal(isKept);
    }
  });

  it('has the path and query as they were asked for, and nothing of them where nothing is retained', async () => {
    const asked = '/invoices?limit=300&q=CANARY&api_key=hush';
    const { answer, log } = await sent('GET', `${base}${asked}`);
    expect(answer.status).to.equal(400);
    expect(log.path).to.equal(`${base}/invoices?limit=300&q=CANARY&api_key=%5Bredacted%5D`);
    const other = await sent('GET', `${zero}${asked}`);
    expect([other.log.connectionId, other.log.path]).to.deep.equal([zero.slice(16), null]);
    const shown = (await service.call(caller, 'GET', `/v1/requests/${log.id}`)).body['data'];
    expect(shown).to.include({ path: log.path });
  });

  it('names the operation that a request began, and nothing that is another organization’s', async () => {
    const { answer, log } = await sent('POST', `${base}/sync`, {});
    expect(log.operationId).to.equal((answer.body['data'] as Record<string, unknown>)['operation_id']);
    const other = (await service.newOrganization()).test;
    const headers = { 'x-request-id': randomUUID() };
    for (const path of [`${base}/contacts`, `/v1/operations/${log.operationId}`]) {
      await service.call(other, 'GET', path, { headers });
    }
    const found = () => service.ports.storage.requestLog.list(other, {}, { limit: 9, page: 1 });
    await until('both are logged', async () => (await found()).total === 2);
    for (const { connectionId, operationId, code } of (await found()).items)
      expect([connectionId, operationId, code]).to.deep.equal([null, null, 'NOT_FOUND']);
    const mine = await service.ports.storage.requestLog.find(caller, headers['x-request-id'] as never);
    expect(mine).to.equal(undefined);
  });

  it('is read by the API: with what each request caused, and its failures by reason', async () => {
    type Read = Readonly<Record<string, unknown>> & { readonly items: readonly Readonly<Record<string, unknown>>[] };
    const read = async (path: string) => (await service.call(caller, 'GET', path)).body['data'] as Read;
    const { log } = await sent('POST', `${base}/contacts`, { name: 'Harbour Ink' });
    const contact = await read(`/v1/requests/${log.id}`);
    expect(contact['record']).to.deep.equal({ type: 'contacts', id: log.resourceId });
    expect(contact['actor']).to.deep.equal({ type: 'api_key', id: log.actor, name: 'test' });
    expect(contact['provider_calls']).to.containSubset([{ method: 'PUT', path: '/Contacts', status: 200 }]);
    const sync = await sent('POST', `${base}/sync`, {});
    const begun = await read(`/v1/requests/${sync.log.requestId}`);
    expect(begun['operation']).to.include({ operation_id: sync.log.operationId, type: 'connection.sync' });
    const left = await connected(service, caller, await service.newTenant(), { external_account_id: 'customer-3' });
    const leaving = await sent('DELETE', `/v1/connections/${left.id}`);
    const { events } = await read(`/v1/requests/${leaving.log.id}`);
    expect(events).to.containSubset([{ type: 'connection.disconnected' }]);
    for (const path of ['invoices/none', 'contacts/none', 'contacts/none']) await sent('GET', `${base}/${path}`);
    const filters = `connection_id=${base.slice(16)}&code=NOT_FOUND`;
    const { items: groups } = await read(`/v1/request-failures?${filters}`);
    expect(groups.map(({ route, count }) => [String(route).slice(31), count])).to.deep.equal([
      ['contacts/:resource_id', 2],
      ['invoices/:resource_id', 1],
    ]);
    const listed = await read(`/v1/requests?${filters}&status=4xx&api_key_id=${log.actor}&limit=1`);
    expect(listed.items[0]).to.include({ status: 404, operation_id: null }).and.not.have.property('body');
    for (const [name, value] of Object.entries({ status: '4', code: 'NOPE', api_key_id: 'key_1' })) {
      const { status, body } = await service.call(caller, 'GET', `/v1/requests?${name}=${value}`);
      expect([status, body['message']]).to.deep.equal([400, String(body['message'])]);
      expect(body['message']).to.match(new RegExp(`^${name}: `));
    }
  });

  it('and operations and the audit log name who acted: a key, a member, or the service itself', async () => {
    const headers = { cookie: owner.cookie, ...owner.page };
    const sync = `/accounting/test${base.slice(3)}/sync`;
    await service.call(undefined, 'POST', sync, { headers, key: randomUUID(), body: { scope: 'invoices' } });
    await sent('POST', `${base}/sync`, { scope: 'all' });
    const list = `/v1/operations?connection_id=${base.slice(16)}&type=connection.sync`;
    const { items } = (await service.call(caller, 'GET', list)).body['data'] as { items: Acted[] };
    const member = { type: 'member', id: owner.memberId, name: owner.email };
    const { log } = await sent('GET', '/v1/events');
    const key = { type: 'api_key', id: log.actor, name: 'test' };
    const system = { type: 'system', id: 'system', name: null };
    for (const actor of [member, key, system]) expect(items.map((one) => one.actor)).to.deep.include(actor);
    const audit = (await service.call(undefined, 'GET', '/accounting/audit', { headers })).body['data'];
    expect((audit as { items: Acted[] }).items.map(({ actor }) => actor)).to.deep.include(member);
  });

  it('has changes and refusals of the console, not its reads, and no request without a caller', async () => {
    const cookie = { cookie: owner.cookie };
    const asked = async (method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) => {
      const id = randomUUID();
      const all = { 'x-request-id': id, ...headers };
      await service.call(undefined, method, path, { headers: all, ...(body && { body }), key: randomUUID() });
      return id;
    };
    const sync = `/accounting/test${base.slice(3)}/sync`;
    const change = await logged(await asked('POST', sync, { ...cookie, ...owner.page }, {}));
    expect(change).to.include({ actor: owner.memberId, status: 202, method: 'POST' });
    expect(change.actorName).to.match(/@/);
    expect(change.route).to.equal('/accounting/test/connections/:connection_id/sync');
    expect(await logged(await asked('POST', sync, cookie, {}))).to.include({ reason: 'origin', status: 403 });
    expect(await logged(await asked('GET', '/accounting/test/events/evt_x', cookie))).to.include({ status: 404 });
    const silent = [
      await asked('GET', '/accounting/test/events', cookie),
      await asked('GET', '/accounting/members', cookie),
      await asked('GET', '/v1/events', {}),
    ];
    for (const id of silent) expect(await isLogged(id)).to.equal(false);
  });
});

// What a key of kind agent gets over plain REST: what its headers say, the tools behind its requests, what no person can be asked
// about, and being told to stop.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller, ConnectionId } from '#core';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveCall, type LiveService, serveLive } from './testing/live-service.ts';

type KeyTerms = Partial<Parameters<LiveService['core']['access']['issueKey']>[0]>;

const uuid = '5f1d2c3b-0000-4000-8000-000000000001';

async function openBooks() {
  const service = await serveLive();
  const { test: plane } = await service.newOrganization();
  const company = async (name: string) => connected(service, plane, await service.newTenant(name));
  return { ...service, plane, one: await company('Søren & Co'), other: await company('Harbour Ltd') };
}

describe('an agent’s key over REST', () => {
  const service = openedOnce(openBooks);
  const agentKey = async (terms: KeyTerms = {}): Promise<string> => {
    const { organizationId, environment }: Caller = service.plane;
    const usual = { organizationId, environment, name: 'agent', kind: 'agent', requiresApproval: 'none' } as const;
    const scopes = ['read', 'write', 'automate'] as const;
    return (await service.core.access.issueKey({ ...usual, scopes, connectionIds: [service.one.id], ...terms })).secret;
  };
  const call = async (secret: string, method: string, path: string, { headers = {}, ...given }: LiveCall = {}) => {
    const at = `/v1/connections/${service.one.id}/${path}`;
    const told = { authorization: `Bearer ${secret}`, ...headers };
    const { status, body, headers: answered } = await service.call(undefined, method, at, { ...given, headers: told });
    return { status, reason: body['reason'] ?? body['code'], body, data: body['data'] as Data, answered };
  };
  interface Data {
    readonly item?: { readonly id: string };
    readonly operation_id?: string;
    readonly state?: string;
  }
  const create = (secret: string, name: string, headers: Readonly<Record<string, string>>) =>
    call(secret, 'POST', 'contacts', { body: { name }, headers });
  const contacts = async (): Promise<number> =>
    (await service.sandbox.documents(service.one.providerTenantId ?? '', 'Contacts')).length;

  it('names what it creates by its Request-Ref, in UTF-8, once', async () => {
    const key = await agentKey();
    const headers = { 'request-ref': Buffer.from('café 1', 'utf8').toString('latin1') };
    const first = await create(key, 'Named', headers);
    const again = await create(key, 'Named', headers);
    expect([first.status, again.answered.get('idempotent-replayed')], JSON.stringify(first.body)).to.eql([201, 'true']);
    expect(again.data.item?.id).to.equal(first.data.item?.id);
    expect((await create(key, 'Named otherwise', headers)).reason).to.equal('ref_used');
    const keyed = await call(key, 'POST', 'contacts', { body: { name: 'Keyed' }, key: randomUUID() });
    expect([keyed.status, JSON.stringify(keyed.body['errors'])]).to.satisfy(([status, errors]: [number, string]) => {
      return status === 400 && errors.includes('Request-Ref');
    });
  });

  it('is asked about a look-alike, and passes by Not-Same-As', async () => {
    const key = await agentKey();
    const { data } = await create(key, 'Twin', { 'request-ref': 'twin 1' });
    const before = await contacts();
    const asked = await create(key, ' TWIN ', { 'request-ref': 'twin 2' });
    expect([asked.status, asked.reason]).to.eql([409, 'looks_the_same']);
    expect(asked.body['look_alike']).to.include({ kind: 'record', id: data.item?.id, ref: 'twin 1' });
    expect(await contacts()).to.equal(before);
    const wrong = await create(key, ' TWIN ', { 'request-ref': 'twin 2', 'not-same-as': uuid });
    expect(wrong.reason).to.equal('looks_the_same');
    const passed = await create(key, 'Twin (branch)', { 'request-ref': 'twin 3', 'not-same-as': data.item?.id ?? '' });
    expect(passed.status, JSON.stringify(passed.body)).to.equal(201);
  });

  it('says which company it means once it reaches several: percent-encoded or in UTF-8', async () => {
    const key = await agentKey({ connectionIds: [service.one.id, service.other.id] as ConnectionId[] });
    const before = await contacts();
    for (const said of [undefined, 'Harbour Ltd']) {
      const headers = said === undefined ? {} : { 'company-name': said };
      const { status, reason } = await create(key, 'Meant', { 'request-ref': 'meant 0', ...headers });
      expect([status, reason], String(said)).to.eql([409, 'company_mismatch']);
    }
    expect(await contacts()).to.equal(before);
    const forms = [encodeURIComponent('Søren & Co'), Buffer.from('Søren & Co', 'utf8').toString('latin1')];
    for (const [position, form] of forms.entries()) {
      const headers = { 'request-ref': `meant ${position + 1}`, 'company-name': form };
      const { status, body } = await create(key, `Meant ${position}`, headers);
      expect(status, JSON.stringify(body)).to.equal(201);
    }
  });

  it('of another kind is refused each of the three headers by its name', async () => {
    const secret = await service.secretOf(service.plane);
    for (const name of ['Request-Ref', 'Company-Name', 'Not-Same-As']) {
      const given = { body: { name: 'Backend' }, key: randomUUID(), headers: { [name.toLowerCase()]: 'x' } };
      const { status, body } = await call(secret, 'POST', 'contacts', given);
      expect([status, JSON.stringify(body).includes(name)], name).to.eql([400, true]);
    }
  });

  it('with a list of tools may ask for what is behind them, and for nothing else', async () => {
    const key = await agentKey({ tools: ['list_contacts', 'create_contact'] });
    expect((await call(key, 'GET', 'contacts')).status).to.equal(200);
    expect((await create(key, 'Behind a tool', { 'request-ref': 'tool 1' })).status).to.equal(201);
    const before = await contacts();
    const others = [
      ['GET', 'invoices', undefined],
      ['POST', 'invoices', {}],
      ['PATCH', `contacts/${uuid}`, { name: 'x' }],
      ['POST', 'contacts/bulk', { items: [{ item_key: 'a', name: 'x' }] }],
      ['POST', `invoices/${uuid}/cancel`, { reason: 'x' }],
    ] as const;
    for (const [method, path, body] of others) {
      const given = method === 'GET' ? {} : { body, headers: { 'request-ref': 'tool 2' } };
      const { status, reason } = await call(key, method, path, given);
      expect([status, reason], `${method} ${path}`).to.eql([403, 'no_such_tool']);
    }
    expect(await contacts()).to.equal(before);
  });

  it('is answered 202 with the operation where a person must approve, and nothing is sent', async () => {
    const key = await agentKey({ requiresApproval: 'all' });
    const before = await contacts();
    const held = await create(key, 'Waiting', { 'request-ref': 'waits 1' });
    expect([held.status, held.data.state], JSON.stringify(held.body)).to.eql([202, 'awaiting_approval']);
    const again = await create(key, 'Waiting', { 'request-ref': 'waits 1' });
    expect(again.data.operation_id).to.equal(held.data.operation_id);
    expect(again.answered.get('idempotent-replayed')).to.equal('true');
    expect(await contacts()).to.equal(before);
  });

  it('is refused notes, files and allocations that would have to be approved, and nothing is sent', async () => {
    const { data } = await create(await agentKey(), 'Filed', { 'request-ref': 'filed' });
    const at = `contacts/${data.item?.id}`;
    const credit = `credit_notes/${uuid}/allocations`;
    const cases = [
      ['all', `${at}/history`, { note: 'x' }],
      ['all', `${at}/attachments?filename=a.pdf`, new TextEncoder().encode('%PDF-1.4')],
      ['all', credit, { invoice_id: uuid, amount: 1 }],
      ['high', credit, { invoice_id: uuid, amount: 1 }],
    ] as const;
    for (const [requiresApproval, path, body] of cases) {
      const key = await agentKey({ requiresApproval });
      await service.sandbox.control('DELETE', 'requests');
      const { status, reason, body: answer } = await call(key, 'POST', path, { body, key: randomUUID() });
      expect([status, reason], `${path} ${JSON.stringify(answer)}`).to.eql([403, 'approval_not_possible']);
      expect(JSON.stringify(await service.calls(''))).not.to.match(/"method":"(POST|PUT)"/);
    }
    const free = await call(await agentKey({ requiresApproval: 'high' }), 'POST', `${at}/history`, {
      ...{ body: { note: 'x' }, key: randomUUID() },
    });
    expect(free.status, JSON.stringify(free.body)).to.equal(201);
  });

  it('is told to stop after three refusals of the very same call; another call and another key are not', async () => {
    const key = await agentKey();
    const refused = (secret: string, headers: Readonly<Record<string, string>> = {}) =>
      call(secret, 'PATCH', `contacts/${uuid}`, { body: { nme: 'x' }, key: 'same', headers });
    for (let tries = 0; tries < 3; tries++) expect((await refused(key)).status).to.equal(400);
    const told = await refused(key);
    expect([told.status, told.reason]).to.eql([429, 'stop_repeating']);
    expect((await refused(await agentKey())).status).to.equal(400);
    const other = await call(key, 'PATCH', `contacts/${uuid}`, { body: { nam: 'x' }, key: 'same' });
    expect(other.status).to.equal(400);
    const backend = await service.secretOf(service.plane);
    for (let tries = 0; tries < 5; tries++) expect((await refused(backend)).status).to.equal(400);
  });
});

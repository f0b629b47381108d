// What waits for a member: it is sent once it is approved, once and as it was approved, and otherwise never.
import { expect } from 'chai';
import { createCore } from '../../create-core.ts';
import type { Caller } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import type { ApiKeyId } from '../../domain/ids.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { presentEntry } from '../../schemas/answers/console.ts';
import { line } from '../resources/testing/books.ts';
import { connected, write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { givenBooks } from '../testing/worlds.ts';
import { agentOf, decided, memberOf, propose, proposeRecipe, whyNot, worked } from './testing/waiting.ts';

describe('a write that waits for a member', () => {
  const { service, tenancy, books } = givenBooks();
  let member: SignedIn;
  let agent: Caller & { readonly actor: ApiKeyId };
  let contact: CachedRecord;
  before(async () => {
    member = await memberOf(service, tenancy);
  });
  beforeEach(async () => {
    agent = await agentOf(service, member);
    contact = await books.create('contacts', { name: 'Customer', email: 'a@b.example' });
  });

  const approvals = () => service.core.console.approvals;
  const invoice = () => ({ contact_id: contact.providerId, line_items: [line] });
  const proposed = (key?: string) =>
    propose(service, agent, {
      connection: books.connection,
      act: { kind: 'create', type: 'invoices', providerId: null },
      body: invoice(),
      amounts: [{ currency: 'GBP', amount: '100' }],
      ...(key && { key }),
    });
  const renamed = (name: string) =>
    propose(service, agent, {
      connection: books.connection,
      act: { kind: 'update', type: 'contacts', providerId: contact.providerId },
      body: { name },
    });
  const countOf = async (family: string) => (await service.sandbox.documents(books.tenantId, family)).length;
  const worksOn = ({ id }: { readonly id: Parameters<typeof worked>[2] }) => worked(service, tenancy.test, id);
  const eventsOf = async (id: string) =>
    (await service.core.events.list(tenancy.test, { limit: '100' })).items
      .filter(({ data }) => data['operation_id'] === id)
      .map(({ type, data }) => [type, data] as const);

  it('waits, however often workers look, and is then sent once, as it was approved', async () => {
    const operation = await proposed();
    expect(operation).to.include({ state: 'awaiting_approval', type: 'record.write', nextAttemptAt: null });
    expect(operation.begunBy).to.include({ type: 'agent', id: agent.actor });
    expect(operation.approval?.url).to.equal(
      `http://localhost:8080/console/${tenancy.organizationId}/test/operations/${operation.id}`,
    );
    expect((await worksOn(operation)).state).to.equal('awaiting_approval');
    expect(await countOf('Invoices')).to.equal(0);
    const read = await approvals().read(member, 'test', operation.id);
    expect(read).to.deep.include({ ref: 'order 7', because: 'all', amounts: [{ currency: 'GBP', amount: '100' }] });
    expect(read.item).to.include({ contact_id: resourceIdOf('contacts', contact.providerId) });
    expect(Object.values(read.names)).to.deep.equal(['Customer']);
    const { value } = await approvals().approve(...decided(member, operation, 'as agreed'));
    expect(value).to.include({ state: 'queued' });
    expect(value.approval?.decision).to.deep.include({ verdict: 'approved', comment: 'as agreed' });
    const ended = await worksOn(operation);
    expect(ended).to.include({ state: 'succeeded', error: null });
    expect(ended.result).to.deep.include({ type: 'invoices', action: 'created' });
    expect(await countOf('Invoices')).to.equal(1);
    const again = await approvals().approve(...decided(member, operation));
    expect(again.value).to.include({ state: 'succeeded' });
    expect((await worksOn(operation)).state).to.equal('succeeded');
    expect(await countOf('Invoices')).to.equal(1);
    expect(await whyNot(approvals().decline(...decided(member, operation)))).to.equal('already_decided');
    const told = await eventsOf(operation.id);
    expect(told.map(([type]) => type).sort()).to.deep.equal(['operation.approved', 'operation.awaiting_approval']);
    const key = { id: agent.actor, name: 'Clerk' };
    expect(told.find(([type]) => type === 'operation.approved')?.[1]).to.deep.include({
      ...{ tool: 'create_invoice', recipe: null, record_type: 'invoices', amount: '100', currency: 'GBP', key },
      ...{ decided_by: member.memberId, comment: 'as agreed' },
    });
    const { items } = await service.core.console.readAudit(member, { subject: operation.id });
    expect(items.map(({ action, actor }) => [action, actor])).to.deep.equal([
      ['operation.approved', member.memberId],
      ['operation.proposed', agent.actor],
    ]);
    expect(items.map((entry) => presentEntry(entry).actor.type)).to.deep.equal(['member', 'agent']);
    expect(items[0]?.details).to.deep.include({ asked_by: agent.actor, asked_by_name: 'Clerk', own_key: true });
  });

  it('is declined with words that the agent reads, and never sent', async () => {
    const operation = await proposed();
    const { value } = await approvals().decline(...decided(member, operation, 'use account 260'));
    expect(value).to.include({ state: 'cancelled', nextAttemptAt: null });
    expect(value.error).to.deep.include({ code: 'CONFLICT', reason: 'declined', outcome: 'not_applied' });
    expect(value.error?.message).to.contain('use account 260');
    expect((await approvals().decline(...decided(member, operation))).value.state).to.equal('cancelled');
    expect(await whyNot(approvals().approve(...decided(member, operation)))).to.equal('already_decided');
    expect((await worksOn(operation)).state).to.equal('cancelled');
    expect(await countOf('Invoices')).to.equal(0);
  });

  it('is approved or declined by one of two members who press at once', async () => {
    const other = await memberOf(service, tenancy, 'developer');
    const operation = await proposed();
    const said = await Promise.allSettled([
      approvals().approve(...decided(member, operation)),
      approvals().decline(...decided(other, operation)),
    ]);
    expect(said.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    const ended = await worksOn(operation);
    expect(await countOf('Invoices')).to.equal(ended.state === 'succeeded' ? 1 : 0);
  });

  it('is decided by owners and developers alone', async () => {
    const operation = await proposed();
    const viewer = await memberOf(service, tenancy, 'viewer');
    const stranger = await memberOf(service, await service.newOrganization());
    expect(await whyNot(approvals().approve(...decided(viewer, operation)))).to.equal('role');
    expect(await whyNot(approvals().decline(...decided(viewer, operation)))).to.equal('role');
    expect(await whyNot(approvals().approve(...decided(stranger, operation)))).to.equal('NOT_FOUND');
    expect(await whyNot(approvals().read(stranger, 'test', operation.id))).to.equal('NOT_FOUND');
    const inLive = [member, { ...decided(member, operation)[1], environment: 'live' }] as const;
    expect(await whyNot(approvals().approve(...inLive))).to.equal('NOT_FOUND');
    expect((await worksOn(operation)).state).to.equal('awaiting_approval');
  });

  it('is decided with a second factor where the organization requires one', async () => {
    const [own, { knex }] = [await service.newOrganization(), service.database];
    const owner = await memberOf(service, own);
    const clerk = await agentOf(service, owner);
    const connection = await connected(service, own.test, await service.newTenant());
    const act = { kind: 'create', type: 'contacts', providerId: null } as const;
    const operation = await propose(service, clerk, { connection, act, body: { name: 'One' } });
    await knex('organizations').where({ id: own.organizationId }).update({ requires_second_factor: true });
    for (const verb of ['approve', 'decline'] as const) {
      expect(await whyNot(approvals()[verb](...decided(owner, operation)))).to.equal('second_factor_required');
    }
    await knex('console_sessions').where({ id: owner.sessionId }).update({ proven_by: 'totp' });
    expect((await approvals().approve(...decided(owner, operation))).value.state).to.equal('queued');
  });

  it('is not sent as anything but what was approved, and a door that compares nothing would be seen', async () => {
    const tampered = async () => {
      const operation = await proposed();
      const { knex } = service.database;
      const row = await knex('held_writes').where({ id: operation.id }).first();
      const content = String(row.content).replaceAll('Bench', 'Gold');
      await knex('held_writes').where({ id: operation.id }).update({ content });
      await approvals().approve(...decided(member, operation));
      return operation;
    };
    const operation = await tampered();
    const ended = await worksOn(operation);
    expect(ended.error).to.deep.include({ reason: 'changed_since_proposed', outcome: 'not_applied' });
    expect(ended.state).to.equal('cancelled');
    expect(await countOf('Invoices')).to.equal(0);
    const other = await tampered();
    const { digests = [] } = (await service.ports.storage.heldWrites.find(tenancy.test, other.id)) ?? {};
    const sha256 = (text: string | Uint8Array) =>
      String(text).startsWith('{"send"') ? String(digests[0]) : service.ports.digester.sha256(text);
    const saboteur = createCore({ ...service.ports, digester: { ...service.ports.digester, sha256 } });
    expect((await worked(service, tenancy.test, other.id, saboteur)).state).to.equal('succeeded');
    expect(await countOf('Invoices')).to.equal(1);
  });

  it('is not sent by a worker that takes what nobody approved', async () => {
    const operation = await proposed();
    const taken = { state: 'queued', stage: 'timer', due_at: 0 };
    await service.database.knex('operations').where({ id: operation.id }).update(taken);
    for (const leased of await service.core.worker.claim(10)) {
      if (leased.operation.id === operation.id) {
        expect(await service.core.worker.run(leased, new AbortController().signal)).to.equal('retrying');
      }
    }
    const { state, attemptCount } = await service.core.operations.find(tenancy.test, operation.id);
    expect({ state, attemptCount }).to.deep.equal({ state: 'retrying', attemptCount: 1 });
    expect(await countOf('Invoices')).to.equal(0);
  });

  it('shows what a change changes, and is not sent over a record that somebody else has changed since', async () => {
    const operation = await renamed('Renamed');
    const { changes } = await approvals().read(member, 'test', operation.id);
    expect(changes).to.deep.equal([{ path: 'name', before: 'Customer', after: 'Renamed' }]);
    service.advance(2);
    await books.byHand('contacts', contact.providerId, { email: 'c@d.example' });
    await approvals().approve(...decided(member, operation));
    const ended = await worksOn(operation);
    expect(ended).to.include({ state: 'cancelled' });
    expect(ended.error).to.deep.include({ reason: 'changed_since_proposed', outcome: 'not_applied' });
    expect((await books.native('contacts', contact.providerId))['Name']).to.equal('Customer');
    const next = await renamed('Renamed');
    await approvals().approve(...decided(member, next));
    expect((await worksOn(next)).state).to.equal('succeeded');
    expect((await books.native('contacts', contact.providerId))['Name']).to.equal('Renamed');
  });

  it('is not sent over a record that was changed while a worker looked at it', async () => {
    const operation = await renamed('Renamed');
    await approvals().approve(...decided(member, operation));
    service.advance(2);
    const { read } = gatewayOf(service.ports);
    let reads = 0;
    const racing = withGateway(service.ports, {
      async read(...asked) {
        const record = await read(...asked);
        if (++reads === 1) await books.byHand('contacts', contact.providerId, { email: 'c@d.example' });
        return record;
      },
    });
    const ended = await worked(service, tenancy.test, operation.id, createCore(racing));
    expect(ended).to.include({ state: 'cancelled' });
    expect(ended.error).to.deep.include({ reason: 'changed_since_proposed', outcome: 'not_applied' });
    expect((await books.native('contacts', contact.providerId))['Name']).to.equal('Customer');
  });

  it('cancels and deletes what was approved to be cancelled and deleted', async () => {
    const made = await books.create('invoices', { ...invoice(), status: 'AUTHORISED', due_date: '2030-01-31' });
    const item = await books.create('items', { code: `C${Date.now() % 1e6}` });
    const acts = [
      { kind: 'cancel', type: 'invoices', providerId: made.providerId },
      { kind: 'delete', type: 'items', providerId: item.providerId },
    ] as const;
    for (const act of acts) {
      const operation = await propose(service, agent, { connection: books.connection, act });
      expect((await worksOn(operation)).state).to.equal('awaiting_approval');
      await approvals().approve(...decided(member, operation));
      expect((await worksOn(operation)).state).to.equal('succeeded');
    }
    expect((await books.native('invoices', made.providerId))['Status']).to.equal('VOIDED');
    expect(await countOf('Items')).to.equal(0);
  });

  it('makes an archived contact active and changes it, as it was approved', async () => {
    const old = await books.create('contacts', { name: 'Old', contact_number: 'C-1' });
    await books.update('contacts', old.providerId, { provider_data: { ContactStatus: 'ARCHIVED' } });
    const operation = await propose(service, agent, {
      connection: books.connection,
      act: { kind: 'create', type: 'contacts', providerId: null },
      body: { name: 'New', contact_number: 'C-1' },
    });
    await approvals().approve(...decided(member, operation));
    expect(await worksOn(operation)).to.include({ state: 'succeeded', error: null });
    expect(await books.native('contacts', old.providerId)).to.include({ Name: 'New', ContactStatus: 'ACTIVE' });
  });

  it('ends after seven days, whatever the clock did meanwhile', async () => {
    const [operation, other] = [await proposed(), await proposed()];
    service.advance(7 * 86_400 - 60, 'core');
    expect((await worksOn(other)).state).to.equal('awaiting_approval');
    service.advance(86_400, 'core');
    const late = await memberOf(service, tenancy);
    expect(await whyNot(approvals().approve(...decided(late, operation)))).to.equal('approval_expired');
    service.advance(-8 * 86_400 + 60, 'core');
    expect(await whyNot(approvals().approve(...decided(member, operation)))).to.equal('approval_expired');
    // Nobody has looked at the other one yet, and its time is not over any more.
    expect((await worksOn(other)).state).to.equal('awaiting_approval');
    service.advance(7 * 86_400, 'core');
    expect((await worksOn(other)).error).to.deep.include({ reason: 'approval_expired', outcome: 'not_applied' });
    service.advance(-7 * 86_400, 'core');
    expect(await countOf('Invoices')).to.equal(0);
  });

  it('ends with its key, and with its connection', async () => {
    const [revoked, swept] = [await proposed(), await proposed()];
    await service.core.console.revokeKey(member, agent.actor);
    expect(await whyNot(approvals().approve(...decided(member, revoked)))).to.equal('key_revoked');
    expect((await worksOn(swept)).error).to.deep.include({ reason: 'key_revoked' });
    agent = await agentOf(service, member);
    const rolled = await proposed();
    await service.core.console.rollKey(member, agent.actor, { oldEndsInHours: 1, write: write({}, undefined) });
    service.advance(3601, 'core');
    expect((await worksOn(rolled)).error).to.deep.include({ reason: 'key_expired' });
    agent = await agentOf(service, member);
    const left = await proposed();
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    expect((await service.core.operations.find(tenancy.test, left.id)).error).to.deep.include({
      reason: 'connection_not_active',
    });
    expect(await countOf('Invoices')).to.equal(0);
  });

  it('of an automation begins only while its plan is the approved one', async () => {
    const made = await books.create('invoices', { ...invoice(), status: 'AUTHORISED', due_date: '2030-01-31' });
    const input = { invoice_id: made.providerId, account_code: '090', amount: 40, date: '2030-01-02' };
    const paying = () => proposeRecipe(service, agent, books.connection, 'invoice.record_payment', input);
    const first = await paying();
    expect(first).to.include({ state: 'awaiting_approval', type: 'automation.invoice.record_payment' });
    expect((await approvals().read(member, 'test', first.id)).plan).to.have.keys('pay');
    expect((await worksOn(first)).state).to.equal('awaiting_approval');
    await approvals().approve(...decided(member, first));
    expect(await worksOn(first)).to.include({ state: 'succeeded', error: null });
    expect(await countOf('Payments')).to.equal(1);
    const second = await paying();
    const { knex } = service.database;
    await knex('operations')
      .where({ id: second.id })
      .update({ input: JSON.stringify({ ...input, amount: 41 }) });
    await approvals().approve(...decided(member, second));
    expect((await worksOn(second)).error).to.deep.include({ reason: 'changed_since_proposed' });
    expect(await countOf('Payments')).to.equal(1);
  });

  it('is cancelled as any other operation', async () => {
    const operation = await proposed();
    await service.core.operations.cancel(agent, { operationId: operation.id, write: write({ reason: 'not needed' }) });
    expect(await whyNot(approvals().approve(...decided(member, operation)))).to.equal('already_decided');
    expect((await service.ports.storage.heldWrites.find(tenancy.test, operation.id))?.isOpen).to.equal(false);
  });

  it('is approved with others under their sum, all or none', async () => {
    const all = [await proposed(), await proposed(), await proposed()];
    const ids = all.map(({ id }) => id);
    const asking = (body: object) =>
      approvals().approveMany(member, { environment: 'test', write: write(body, undefined) });
    expect(await whyNot(asking({ operation_ids: ids, total: { GBP: '200.00' } }))).to.equal('total_changed');
    expect(await whyNot(asking({ operation_ids: ids, total: { GBP: '300', EUR: '1' } }))).to.equal('total_changed');
    expect(await whyNot(asking({ operation_ids: [ids[0], ids[0]] }))).to.equal('BAD_REQUEST');
    await approvals().decline(...decided(member, all[2] as Operation));
    expect(await whyNot(asking({ operation_ids: ids, total: { GBP: '300.00' } }))).to.equal('already_decided');
    expect((await service.core.operations.list(tenancy.test, { state: 'awaiting_approval' })).items).to.have.length(2);
    const { value } = await asking({ operation_ids: ids.slice(0, 2), total: { GBP: '200.00' } });
    expect(value.map(({ state }) => state)).to.deep.equal(['queued', 'queued']);
    for (const { id } of value) expect((await worksOn({ id })).state).to.equal('succeeded');
    expect(await countOf('Invoices')).to.equal(2);
  });

  it('tells people that something waits, and no more once it is decided', async () => {
    const address = 'https://hooks.slack.com/services/T1/B2/secret';
    const asked = { kind: 'slack', address, environments: ['test'], events: ['operation.awaiting_approval'] } as const;
    await service.core.console.alerts.create(member, { ...asked, weeklySummary: false, write: write({}, undefined) });
    const operation = await proposed();
    const alerts = () => service.database.knex('alerts').where({ subject_id: operation.id });
    expect(await alerts()).to.have.length(1);
    expect((await alerts())[0]).to.include({ event: 'operation.awaiting_approval', well_at: null });
    await approvals().decline(...decided(member, operation));
    expect((await alerts())[0]?.well_at).to.be.a('number');
  });
});

describe('a write that waits, of a connection that stores no records', () => {
  const { service, tenancy, books } = givenBooks({}, { retention_mode: 'zero' });

  it('is kept sealed until it is decided, and then only its digest', async () => {
    const member = await memberOf(service, tenancy);
    const agent = await agentOf(service, member);
    const { console, operations } = service.core;
    const act = { kind: 'create', type: 'contacts', providerId: null } as const;
    const asked = { connection: books.connection, act, body: { name: 'Secret Customer' } };
    const stored = async () =>
      JSON.stringify([
        await service.database.knex('held_writes').select(),
        await service.database.knex('operations').select(),
        await service.database.knex('events').select(),
        await service.database.knex('audit_entries').select(),
      ]);
    const one = await propose(service, agent, asked);
    expect(await stored()).not.to.contain('Secret');
    expect((await console.approvals.read(member, 'test', one.id)).item).to.deep.equal({ name: 'Secret Customer' });
    await console.approvals.approve(...decided(member, one));
    expect(await worked(service, tenancy.test, one.id)).to.include({ state: 'succeeded' });
    const other = await propose(service, agent, { ...asked, body: { name: 'Secret Too' } });
    await console.approvals.decline(...decided(member, other));
    expect(await stored()).not.to.contain('Secret');
    expect(await service.database.knex('held_writes').whereNotNull('sealed_content')).to.deep.equal([]);
    expect(await console.approvals.read(member, 'test', one.id)).to.include({ isForgotten: true, item: null });
    expect((await operations.find(tenancy.test, one.id)).result).to.have.keys('type', 'id', 'provider_id', 'action');
    expect(await service.sandbox.documents(books.tenantId, 'Contacts')).to.have.length(1);
  });
});

import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { ProviderAppId, RequestId } from '../../domain/ids.ts';
import { connect, invoiceId, notify, openEngine, operationsOf, tenantId } from '../testing/engine.ts';
import { withConnect } from '../testing/first-provider.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const empty = bytes({ notifications: [], firstSequence: 0, lastSequence: 0 });

describe('receiving notifications', () => {
  const engine = openedEach(() => openEngine());

  const queued = () => operationsOf(engine, 'notification.process');
  const receive = (over: { appId?: string | null; body?: Uint8Array; signature?: string | undefined } = {}) =>
    engine.core.notifications.receive({
      provider: 'ledger',
      appId: engine.app.id,
      body: empty,
      signature: 'hook-key',
      requestId: 'r-in' as RequestId,
      ...over,
    });

  it('queues one live read for each invoice event, in one go, and wakes the workers', async () => {
    const connection = await connect(engine);
    expect(await notify(engine, 5, [invoiceId, invoiceId])).to.equal('accepted');
    const operations = await queued();
    expect(operations).to.have.length(2);
    expect(operations[0]).to.include({
      connectionId: connection.id,
      subject: invoiceId,
      requestId: 'r-in',
      state: 'queued',
    });
    expect(operations[0]?.input).to.deep.equal({
      provider_app_id: engine.app.id,
      tenant_id: tenantId,
      resource_type: 'invoices',
      event_type: 'UPDATE',
      resource_id: invoiceId,
      occurred_at: '2026-03-01T12:00:00.000Z',
    });
    expect(engine.hands.signals).to.equal(1);
    expect(engine.hands.reads).to.equal(0);
  });

  it('reads the echoes of our own writes at one mark within the minute, and what somebody else changed since at once', async () => {
    const { id: connectionId, organizationId } = await connect(engine);
    const states = [
      { second: 0.9, isOwn: true, waits: true },
      { second: 0, isOwn: true, waits: false },
      { second: 9, isOwn: false, waits: false },
      { second: 3, isOwn: true, waits: true },
    ];
    const ids = states.map((_, i) => `${i}`.repeat(8).concat(invoiceId.slice(8)));
    const amounts = { total: 1, amountPaid: 0, amountDue: 1, amountCredited: 0 };
    await engine.storage.projections.put(
      states.map(({ second, isOwn }, i) => {
        const providerRevision = `${Date.parse('2026-03-01T12:00:00Z') + second * 1000}-state`;
        const known = { organizationId, connectionId, providerInvoiceId: ids[i] ?? '', updatedAt: engine.hands.now };
        return { ...known, ...amounts, status: 'DRAFT', providerRevision, isOwn };
      }),
    );
    await notify(engine, 1, ids);
    await notify(engine, 5, ids.slice(0, 1), { type: 'payments' });
    const dueMs = (await queued()).map(({ nextAttemptAt }) => Number(nextAttemptAt) - engine.hands.now.getTime());
    expect(dueMs.map((due) => due > 0)).to.deep.equal([...states.map(({ waits }) => waits), false]);
    expect(dueMs[0]).to.equal(dueMs[3]).and.be.at.most(60_000);
  });

  it('knows a repeated batch, and the new part of an overlapping one', async () => {
    await connect(engine);
    await notify(engine, 1, [invoiceId, invoiceId]);
    await notify(engine, 1, [invoiceId, invoiceId]);
    expect(await queued()).to.have.length(2);
    await notify(engine, 2, [invoiceId, invoiceId, invoiceId]);
    expect(await queued()).to.have.length(4);
  });

  it('says when notifications are missing', async () => {
    await connect(engine);
    await notify(engine, 1, [invoiceId]);
    await notify(engine, 2, [invoiceId]);
    expect(engine.hands.logged.filter(({ level }) => level === 'warn')).to.deep.equal([]);
    await notify(engine, 9, [invoiceId]);
    expect(engine.hands.logged.find(({ level }) => level === 'warn')?.fields).to.include({ first_sequence: 9 });
    const { knex } = engine.database;
    expect(await knex('notification_gaps').select('first', 'last')).to.deep.equal([{ first: 3, last: 8 }]);
  });

  it('queues no more than 1,000 reads of a connection: one sync does for the rest, and for what comes meanwhile', async () => {
    await connect(engine);
    const many = Array.from({ length: 750 }, () => invoiceId);
    const syncs = () => operationsOf(engine, 'connection.sync');
    const reads = async () =>
      (await engine.core.operations.list(engine.caller, { type: 'notification.process' })).total;
    await notify(engine, 1, many);
    expect([await reads(), await syncs()]).to.deep.equal([750, []]);
    await notify(engine, 751, many);
    expect(await reads()).to.equal(1_000);
    for (let i = 0; i < 3; i++) await notify(engine, 1_501 + i * 750, many, { type: i % 2 ? 'payments' : 'invoices' });
    expect(await reads()).to.equal(1_000);
    expect((await syncs()).map(({ input }) => input['scope'])).to.deep.equal(['all']);
    await notify(engine, 1_501, many);
    expect(await syncs()).to.have.length(1);
  });

  it('logs a number that jumps ahead, does not take it over, and finds gaps as before', async () => {
    await connect(engine);
    await notify(engine, 1, [invoiceId]);
    await notify(engine, 2_000_000_000, [invoiceId]);
    const warned = () =>
      engine.hands.logged.filter(({ level }) => level === 'warn').map(({ fields }) => fields['cursor']);
    expect(warned()).to.deep.equal(['jump']);
    expect(await queued()).to.have.length(2);
    await notify(engine, 2, [invoiceId]);
    await notify(engine, 5, [invoiceId]);
    expect(warned()).to.deep.equal(['jump', 'gap']);
  });

  it('refuses every wrong signature and keeps nothing', async () => {
    await connect(engine);
    for (const signature of [undefined, '', 'hook-keY', 'other']) {
      expect(await receive({ signature }), String(signature)).to.equal('refused');
    }
    expect(await engine.storage.providerApps.find(engine.caller, engine.app.id)).to.include({ intentReceivedAt: null });
  });

  it('does not know other apps, malformed ids, or a hosted app that is not there', async () => {
    const other: ProviderAppId = engine.ports.ids.next('app');
    for (const appId of [other, 'app_', 'x', '../..', null]) {
      expect(await engine.core.notifications.isReceiver({ provider: 'ledger', appId })).to.equal(false);
      expect(await receive({ appId })).to.equal('unknown_app');
    }
    expect(await engine.core.notifications.isReceiver({ provider: 'ledger', appId: engine.app.id })).to.equal(true);
  });

  it("notes the provider's intent-to-receive check on the app", async () => {
    expect(await receive()).to.equal('accepted');
    const app = await engine.storage.providerApps.find(engine.caller, engine.app.id);
    expect(app?.intentReceivedAt).to.deep.equal(engine.hands.now);
  });

  it('takes the hosted app under its own key', async () => {
    const hostedApp = { clientId: 'c', clientSecret: 's', webhookKey: 'hosted-key' };
    const core = createCore(withConnect(engine.ports, { hostedApp }));
    const send = (signature: string) =>
      core.notifications.receive({
        provider: 'ledger',
        appId: null,
        body: empty,
        signature,
        requestId: 'r' as RequestId,
      });
    expect(await core.notifications.isReceiver({ provider: 'ledger', appId: null })).to.equal(true);
    expect(await send('hosted-key')).to.equal('accepted');
    expect(await send('hook-key')).to.equal('refused');
  });

  it('stores a batch of the hosted app owner by owner, and what failed when the batch comes again', async () => {
    const hostedApp = { clientId: 'c', clientSecret: 's', webhookKey: 'hosted-key' };
    const { storage, ports } = engine;
    const other = await engine.core.access.createOrganization({ name: 'Other', plan: 'trial' });
    const tenants = [tenantId, '22222222-0000-4000-8000-000000000000'];
    await connect(engine, { providerAppId: null });
    const ofOther = { organizationId: other.id, providerTenantId: tenants[1] ?? '' };
    await connect(engine, { ...ofOther, providerAppId: null });
    let commits = 0;
    const transaction: typeof storage.transaction = (work) => {
      commits += 1;
      return commits === 2 ? Promise.reject(new Error('the database went away')) : storage.transaction(work);
    };
    const core = createCore({ ...withConnect(ports, { hostedApp }), storage: { ...storage, transaction } });
    const notifications = tenants.map((tenant) => ({
      ...{ tenantId: tenant, type: 'invoices', eventType: 'UPDATE', resourceId: invoiceId },
      occurredAt: '2026-03-01T12:00:00.000Z',
    }));
    const body = bytes({ notifications, firstSequence: 7, lastSequence: 8 });
    const send = () =>
      core.notifications.receive({
        provider: 'ledger',
        appId: null,
        body,
        signature: 'hosted-key',
        requestId: 'r' as RequestId,
      });
    const { knex } = engine.database;
    const stored = async () => [
      await knex('operations').where({ type: 'notification.process' }).orderBy('id').pluck('organization_id'),
      await knex('inbound_notifications').orderBy('identity').pluck('organization_id'),
      await knex('notification_cursors').pluck('last'),
    ];
    const { organizationId } = engine.caller;
    expect(await send().catch(String)).to.contain('the database went away');
    expect(await stored()).to.deep.equal([[organizationId], [organizationId], []]);
    for (let again = 0; again < 2; again++) {
      expect(await send()).to.equal('accepted');
      expect(await stored()).to.deep.equal([[organizationId, other.id], [organizationId, other.id], [8]]);
    }
  });

  const skipped: readonly [string, () => Promise<unknown>][] = [
    ['type_not_supported', () => notify(engine, 1, [invoiceId], { type: null })],
    ['unknown_tenant', () => notify(engine, 1, [invoiceId], { tenant: '11111111-0000-4000-8000-000000000000' })],
    ['malformed_resource_id', () => notify(engine, 1, ['../invoices'])],
  ];
  for (const [reason, send] of skipped) {
    it(`accepts and skips: ${reason}, with the cursor advanced`, async () => {
      await connect(engine);
      expect(await send()).to.equal('accepted');
      expect(await queued()).to.deep.equal([]);
      expect(engine.hands.logged.at(-1)?.fields).to.include({ [reason]: 1, queued: 0, cursor: 'first' });
    });
  }

  it('starts nothing for connections that keep no records or wait for a reconnect', async () => {
    await connect(engine, { retentionMode: 'zero' });
    await connect(engine, { providerTenantId: '22222222-0000-4000-8000-000000000000', status: 'action_required' });
    await notify(engine, 1, [invoiceId]);
    await notify(engine, 2, [invoiceId], { tenant: '22222222-0000-4000-8000-000000000000' });
    expect(await queued()).to.deep.equal([]);
    const { knex } = engine.database;
    expect(await knex('inbound_notifications').select()).to.deep.equal([]);
  });
});

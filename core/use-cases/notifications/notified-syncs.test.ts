import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation, OperationType } from '../../domain/operation.ts';
import { systemPlane } from '../../domain/system-plane.ts';
import { createWorkerApi } from '../../product-worker.ts';
import {
  advance,
  claimOne,
  connect,
  drain,
  type Engine,
  invoiceId,
  never,
  notify,
  openEngine,
  operationsOf,
} from '../testing/engine.ts';

const uuid = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const due = ({ nextAttemptAt }: Operation) => nextAttemptAt?.getTime();

describe('notifications that name no invoice', () => {
  let engine: Engine;
  let connection: Connection;
  beforeEach(async () => {
    engine = await openEngine();
    connection = await connect(engine);
  });
  afterEach(() => engine.close());

  const syncs = () => operationsOf(engine, 'connection.sync');
  const many = (count: number) => Array.from({ length: count }, (_, i) => uuid(i));

  for (const [category, scope] of [
    ['CONTACT', 'all'],
    ['CREDITNOTE', 'invoices'],
    ['PREPAYMENT', 'invoices'],
    ['OVERPAYMENT', 'invoices'],
  ] as const) {
    it(`ask for a sync of what they may have changed: ${category}, ${scope}`, async () => {
      await notify(engine, 1, [invoiceId], { category });
      const [sync] = await syncs();
      expect(sync).to.include({ connectionId: connection.id, subject: scope, state: 'queued', requestId: 'r-in' });
      expect(sync?.input).to.deep.equal({ scope, emit_invoice_snapshots: false, trigger: 'notification' });
      expect(engine.hands.signals).to.equal(1);
    });
  }

  it('ask for one sync a connection, however many come, in one batch or in many at once', async () => {
    await notify(engine, 1, many(200), { category: 'CONTACT' });
    await Promise.all(many(20).map((_, i) => notify(engine, 201 + i * 10, many(10), { category: 'CONTACT' })));
    expect(await syncs()).to.have.length(1);
    expect(engine.hands.logged.filter(({ message }) => message === 'notifications accepted').at(-1)?.fields).to.include(
      {
        queued: 0,
        duplicate: 0,
      },
    );
  });

  it('ask for another sync once the one before is under way, and for none when they are repeated', async () => {
    await notify(engine, 1, [uuid(1)], { category: 'CONTACT' });
    advance(engine, 10);
    await claimOne(engine);
    await notify(engine, 1, [uuid(1)], { category: 'CONTACT' });
    expect(await syncs()).to.have.length(1);
    await notify(engine, 2, [uuid(2)], { category: 'CONTACT' });
    await notify(engine, 3, [uuid(3)], { category: 'CONTACT' });
    expect((await syncs()).map(({ state }) => state)).to.deep.equal(['running', 'queued']);
  });

  it('are paced when they keep coming, so that they leave the day’s calls to others', async () => {
    const waits: number[] = [];
    for (let n = 1; n <= 60; n++) {
      await notify(engine, n, [uuid(n)], { category: 'CONTACT' });
      const newest = (await syncs()).at(-1);
      if (newest?.state === 'queued') waits.push(((due(newest) ?? 0) - engine.hands.now.getTime()) / 1000);
      advance(engine, 60);
      for (const leased of await engine.core.worker.claim(9)) await settleAsDone(leased.operation);
    }
    const count = (await syncs()).length;
    expect(count).to.be.within(8, 12);
    expect(waits.slice(0, 2)).to.deep.equal([5, 5]);
    expect(waits.slice(2, 5).every((seconds) => seconds <= 65)).to.equal(true);
    expect(Math.max(...waits)).to.be.at.most(600);
  });

  /** Ends it without walking anything. */
  async function settleAsDone({ id }: Operation): Promise<void> {
    await engine.database.knex('operations').where({ id }).update({ state: 'succeeded', lease_expires_at: null });
  }

  it('start nothing for a connection that is not active, keeps no records, or that nobody has', async () => {
    const other = { providerTenantId: uuid(900), externalAccountId: 'zero' };
    await connect(engine, { ...other, retentionMode: 'zero' });
    await notify(engine, 1, [uuid(1)], { category: 'CONTACT', tenant: uuid(900) });
    await notify(engine, 2, [uuid(1)], { category: 'CONTACT', tenant: uuid(901) });
    await engine.storage.connections.update({ ...connection, status: 'action_required' }, 'active');
    await notify(engine, 3, [uuid(1)], { category: 'CONTACT' });
    expect(await syncs()).to.deep.equal([]);
  });
});

describe('a gap in the notifications', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
  });
  afterEach(() => engine.close());

  const reconciles = () => operationsOf(engine, 'connection.reconcile');
  const tenant = (n: number) => ({ providerTenantId: uuid(n), externalAccountId: `customer-${n}` });

  /** Runs what fans out and leaves the reconciliations themselves queued. */
  async function fanOut(worker = createWorkerApi(engine.ports)): Promise<void> {
    for (const leased of await worker.claim(50)) {
      if (leased.operation.connectionId === null) await worker.run(leased, never);
    }
  }

  it('queues one operation, however many gaps come, whose work is done later', async () => {
    for (let n = 0; n < 5; n++) await connect(engine, tenant(n));
    await notify(engine, 1, [invoiceId], { tenant: uuid(0) });
    for (const first of [10, 20, 30]) await notify(engine, first, [invoiceId], { tenant: uuid(0) });
    const [operation, ...others] = await reconciles();
    expect(others).to.deep.equal([]);
    expect(operation).to.include({ connectionId: null, subject: engine.app.id, state: 'queued', requestId: 'r-in' });
    expect(operation?.input).to.deep.equal({
      scope: 'invoices',
      emit_invoice_snapshots: false,
      trigger: 'gap',
      provider_app: engine.app.id,
    });
    await notify(engine, 31, [invoiceId], { tenant: uuid(0) });
    expect(await reconciles()).to.have.length(1);
  });

  it('reconciles the active connections of that app that keep records, once each', async () => {
    const { storage, core, caller, ports } = engine;
    const mine = [await connect(engine, tenant(1)), await connect(engine, tenant(2))];
    await connect(engine, { ...tenant(3), retentionMode: 'zero' });
    await connect(engine, { ...tenant(4), status: 'action_required' });
    await connect(engine, { ...tenant(5), status: 'disconnected' });
    const other = await core.access.registerProviderApp({
      ...{ organizationId: caller.organizationId, environment: 'test', name: 'other', clientId: 'other' },
      ...{ clientSecret: 's', webhookKey: 'k', makeDefault: false },
    });
    await connect(engine, { ...tenant(1), providerAppId: other.id });
    await notify(engine, 1, [invoiceId], { tenant: uuid(77) });
    await notify(engine, 5, [invoiceId], { tenant: uuid(77) });
    await fanOut();
    const later = engine.hands.now.getTime() + 600_000;
    await engine.database.knex('operations').whereNotNull('connection_id').update({ due_at: later, ready: 0 });
    await notify(engine, 50, [invoiceId], { tenant: uuid(77) });
    await fanOut();
    const queued = (await reconciles()).filter(({ connectionId }) => connectionId !== null);
    expect(queued.map(({ connectionId }) => connectionId)).to.have.members(mine.map(({ id }) => id));
    expect(queued.map(due)).to.deep.equal(Array(2).fill(engine.hands.now.getTime()));
    expect(queued[0]?.input).to.deep.equal({ scope: 'invoices', emit_invoice_snapshots: false, trigger: 'gap' });
    const ended = (await reconciles()).filter(({ connectionId }) => connectionId === null);
    expect(ended.map(({ state, result }) => [state, result])).to.deep.equal([
      ['succeeded', { queued: 2 }],
      ['succeeded', { queued: 2 }],
    ]);
    expect(
      await storage.operations.find({ ...caller, environment: 'live' }, ended[0]?.id ?? ports.ids.next('op')),
    ).to.equal(undefined);
  });

  it('adds nothing to a reconciliation that began and waits for the provider’s budget', async () => {
    await connect(engine, tenant(1));
    await notify(engine, 1, [invoiceId], { tenant: uuid(77) });
    engine.hands.budgetRefusal = { reason: 'connection_minute', retryAfterSeconds: 1_000 };
    for (const first of [10, 20, 30, 40]) {
      await notify(engine, first, [invoiceId], { tenant: uuid(77) });
      await drain(engine);
      advance(engine, 30);
    }
    const queued = (await reconciles()).filter(({ connectionId }) => connectionId !== null);
    expect(queued.map(({ state, startedAt }) => [state, startedAt !== null])).to.deep.equal([['queued', true]]);
  });

  it('is found out for a fleet batch by batch, over the loss of workers, and does not stampede', async () => {
    const fleet: Connection[] = [];
    for (let n = 0; n < 250; n++) fleet.push(await connect(engine, tenant(n)));
    await notify(engine, 1, [invoiceId], { tenant: uuid(9999) });
    await notify(engine, 9, [invoiceId], { tenant: uuid(9999) });
    let commits = 0;
    const { storage } = engine.ports;
    const dying = createWorkerApi({
      ...engine.ports,
      storage: {
        ...storage,
        transaction: async (work) => {
          commits += 1;
          if (commits > 1) throw new Error('killed');
          return storage.transaction(work);
        },
      },
    });
    await fanOut(dying);
    const queuedFor = async () => (await allReconciles()).map(({ connectionId }) => connectionId);
    expect(await queuedFor()).to.have.length(100);
    advance(engine, 31);
    await engine.core.worker.sweep();
    await fanOut();
    expect(await queuedFor()).to.have.members(fleet.map(({ id }) => id));
    const dues = new Set((await allReconciles()).map(due));
    expect(dues.size).to.be.at.least(3);
  });

  async function allReconciles(): Promise<readonly Operation[]> {
    const type: OperationType = 'connection.reconcile';
    const pages = await Promise.all(
      [1, 2].map((page) => engine.storage.operations.list(engine.caller, { type }, { limit: 200, page })),
    );
    return pages.flatMap(({ items }) => items).filter(({ connectionId }) => connectionId !== null);
  }

  it('of the hosted app belongs to no customer', async () => {
    const hostedApp = { clientId: 'c', clientSecret: 's', webhookKey: 'hosted-key' };
    const ports = { ...engine.ports, settings: { ...engine.ports.settings, hostedApp } };
    const { createCore } = await import('../../create-core.ts');
    const core = createCore(ports);
    const hosted = await connect(engine, { ...tenant(1), providerAppId: null });
    for (const [first, last] of [
      [1, 1],
      [7, 7],
    ]) {
      const event = {
        tenantId: uuid(5),
        category: 'INVOICE',
        eventType: 'UPDATE',
        resourceId: invoiceId,
        occurredAt: '',
      };
      const body = new TextEncoder().encode(
        JSON.stringify({ events: [event], firstSequence: first, lastSequence: last }),
      );
      await core.notifications.receive({ appId: null, body, signature: 'hosted-key', requestId: 'r' as RequestId });
    }
    expect(await reconciles()).to.deep.equal([]);
    const { items } = await engine.storage.operations.list(systemPlane, {}, { limit: 9, page: 1 });
    expect(items.map(({ subject }) => subject)).to.deep.equal(['hosted']);
    await fanOut();
    expect((await reconciles()).map(({ connectionId }) => connectionId)).to.deep.equal([hosted.id]);
  });

  it('is no gap when the batches only came late or twice', async () => {
    await connect(engine);
    await notify(engine, 1, [invoiceId]);
    await notify(engine, 2, [invoiceId, invoiceId]);
    await notify(engine, 1, [invoiceId]);
    await notify(engine, 3, [invoiceId, invoiceId]);
    await drain(engine);
    expect(await reconciles()).to.deep.equal([]);
  });
});

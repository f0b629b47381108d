import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { systemPlane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation, OperationType } from '../../domain/operation.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { invoiceId, never, openEngine } from '../testing/engine.ts';
import { withConnect } from '../testing/first-provider.ts';

const uuid = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const due = ({ nextAttemptAt }: Operation) => nextAttemptAt?.getTime();

describe('a gap in the notifications', () => {
  const engine = openedEach(() => openEngine());

  const reconciles = () => engine.operations('connection.reconcile');
  const tenant = (n: number) => ({ providerTenantId: uuid(n), externalAccountId: `customer-${n}` });

  /** Claims all that is due and runs the operations that queue reconciliations, but not the reconciliations. */
  async function fanOut(worker = createWorkerApi(engine.ports)): Promise<void> {
    for (const leased of await worker.claim(500)) {
      if (leased.operation.connectionId === null) await worker.run(leased, never);
    }
  }

  it('queues one operation, however many gaps come, whose work is done later', async () => {
    for (let n = 0; n < 5; n++) await engine.connect(tenant(n));
    await engine.notify(1, [invoiceId], { tenant: uuid(0) });
    for (const first of [10, 20, 30]) await engine.notify(first, [invoiceId], { tenant: uuid(0) });
    const [operation, ...others] = await reconciles();
    expect(others).to.deep.equal([]);
    expect(operation).to.include({ connectionId: null, subject: engine.app.id, state: 'queued', requestId: 'r-in' });
    expect(operation?.input).to.deep.equal({
      scope: 'invoices',
      emit_invoice_snapshots: false,
      trigger: 'gap',
      provider_app: engine.app.id,
    });
    await engine.notify(31, [invoiceId], { tenant: uuid(0) });
    expect(await reconciles()).to.have.length(1);
  });

  it('reconciles the active connections of that app that keep records, once each', async () => {
    const { storage, core, caller, ports } = engine;
    const mine = [await engine.connect(tenant(1)), await engine.connect(tenant(2))];
    await engine.connect({ ...tenant(3), retentionMode: 'zero' });
    await engine.connect({ ...tenant(4), status: 'action_required' });
    await engine.connect({ ...tenant(5), status: 'disconnected' });
    const other = await core.access.registerProviderApp({
      provider: 'ledger',
      ...{ organizationId: caller.organizationId, environment: 'test', name: 'other', clientId: 'other' },
      ...{ clientSecret: 's', webhookKey: 'k', makeDefault: false },
    });
    await engine.connect({ ...tenant(1), providerAppId: other.id });
    await engine.notify(1, [invoiceId], { tenant: uuid(77) });
    await engine.notify(5, [invoiceId], { tenant: uuid(77) });
    await fanOut();
    const later = engine.hands.now.getTime() + 600_000;
    await engine.database.knex('operations').whereNotNull('connection_id').update({ due_at: later, stage: 'timer' });
    await engine.notify(50, [invoiceId], { tenant: uuid(77) });
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
    await engine.connect(tenant(1));
    await engine.notify(1, [invoiceId], { tenant: uuid(77) });
    engine.hands.budgetRefusal = { reason: 'connection_minute', retryAfterSeconds: 1_000 };
    for (const first of [10, 20, 30, 40]) {
      await engine.notify(first, [invoiceId], { tenant: uuid(77) });
      await engine.drain();
      engine.advance(30);
    }
    const queued = (await reconciles()).filter(({ connectionId }) => connectionId !== null);
    expect(queued.map(({ state, startedAt }) => [state, startedAt !== null])).to.deep.equal([['queued', true]]);
  });

  it('is found out for a fleet batch by batch, over the loss of workers, and does not stampede', async () => {
    const fleet: Connection[] = [];
    for (let n = 0; n < 250; n++) fleet.push(await engine.connect(tenant(n)));
    await engine.notify(1, [invoiceId], { tenant: uuid(9999) });
    await engine.notify(9, [invoiceId], { tenant: uuid(9999) });
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
    engine.advance(31);
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
    const ports = withConnect(engine.ports, { hostedApp });
    const { createCore } = await import('../../create-core.ts');
    const core = createCore(ports);
    const hosted = await engine.connect({ ...tenant(1), providerAppId: null });
    for (const [first, last] of [
      [1, 1],
      [7, 7],
    ]) {
      const event = {
        tenantId: uuid(5),
        type: 'invoices',
        eventType: 'UPDATE',
        resourceId: invoiceId,
        occurredAt: '',
      };
      const body = new TextEncoder().encode(
        JSON.stringify({ notifications: [event], firstSequence: first, lastSequence: last }),
      );
      await core.notifications.receive({
        provider: 'ledger',
        appId: null,
        body,
        signature: 'hosted-key',
        requestId: 'r' as RequestId,
      });
    }
    expect(await reconciles()).to.deep.equal([]);
    const { items } = await engine.storage.operations.list(systemPlane, {}, { limit: 9, page: 1 });
    expect(items.map(({ subject }) => subject)).to.deep.equal(['hosted ledger']);
    await fanOut();
    expect((await reconciles()).map(({ connectionId }) => connectionId)).to.deep.equal([hosted.id]);
  });

  it('is no gap when the batches only came late or twice', async () => {
    await engine.connect();
    await engine.notify(1, [invoiceId]);
    await engine.notify(2, [invoiceId, invoiceId]);
    await engine.notify(1, [invoiceId]);
    await engine.notify(3, [invoiceId, invoiceId]);
    await engine.drain();
    expect(await reconciles()).to.deep.equal([]);
  });
});

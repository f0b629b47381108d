import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { LeasedOperation, Operation } from '../../domain/operation.ts';
import { settle } from '../../domain/operation-moves.ts';
import { invoiceId, openEngine } from '../testing/engine.ts';

const uuid = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const due = ({ nextAttemptAt }: Operation) => nextAttemptAt?.getTime();

describe('notifications that name no invoice', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => engine.connect());

  const syncs = () => engine.operations('connection.sync');
  const many = (count: number) => Array.from({ length: count }, (_, i) => uuid(i));

  for (const [type, id, scope] of [
    ['contacts', invoiceId, 'all'],
    ['credit_notes', invoiceId, 'all'],
    ['invoices', null, 'invoices'],
  ] as const) {
    it(`ask for a sync of what they may have changed: ${type}, ${scope}`, async () => {
      await engine.notify(1, [id], { type });
      const [sync] = await syncs();
      expect(sync).to.include({ connectionId: connection.id, subject: scope, state: 'queued', requestId: 'r-in' });
      expect(sync?.input).to.deep.equal({ scope, emit_invoice_snapshots: false, trigger: 'notification' });
      expect(engine.hands.signals).to.equal(1);
    });
  }

  it('ask for one sync a connection, however many come, in one batch or in many at once', async () => {
    await engine.notify(1, many(200), { type: 'contacts' });
    await Promise.all(many(20).map((_, i) => engine.notify(201 + i * 10, many(10), { type: 'contacts' })));
    expect(await syncs()).to.have.length(1);
    expect(engine.hands.logged.filter(({ message }) => message === 'notifications accepted').at(-1)?.fields).to.include(
      {
        queued: 0,
        duplicate: 0,
      },
    );
  });

  it('ask for another sync once the one before is under way, and for none when they are repeated', async () => {
    await engine.notify(1, [uuid(1)], { type: 'contacts' });
    engine.advance(10);
    await engine.claimOne();
    await engine.notify(1, [uuid(1)], { type: 'contacts' });
    expect(await syncs()).to.have.length(1);
    await engine.notify(2, [uuid(2)], { type: 'contacts' });
    await engine.notify(3, [uuid(3)], { type: 'contacts' });
    expect((await syncs()).map(({ state }) => state)).to.deep.equal(['running', 'queued']);
  });

  it('are paced when they keep coming, so that they leave the day’s calls to others', async () => {
    const waits: number[] = [];
    for (let n = 1; n <= 60; n++) {
      await engine.notify(n, [uuid(n)], { type: 'contacts' });
      const newest = (await syncs()).at(-1);
      if (newest?.state === 'queued') waits.push(((due(newest) ?? 0) - engine.hands.now.getTime()) / 1000);
      engine.advance(60);
      for (const leased of await engine.core.worker.claim(9)) await settleAsDone(leased);
    }
    const count = (await syncs()).length;
    expect(count).to.be.within(8, 12);
    expect(waits.slice(0, 2)).to.deep.equal([5, 5]);
    expect(waits.slice(2, 5).every((seconds) => seconds <= 65)).to.equal(true);
    expect(Math.max(...waits)).to.be.at.most(600);
  });

  /** Ends the sync as succeeded without running it. */
  async function settleAsDone({ lease, operation }: LeasedOperation): Promise<void> {
    const done = settle(
      operation,
      { kind: 'succeeded', result: null },
      { startedAt: lease.claimedAt, now: engine.hands.now, spread: 0 },
    );
    await engine.storage.operations.settleAll([{ lease, next: done }]);
  }

  it('start nothing for a connection that is not active, keeps no records, or that nobody has', async () => {
    const other = { providerTenantId: uuid(900), externalAccountId: 'zero' };
    await engine.connect({ ...other, retentionMode: 'zero' });
    await engine.notify(1, [uuid(1)], { type: 'contacts', tenant: uuid(900) });
    await engine.notify(2, [uuid(1)], { type: 'contacts', tenant: uuid(901) });
    await engine.storage.connections.update({ ...connection, status: 'action_required' }, 'active');
    await engine.notify(3, [uuid(1)], { type: 'contacts' });
    expect(await syncs()).to.deep.equal([]);
  });
});

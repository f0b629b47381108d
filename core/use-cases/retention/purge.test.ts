import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { systemPlane } from '../../domain/caller.ts';
import type { Json } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { defaultRetentionDays, type PurgeTarget, purgeTargets, type RetentionDays } from '../../domain/retention.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RetentionStore } from '../../ports/operation-stores.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { drain, never, openEngine } from '../testing/engine.ts';

const day = 86_400_000;
type Purge = RetentionStore['purge'];

describe('purging by age', () => {
  const engine = openedEach(() => openEngine());

  async function queue(task: string): Promise<Operation['id']> {
    const { ports, storage, hands } = engine;
    const id = ports.ids.next('op');
    const work = { id, type: 'retention.purge', connectionId: null, subject: task, input: { task } } as const;
    await storage.operations.insert([
      queueOperation({ ...systemPlane, ...work, requestId: ports.ids.next('req') }, hands.now),
    ]);
    return id;
  }

  /** A worker whose store purges with `purge`. */
  function workerOf(purge: Purge, retentionDays: RetentionDays = defaultRetentionDays) {
    const retention = { ...engine.storage.retention, purge };
    const settings = { ...engine.ports.settings, retentionDays };
    const ports: CorePorts = { ...engine.ports, settings, storage: { ...engine.storage, retention } };
    return createWorkerApi(ports);
  }

  async function runOne(task: string, purge: Purge, days?: RetentionDays, signal = never): Promise<Operation> {
    const id = await queue(task);
    const worker = workerOf(purge, days);
    for (const leased of await worker.claim(1)) await worker.run(leased, signal);
    const kept = await engine.storage.operations.find(systemPlane, id);
    if (!kept) throw new Error('no operation');
    return kept;
  }

  it('each kind is kept for the days that it is configured for', async () => {
    const days = Object.fromEntries(purgeTargets.map((target, i) => [target, i + 1])) as RetentionDays;
    const asked = new Map<PurgeTarget, number>();
    for (const target of purgeTargets) {
      await runOne(
        target,
        async (which, { before }) => {
          asked.set(which, (engine.hands.now.getTime() - before.getTime()) / day);
          return { removed: 0, isLast: true };
        },
        days,
      );
    }
    // A key expires thirty days after its claim: one claimed five days ago expires in twenty-five.
    expect(Object.fromEntries(asked)).to.deep.equal({ ...days, idempotency_keys: days.idempotency_keys - 30 });
    expect(defaultRetentionDays.idempotency_keys).to.equal(30);
  });

  it('goes on with batch after batch until the last, in batches of some hundreds at most', async () => {
    const limits: number[] = [];
    const done = await runOne('events', async (_target, { limit }) => {
      limits.push(limit);
      return { removed: 7, isLast: limits.length === 3 };
    });
    expect(limits).to.deep.equal([200, 200, 200]);
    expect(done).to.deep.include({ state: 'succeeded', result: { purged: 21 } as Json });
  });

  it('hands itself back after many batches, and soon comes again', async () => {
    let batches = 0;
    const before = engine.hands.now.getTime();
    const left = await runOne('audit_entries', async () => {
      batches += 1;
      return { removed: 200, isLast: false };
    });
    expect(batches).to.equal(200);
    expect(left).to.include({ state: 'retrying', attemptCount: 0, error: null });
    expect(left.nextAttemptAt?.getTime()).to.equal(before + 1_000);
  });

  it('stops between two batches when its worker is stopped', async () => {
    const stopping = new AbortController();
    let batches = 0;
    const left = await runOne(
      'audit_entries',
      async () => {
        batches += 1;
        if (batches === 3) stopping.abort('shutdown');
        return { removed: 200, isLast: false };
      },
      defaultRetentionDays,
      stopping.signal,
    );
    expect(batches).to.equal(3);
    expect(left.state).to.be.oneOf(['queued', 'retrying']);
  });

  it('an unknown task is a defect, told once and tried again', async () => {
    const left = await runOne('everything', async () => ({ removed: 0, isLast: true }));
    expect(left.state).to.equal('retrying');
    expect(engine.hands.logged.map(({ fields }) => String(fields['cause']))).to.include(
      'Error: there is no retention task everything',
    );
  });

  it('removes really', async () => {
    const { storage, hands } = engine;
    const { organizationId } = engine.caller;
    const old = new Date(hands.now.getTime() - 30 * day - 1);
    await storage.notifications.takeNew('hosted ledger', organizationId, ['old'], old);
    await storage.notifications.takeNew('hosted ledger', organizationId, ['young'], new Date(old.getTime() + 1));
    await queue('notifications');
    await drain(engine);
    expect(
      await storage.notifications.takeNew('hosted ledger', organizationId, ['old', 'young'], hands.now),
    ).to.deep.equal(['old']);
  });
});

import { expect } from 'chai';
import { postgresForTests } from '../../../adapters/knex-postgres/testing/postgres.ts';
import type { Database } from '../../../adapters/knex-sqlite/index.ts';
import { describePostgres } from '../../../tools/test-setup.ts';
import { createCore } from '../../create-core.ts';
import type { Connection } from '../../domain/connection.ts';
import type { LeasedOperation, Operation } from '../../domain/operation.ts';
import type { Storage } from '../../ports/storage.ts';
import {
  connect,
  type Engine,
  eventsOf,
  invoice,
  never,
  notify,
  openEngine,
  operationsOf,
  subscribe,
  unpaid,
} from '../testing/engine.ts';

const count = 6;
const later = new Date('2030-01-01');
const invoiceOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const tenantOf = (n: number): string => `10000000-0000-4000-8000-00000000000${n}`;

describe('reads of changed invoices that end at one time: SQLite', () => clauses());
describePostgres('reads of changed invoices that end at one time: PostgreSQL', () => clauses(postgresForTests));

function clauses(open?: () => Promise<{ readonly database: Database; close(): Promise<void> }>): void {
  let engine: Engine;
  let connections: Connection[];
  let transactions: number;
  let end: () => Promise<void>;
  beforeEach(async () => {
    const opened = await open?.();
    engine = await openEngine(opened?.database);
    end = async () => (opened ? opened.close() : engine.close());
    transactions = 0;
    connections = [];
    for (let n = 0; n < count; n += 1) {
      const names = { providerTenantId: tenantOf(n), providerConnectionId: `pc-${n}`, externalAccountId: `${n}` };
      connections.push(await connect(engine, names));
      engine.hands.invoices.set(invoiceOf(n), invoice(unpaid, '2026-03-01T10:00:00.000Z', invoiceOf(n)));
      await notify(engine, n + 1, [invoiceOf(n)], { tenant: tenantOf(n) });
    }
    await subscribe(engine);
  });
  afterEach(() => end());

  function counted(storage: Storage): Storage {
    const transaction: Storage['transaction'] = (work) => {
      transactions += 1;
      return storage.transaction(work);
    };
    return { ...storage, transaction };
  }

  /** Runs all that wait; every read comes back at the same time, after `meanwhile`. */
  async function runAll(meanwhile: (claimed: readonly LeasedOperation[]) => Promise<void> = async () => {}) {
    const { worker } = createCore({ ...engine.ports, storage: counted(engine.storage) });
    const claimed = await worker.claim(count);
    expect(claimed).to.have.length(count);
    let reading = 0;
    const all = Promise.withResolvers<void>();
    engine.hands.duringRead = async () => {
      reading += 1;
      if (reading === count) await meanwhile(claimed).then(all.resolve, all.reject);
      await all.promise;
    };
    transactions = 0;
    await Promise.all(claimed.map((leased) => worker.run(leased, never)));
  }

  const ended = async (): Promise<readonly Operation[]> => operationsOf(engine, 'notification.process');

  it('share a transaction, and each is announced and delivered once, first in its connection', async () => {
    await runAll();
    expect(transactions).to.be.within(1, count - 1);
    expect((await ended()).map(({ state }) => state)).to.deep.equal(Array(count).fill('succeeded'));
    const events = await eventsOf(engine);
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(Array(count).fill(1));
    expect(new Set(events.map(({ connectionId }) => connectionId)).size).to.equal(count);
    expect(await operationsOf(engine, 'webhook.deliver')).to.have.length(count);
    const copies = await Promise.all(
      connections.map(({ id }, n) =>
        engine.storage.records.knownBefore({ connectionId: id, type: 'invoices' }, [invoiceOf(n)], later),
      ),
    );
    expect(copies.map(({ size }) => size)).to.deep.equal(Array(count).fill(1));
  });

  it('end each by itself: nothing is announced of a connection that ended meanwhile, nor under a lost lease', async () => {
    await runAll(async ([lost]) => {
      const [, left] = connections;
      if (left) await engine.storage.connections.update({ ...left, status: 'disconnected' }, 'active');
      if (lost) await engine.core.worker.handBack([lost]);
    });
    const states = (await ended()).map(({ state, result }) => (state === 'succeeded' ? result : state));
    expect(states.filter((state) => state === 'retrying' || state === 'queued')).to.have.length(1);
    expect(states).to.deep.include({ skipped: 'connection_not_active' });
    expect(await eventsOf(engine)).to.have.length(count - 2);
  });
}

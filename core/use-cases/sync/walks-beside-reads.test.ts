import { expect } from 'chai';
import { type PostgresForTests, postgresForTests } from '../../../adapters/knex-postgres/testing/postgres.ts';
import { type Database, openSqlite } from '../../../adapters/knex-sqlite/index.ts';
import { describePostgres } from '../../../tools/test-setup.ts';
import type { Connection } from '../../domain/connection.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { createWorkerApi } from '../../product-worker.ts';
import {
  advance,
  connect,
  type Engine,
  eventsOf,
  invoice,
  never,
  notify,
  openEngine,
  paid,
  subscribe,
  unpaid,
} from '../testing/engine.ts';
import { draftSync } from './draft-sync.ts';
import { expectWhole, identities } from './testing/syncing.ts';

const uuid = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const invoicesMax = 130;

/** The engine's ledger, which also lists. */
function listing(engine: Engine): CorePorts {
  const list: CorePorts['gateway']['list'] = async (_access, type, { page, pageSize, modifiedSince }) => {
    const all = type === 'invoices' ? [...engine.hands.invoices.values()] : [];
    const since = modifiedSince?.getTime() ?? 0;
    const stamp = (record: (typeof all)[0]) => record.providerUpdatedAt?.getTime() ?? 0;
    const matching = all.filter((record) => stamp(record) >= since).sort((a, b) => stamp(a) - stamp(b));
    const records = matching.slice((page - 1) * pageSize, page * pageSize);
    return { records, unreadable: [], hasMore: page * pageSize < matching.length };
  };
  return { ...engine.ports, gateway: { ...engine.ports.gateway, list } };
}

async function queueSyncs(engine: Engine, connection: Connection, count: number): Promise<void> {
  const ask = { type: 'connection.sync', scope: 'invoices', trigger: 'request', requestId: 'r-test' } as const;
  const drafts = Array.from({ length: count }, () => draftSync(engine.ports, connection, ask as never));
  await engine.storage.operations.insert(drafts);
}

/** Every operation that is due, at once and against the lane's rule, which other walks may run beside. */
async function runAll(engine: Engine): Promise<void> {
  const worker = createWorkerApi(listing(engine));
  for (let round = 0; round < 200; round++) {
    const claimed = await worker.claim(40);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((leased) => worker.run(leased, never)));
  }
  throw new Error('the queue does not run dry');
}

async function play(database: Database): Promise<void> {
  const engine = await openEngine(database);
  const connection = await connect(engine);
  await subscribe(engine, ['invoice.paid']);
  const ids = Array.from({ length: invoicesMax }, (_, i) => uuid(i));
  let sequence = 1;
  for (const [round, state] of [unpaid, paid, { ...paid, status: 'VOIDED' }].entries()) {
    advance(engine, 60);
    for (const [i, id] of ids.entries()) {
      const at = new Date(engine.hands.now.getTime() + (invoicesMax - i) * 7).toISOString();
      engine.hands.invoices.set(id, invoice(state, at, id));
    }
    const told = ids.filter((_, i) => i % 3 === round).reverse();
    await notify(engine, sequence, told);
    sequence += told.length;
    await queueSyncs(engine, connection, 2);
    await runAll(engine);
  }
  const failures = engine.hands.logged.filter(
    ({ message }) => message.includes('unexpectedly') || message.includes('settled'),
  );
  expect(failures).to.deep.equal([]);
  const events = (await allEvents(engine)).filter(({ type }) => type.startsWith('invoice.'));
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  expect(['invoice.updated', 'invoice.payment_changed', 'invoice.paid'].map(count)).to.deep.equal([
    3 * invoicesMax,
    2 * invoicesMax,
    invoicesMax,
  ]);
  expect(new Set(identities(events)).size).to.equal(events.length);
  expectWhole(await allEvents(engine));
}

async function allEvents(engine: Engine) {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) => engine.storage.events.list(engine.caller, {}, { limit: 200, page })),
  );
  expect(pages.at(-1)?.hasMore).to.equal(false);
  expect((await eventsOf(engine)).length).to.be.greaterThan(0);
  return pages.flatMap(({ items }) => items).sort((a, b) => a.sequence - b.sequence);
}

describe('walks beside single reads on SQLite', () => {
  it('tell each change once, and stand in nobody’s way', async () => {
    const database = await openSqlite({ filename: ':memory:' });
    await database.migrate();
    try {
      await play(database);
    } finally {
      await database.close();
    }
  });
});

describePostgres('walks beside single reads on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  it('tell each change once, and stand in nobody’s way', async () => {
    await postgres.storage.open();
    await play(postgres.database);
  });
});

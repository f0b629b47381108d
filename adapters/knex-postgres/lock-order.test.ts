import { expect } from 'chai';
import { samples } from '#contract-tests';
import { anyRoom, type LeasedOperation, type Storage, settle } from '#core/ports';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleConnection, sampleOperation, sampleOrganization, sampleRecord } = samples;
/** Enough rows that the planner looks each row of the table up in the JSON document. */
const count = 300;
const patienceMs = 10_000;

describePostgres('who holds several operations on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    ({ subject: storage } = await postgres.storage.open());
  });

  const rowsOf = async <Row>(sql: string): Promise<Row[]> => {
    const { rows }: { rows: Row[] } = await postgres.database.knex.raw(sql);
    return rows;
  };

  /** Inserts running operations in the reverse of their ids' order; returns them in id order. */
  async function running(): Promise<readonly LeasedOperation[]> {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    const operations = Array.from({ length: count }, () => sampleOperation(plane));
    await storage.operations.insert(operations);
    const claimed = await storage.operations.claimDue({
      now: moment(10),
      leaseUntil: moment(40),
      ...anyRoom(count),
    });
    await postgres.database.knex.raw(
      `begin; create temp table kept on commit drop as select * from operations; truncate operations cascade;
        insert into operations select * from kept order by id desc; commit`,
    );
    await postgres.database.knex.raw('analyze operations');
    return claimed.toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
  }

  async function untilBlocked(): Promise<void> {
    const deadline = performance.now() + patienceMs;
    let blocked: unknown[];
    do {
      blocked = await rowsOf(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    } while (blocked.length === 0 && performance.now() < deadline);
    expect(blocked).to.have.length(1);
  }

  const step = { name: 'a', state: 'succeeded', result: 1, error: null, startedAt: moment(11), finishedAt: moment(12) };
  const acts: Readonly<Record<string, (leased: readonly LeasedOperation[]) => Promise<unknown>>> = {
    'keeping steps': (leased) =>
      storage.operations.saveSteps(
        leased.map(({ lease }) => ({ lease, step: { ...step, state: 'succeeded' }, leaseUntil: moment(70) })),
      ),
    settling: (leased) =>
      storage.operations.settleAll(
        leased.map(({ operation, lease }) => {
          const next = settle(
            operation,
            { kind: 'succeeded', result: null },
            { startedAt: lease.claimedAt, now: moment(12), spread: 0 },
          );
          return { lease, next };
        }),
      ),
    'renewing in a transaction': (leased) =>
      storage.transaction(({ operations }) =>
        operations.renew(
          leased.map(({ lease }) => lease),
          moment(70),
        ),
      ),
  };
  for (const [name, act] of Object.entries(acts)) {
    it(`takes them in the order of their ids: ${name}`, async () => {
      const leased = await running();
      const [first] = leased;
      let acting: Promise<unknown> = Promise.resolve();
      await storage.transaction(async ({ operations }) => {
        if (first) await operations.lock(first.operation, first.operation.id);
        acting = act(leased.toReversed());
        await untilBlocked();
        const free = await rowsOf('select id from operations for update skip locked');
        expect(free).to.have.length(count - 1);
      });
      expect(await acting).to.have.length(count);
    });
  }

  it('takes copies of records in the order of their ids: removing', async () => {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const connection = sampleConnection({ organizationId: organization.id, environment: 'test' });
    await storage.connections.insert(connection);
    const ids = Array.from({ length: 20 }, (_, i) => `00000000-0000-4000-8000-0000000000${i + 10}`);
    // Inserted in the reverse order of ids.
    for (const providerId of ids.toReversed()) {
      await storage.records.put([[connection, [sampleRecord({ type: 'contacts', providerId })]]]);
    }
    await postgres.database.knex.raw('analyze cached_records');
    const place = { connectionId: connection.id, type: 'contacts' } as const;
    let removing: Promise<unknown> = Promise.resolve();
    await postgres.database.knex.transaction(async (db) => {
      await db.raw('select 1 from cached_records where provider_id = ? for update', [ids[0] ?? '']);
      removing = storage.records.remove(place, ids, moment(100));
      await untilBlocked();
      expect(await rowsOf('select 1 from cached_records for update skip locked')).to.have.length(ids.length - 1);
    });
    await removing;
    expect(await storage.records.fetchedBefore(place, moment(100))).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { samples } from '#contract-tests';
import { anyRoom, type Operation, type Plane, replay, type Storage, settle } from '#core/ports';
import { settleOne } from '../../contract-tests/one-operation.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleOperation } = samples;
const boundary = moment(1_000_000);
const ended = 20_000;
const live = 400;
/** Far above the time of a claim, far below a wait for a purge. */
const patienceMs = 10_000;

describePostgres('purging beside live work on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  let plane: Plane;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    ({ subject: storage } = await postgres.storage.open());
    const organization = samples.sampleOrganization();
    await storage.organizations.insert(organization);
    plane = { organizationId: organization.id, environment: 'test' };
  });

  const cut = { before: boundary, limit: 200 };
  const endedOne = (given: Partial<Operation> = {}) =>
    sampleOperation(plane, { state: 'failed', nextAttemptAt: null, finishedAt: moment(1), ...given });
  const claim = () => storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(10) });

  async function fill(): Promise<void> {
    await postgres.database.knex.raw(
      `insert into operations (id, organization_id, environment, type, state, input, result, attempts, replays, run,
        attempt_count, max_attempts, lapses, lease_token, metadata, request_id, created_at, updated_at, finished_at)
      select 'op_7' || lpad(n::text, 25, '0'), ?, 'test', 'notification.process', 'succeeded', '{}', 'null', '[]', '[]',
        1, 1, 10, 0, 1, '{}', 'req', n, n, n from generate_series(1, ?) n`,
      [plane.organizationId, ended],
    );
    await postgres.database.knex.raw(
      `insert into operation_steps (operation_id, organization_id, name, state, result, started_at, finished_at)
      select id, organization_id, 'a', 'succeeded', '1', 1, 1 from operations`,
    );
    const operations = Array.from({ length: live }, () => sampleOperation(plane));
    await storage.operations.insert(operations);
  }

  it('twenty thousand rows go while everything due is claimed and settled, and no claim waits for them', async () => {
    await fill();
    let removed = 0;
    let purging = true;
    const purged = (async () => {
      for (let batch = 0; batch < 1_000; batch++) {
        const done = await storage.retention.purge('operations', cut);
        removed += done.removed;
        if (done.isLast) break;
      }
      purging = false;
    })();
    const took: number[] = [];
    let settled = 0;
    for (let round = 0; round < 2_000 && (purging || settled < live); round++) {
      const began = performance.now();
      const claimed = await claim();
      for (const { operation, lease } of claimed) {
        const next = settle(
          operation,
          { kind: 'succeeded', result: null },
          { startedAt: lease.claimedAt, now: new Date(8e12), spread: 0 },
        );
        expect(await settleOne(storage.operations, lease, next)).to.equal(true);
        settled += 1;
      }
      took.push(performance.now() - began);
    }
    await purged;
    expect({ removed, settled }).to.deep.equal({ removed: 2 * ended, settled: live });
    expect(Math.max(...took)).to.be.lessThan(patienceMs);
  });

  it('a purge that is not committed yet holds up no claim and no settlement', async () => {
    await storage.operations.insert([endedOne(), sampleOperation(plane)]);
    await storage.transaction(async ({ retention }) => {
      expect((await retention.purge('operations', cut)).removed).to.equal(1);
      const began = performance.now();
      const [leased] = await claim();
      if (!leased) throw new Error('nothing was claimed');
      const next = settle(
        leased.operation,
        { kind: 'succeeded', result: null },
        { startedAt: moment(10), now: moment(11), spread: 0 },
      );
      expect(await settleOne(storage.operations, leased.lease, next)).to.equal(true);
      expect(performance.now() - began).to.be.lessThan(patienceMs);
    });
  });

  it('what somebody runs again at this moment is passed over, with its steps', async () => {
    const steps = [
      { name: 'a', state: 'succeeded', result: 1, error: null, startedAt: moment(), finishedAt: moment() },
    ] as const;
    const [kept, gone] = [endedOne({ steps }), endedOne()];
    await storage.operations.insert([kept, gone]);
    const again = replay(kept, { actor: 'key', reason: 'r' }, moment(5));
    await storage.transaction(async ({ operations }) => {
      await operations.lock(plane, kept.id);
      expect(await storage.retention.purge('operations', cut)).to.deep.equal({ removed: 1, isLast: true });
      expect(await operations.update(again, 'failed')).to.equal(true);
    });
    expect((await storage.retention.purge('operations', cut)).removed).to.equal(0);
    expect(await storage.operations.find(plane, kept.id)).to.deep.equal(again);
  });

  it('running again what is being removed finds nothing, and leaves nothing half', async () => {
    const old = endedOne();
    await storage.operations.insert([old]);
    let late: Promise<boolean> | undefined;
    await storage.transaction(async ({ retention }) => {
      await retention.purge('operations', cut);
      late = storage.operations.update(replay(old, { actor: 'key', reason: 'r' }, moment(5)), 'failed');
    });
    expect(await late).to.equal(false);
    expect(await storage.operations.find(plane, old.id)).to.equal(undefined);
  });
});

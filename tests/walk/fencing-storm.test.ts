// A worker that is stopped in the middle of whatever it does, claims above all, hinders no other.
import { expect } from 'chai';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import { runsOf } from '../../tools/run-length.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger, untilIdle } from './crash-world.ts';
import { until } from './until.ts';

const stops = runsOf({ long: 20, short: 8 });
const longestRunMs = 80;
/** A worker that waited for the stopped one would wait for ever: it wakes when the other has done its part. */
const stallMs = 5_000;
const doneMeanwhile = 50;
const queuedARound = 500;

describePostgres('a storm of stopped workers', () => {
  let ledger: CrashLedger;
  let world: CrashWorld;
  before(async () => {
    ledger = await startLedger();
    world = await openCrashWorld('PostgreSQL', ledger);
  });
  after(async () => {
    await world?.close();
    await ledger?.close();
  });

  const counted = async (condition: string): Promise<number> =>
    Number((await world.query(`select count(*) as n from operations where ${condition}`))[0]?.['n']);

  it(`lets the other claim on at each of ${stops} random moments`, async () => {
    const { organizationId, environment, requestId } = await world.organization();
    const { ports } = world.composition;
    let queued = 0;
    const queue = async (): Promise<void> => {
      const now = ports.clock.now();
      const work = { type: 'notification.process', connectionId: null, subject: null, input: {}, requestId } as const;
      const plane = { organizationId, environment };
      const batch = Array.from({ length: queuedARound }, () =>
        queueOperation({ ...plane, ...work, id: ports.ids.next('op') }, now),
      );
      await ports.storage.operations.insert(batch);
      ports.wakeUp.signal();
      queued += batch.length;
    };
    // Few slots make many claims.
    const env = { WORKER_CONCURRENCY: '4' };
    const [stormy] = [world.startWorker({ env }), world.startWorker({ env })];
    await queue();
    await until('working workers', async () => (await counted(`state = 'succeeded'`)) > 0);
    for (let stop = 1; stop <= stops; stop++) {
      await queue();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestRunMs));
      process.kill(stormy.pid, 'SIGSTOP');
      const stoppedAt = Date.now();
      try {
        const claimed = `state = 'succeeded' and claimed_at > ${stoppedAt + 5}`;
        await until(`work beside stop ${stop}`, async () => (await counted(claimed)) >= doneMeanwhile, stallMs);
      } finally {
        process.kill(stormy.pid, 'SIGCONT');
      }
    }
    await untilIdle(world, 30_000);
    expect(await counted(`type = 'notification.process' and state = 'succeeded' and lease_token = 1`)).to.equal(queued);
  });
});

// Each recipe with its worker killed at every step boundary and inside every provider call, on both databases.
import { expect } from 'chai';
import { leaseSeconds } from '../../core/domain/operation.ts';
import { recipeNames } from '../../core/domain/automation.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import type { EndedCase } from './crash-cases.test-support.ts';
import { type CrashLedger, type DatabaseKind, startLedger } from './crash-world.test-support.ts';
import { type CrashRun, runCrashes } from './crash-run.test-support.ts';

const sweepSeconds = 5;
/** A machine that is busy with other things may be so late. */
const noiseMs = 2_000;

describe('crash table', function (this: Mocha.Suite) {
  this.timeout(180_000);
  let ledger: CrashLedger;
  const runs = new Map<DatabaseKind, Promise<CrashRun>>();
  before(async () => {
    ledger = await startLedger();
    const kinds: DatabaseKind[] = process.env['TEST_PG'] === 'off' ? ['SQLite'] : ['PostgreSQL', 'SQLite'];
    for (const kind of kinds) {
      const run = runCrashes(kind, ledger);
      run.catch(() => {});
      runs.set(kind, run);
    }
    await Promise.allSettled(runs.values());
  });
  after(async () => {
    await ledger?.close();
    if (process.env['CRASH_TABLE'] === '1')
      for (const [kind, run] of runs) console.table(tableOf(kind, (await run.catch(() => undefined))?.ended ?? []));
  });

  const tests = (kind: DatabaseKind) => () => {
    const endedOf = async (): Promise<readonly EndedCase[]> => (await runs.get(kind))?.ended ?? expect.fail('no run');

    for (const recipe of recipeNames) {
      it(`${recipe} ends once and whole wherever its worker is killed`, async () => {
        const mine = (await endedOf()).filter(({ point }) => point.recipe === recipe);
        const faults = mine.flatMap((crash) => crash.faults.map((fault) => `${crash.point.name}: ${fault}`));
        expect(faults).to.deep.equal([]);
        expect(mine.length).to.be.greaterThan(6);
      });
    }

    it('takes requests that reach the provider late for what they are', async () => {
      expect((await runs.get(kind))?.lateFaults).to.deep.equal([]);
    });

    it(`goes on within the lease and ${sweepSeconds} s`, async () => {
      for (const { resumedMs, afterLeaseMs } of await endedOf()) {
        expect(resumedMs).to.be.within(0, (leaseSeconds + sweepSeconds) * 1000 + noiseMs);
        expect(afterLeaseMs).to.be.within(0, sweepSeconds * 1000 + noiseMs);
      }
    });
  };

  describePostgres('on PostgreSQL', tests('PostgreSQL'));
  describe('on SQLite', tests('SQLite'));
});

function tableOf(database: DatabaseKind, ended: readonly EndedCase[]) {
  return recipeNames.map((recipe) => {
    const mine = ended.filter(({ point }) => point.recipe === recipe);
    const count = (group: string) => mine.filter(({ point }) => point.group === group).length;
    const seconds = (times: readonly number[]) => times.map((ms) => (ms / 1000).toFixed(1)).join('-');
    const span = (times: readonly number[]) => seconds([Math.min(...times), Math.max(...times)]);
    return {
      database,
      recipe,
      boundaries: count('boundary'),
      'in calls': count('call'),
      'in the end': count('commit'),
      whole: `${mine.filter(({ faults }) => faults.length === 0).length} of ${mine.length}`,
      'resumed after kill, s': span(mine.map(({ resumedMs }) => resumedMs)),
      'after lease, s': span(mine.map(({ afterLeaseMs }) => afterLeaseMs)),
    };
  });
}

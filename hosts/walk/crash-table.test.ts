// Each recipe with its worker killed at every step boundary and inside every provider call, on both databases.
import { Console } from 'node:console';
import { expect } from 'chai';
import { recipeNames } from '../../core/domain/automation.ts';
import { leaseSeconds } from '../../core/domain/operation.ts';
import type { EndedCase } from './crash-cases.test-support.ts';
import { crashPoints } from './crash-points.test-support.ts';
import { databaseKinds, killAtAll, lateFaults, takeOver, told } from './crash-run.test-support.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger } from './crash-world.test-support.ts';

const sweepSeconds = 5;
const [boundMs, afterLeaseMs] = [(leaseSeconds + sweepSeconds) * 1000, sweepSeconds * 1000];
/** Until a worker has all of them under way, on a machine that is busy with other things; until it has the first. */
const [noiseMs, firstNoiseMs] = [5_000, 1_000];

describe('crash table', function (this: Mocha.Suite) {
  this.timeout(180_000);
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  const runs = new Map<string, Awaited<ReturnType<typeof crashed>>>();

  async function crashed(world: CrashWorld) {
    const killed = await killAtAll(world, crashPoints);
    const ended = await takeOver(world, killed);
    return { ended, late: await lateFaults(world, killed) };
  }

  before(async () => {
    ledger = await startLedger();
    for (const kind of databaseKinds) worlds.push(await openCrashWorld(kind, ledger));
    await Promise.all(worlds.map(async (world) => runs.set(world.kind, await crashed(world))));
    if (process.env['CRASH_TABLE'] === '1')
      new Console(process.stdout).table(worlds.flatMap(({ kind }) => tableOf(kind, endedOn(kind))));
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });
  const endedOn = (kind: string): readonly EndedCase[] => runs.get(kind)?.ended ?? [];

  for (const kind of databaseKinds) {
    describe(`on ${kind}`, () => {
      for (const recipe of recipeNames) {
        it(`${recipe} ends once and whole wherever its worker is killed`, () => {
          const mine = endedOn(kind).filter(({ point }) => point.recipe === recipe);
          expect(mine).to.have.length.above(8);
          expect(told(mine, ({ faults }) => faults)).to.deep.equal([]);
          expect(told(mine, ({ wireFaults }) => wireFaults)).to.deep.equal([]);
        });
      }

      it('takes requests that reach the provider late for what they are', () => {
        expect(runs.get(kind)?.late).to.deep.equal([]);
      });

      it(`goes on within the lease and ${sweepSeconds} s`, () => {
        const since = endedOn(kind).map((crash) => ({ kill: crash.resumedMs, lease: crash.afterLeaseMs }));
        for (const { kill, lease } of since) {
          expect(kill).to.be.within(0, boundMs + noiseMs);
          expect(lease).to.be.within(0, afterLeaseMs + noiseMs);
        }
        expect(Math.min(...since.map(({ kill }) => kill))).to.be.at.most(boundMs + firstNoiseMs);
        expect(Math.min(...since.map(({ lease }) => lease))).to.be.at.most(afterLeaseMs + firstNoiseMs);
      });
    });
  }
});

function tableOf(database: string, ended: readonly EndedCase[]) {
  return recipeNames.map((recipe) => {
    const mine = ended.filter(({ point }) => point.recipe === recipe);
    const count = (group: string) => mine.filter(({ point }) => point.group === group).length;
    const span = (times: readonly number[]) =>
      [Math.min(...times), Math.max(...times)].map((ms) => (ms / 1000).toFixed(1)).join(' to ');
    return {
      database,
      recipe,
      'at boundaries': count('boundary'),
      'inside calls': count('call'),
      'inside the end': count('commit'),
      whole: `${mine.filter(({ faults, wireFaults }) => faults.length + wireFaults.length === 0).length} of ${mine.length}`,
      'resumed after kill, s': span(mine.map(({ resumedMs }) => resumedMs)),
      'after lease, s': span(mine.map(({ afterLeaseMs }) => afterLeaseMs)),
    };
  });
}

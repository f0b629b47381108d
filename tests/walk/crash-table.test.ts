// Each recipe with its worker killed at every step boundary and inside every provider call. A long run kills at all of them on
// both databases, a short one on PostgreSQL at every second state that they leave (oncePerState, playedPoints); every-ending.test.ts
// loses each write of each recipe inside one process.
import { Console } from 'node:console';
import { expect } from 'chai';
import { recipeNames } from '../../core/domain/automation.ts';
import { leaseSeconds } from '../../core/domain/operation.ts';
import type { EndedCase } from './crash-cases.ts';
import { crashPoints, oncePerState } from './crash-points.ts';
import { killAtAll, lateFaults, playedPoints, takeOver, told } from './crash-run.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger } from './crash-world.ts';
import { lostWorkersKinds } from './fleet.ts';

const sweepSeconds = 5;
/** A machine that is busy with other things may be so late. */
const noiseMs = 2_000;
/** One worker does all of them, as fast as the machine lets it. */
const floodMs = 120_000;

describe('crash table', () => {
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  const runs = new Map<string, Awaited<ReturnType<typeof crashed>>>();

  async function crashed(world: CrashWorld) {
    const killed = await killAtAll(world, playedPoints(oncePerState(crashPoints)));
    const ended = await takeOver(world, killed);
    return { ended, late: await lateFaults(world, killed) };
  }

  before(async () => {
    ledger = await startLedger();
    for (const kind of lostWorkersKinds) worlds.push(await openCrashWorld(kind, ledger));
    await Promise.all(worlds.map(async (world) => runs.set(world.kind, await crashed(world))));
    if (process.env['CRASH_TABLE'] === '1')
      new Console(process.stdout).table(worlds.flatMap(({ kind }) => tableOf(kind, endedOn(kind))));
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });
  const endedOn = (kind: string): readonly EndedCase[] => runs.get(kind)?.ended ?? [];

  for (const kind of lostWorkersKinds) {
    describe(`on ${kind}`, () => {
      for (const recipe of recipeNames) {
        it(`${recipe} ends once and whole wherever its worker is killed`, () => {
          const mine = endedOn(kind).filter(({ point }) => point.recipe === recipe);
          expect(mine).to.have.length.above(3);
          expect(told(mine, ({ faults }) => faults)).to.deep.equal([]);
          expect(told(mine, ({ wireFaults }) => wireFaults)).to.deep.equal([]);
        });
      }

      it('takes requests that reach the provider late for what they are', () => {
        expect(runs.get(kind)?.late).to.deep.equal([]);
      });

      it(`goes on within the lease and ${sweepSeconds} s`, () => {
        const [boundMs, afterLeaseMs] = [(leaseSeconds + sweepSeconds) * 1000, sweepSeconds * 1000];
        const mine = endedOn(kind);
        for (const crash of mine) {
          expect(crash.backMs).to.be.within(0, boundMs + noiseMs);
          expect(crash.afterLeaseMs).to.be.within(0, afterLeaseMs + noiseMs);
          expect(crash.resumedMs).to.be.within(0, boundMs + floodMs);
        }
        expect(Math.min(...mine.map(({ resumedMs }) => resumedMs))).to.be.at.most(boundMs + noiseMs);
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
      'queued again after lease, s': span(mine.map(({ afterLeaseMs }) => afterLeaseMs)),
      'queued again after kill, s': span(mine.map(({ backMs }) => backMs)),
      'resumed after kill, s': span(mine.map(({ resumedMs }) => resumedMs)),
    };
  });
}

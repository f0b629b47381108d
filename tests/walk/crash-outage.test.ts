// Workers are killed inside a write, and the next comes when the provider has forgotten the key: its books decide.
import { expect } from 'chai';
import type { EndedCase } from './crash-cases.ts';
import { writePoints } from './crash-points.ts';
import { killAtAll, pointsOn, takeOver, told } from './crash-run.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger } from './crash-world.ts';
import { databaseKinds } from './fleet.ts';

/** More than the provider's six minutes. */
const outageSeconds = 420;

describe('a crash inside a write and an outage longer than the provider remembers', () => {
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  const ended = new Map<string, readonly EndedCase[]>();

  before(async () => {
    ledger = await startLedger();
    for (const kind of databaseKinds) worlds.push(await openCrashWorld(kind, ledger));
    const killed = await Promise.all(
      worlds.map(async (world) => [world, await killAtAll(world, pointsOn(world.kind, writePoints))] as const),
    );
    await ledger.sandbox.control('POST', 'clock', { advance_seconds: outageSeconds });
    const env = { TEST_CLOCK_OFFSET_SECONDS: `${outageSeconds}`, TEST_CLOCK_TOLERANCE_SECONDS: `${outageSeconds + 5}` };
    await Promise.all(killed.map(async ([world, lost]) => ended.set(world.kind, await takeOver(world, lost, env))));
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });

  for (const kind of databaseKinds) {
    it(`makes one of each document on ${kind}`, () => {
      expect(ended.get(kind)).to.have.length(pointsOn(kind, writePoints).length);
      expect(told(ended.get(kind) ?? [], ({ faults }) => faults)).to.deep.equal([]);
    });
  }
});

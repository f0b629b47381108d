// Every state that stood is told, once, to everybody: through lost, doubled and late notifications, our own writes and kills.
import { expect } from 'chai';
import { leaveOut } from '../../tools/left-out.ts';
import { isLong, runsOf, seedOf } from '../../tools/run-length.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger } from './crash-world.ts';
import { lostWorkersKinds } from './fleet.ts';
import { hear } from './heard-run.ts';

const plan = {
  seed: seedOf(process.env['HEARD_SEED'], 33),
  companies: 2,
  each: runsOf({ long: 167, short: 10 }),
  rounds: runsOf({ long: 12, short: 2 }),
  edits: runsOf({ long: 120, short: 20 }),
  killsARound: 2,
};

describe('an hour of edits at the ledger', () => {
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  before(async function () {
    // `told-ways.test.ts` and `told-at-once.test.ts` try each way alone in every run.
    if (!isLong) return leaveOut(this, 'set TEST_LONG for an hour of edits');
    ledger = await startLedger();
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });

  for (const kind of lostWorkersKinds) {
    it(`is told of whole, each state once, on ${kind} (HEARD_SEED=${plan.seed})`, async () => {
      const world = await openCrashWorld(kind, ledger);
      worlds.push(world);
      const heard = await hear(world, ledger, plan);
      const { judgements, receiver, kills, twice, eventIds } = heard;
      if (isLong || process.env['HEARD_FIGURES']) {
        const figures = judgements.map((judgement) => judgement.figures);
        const { fates, writes, seconds } = heard;
        process.stdout.write(`${JSON.stringify({ kind, seed: plan.seed, seconds, kills, fates, writes, figures })}\n`);
      }
      expect(judgements.flatMap(({ faults }) => faults).slice(0, 20)).to.deep.equal([]);
      expect(twice, 'made more than once, or not at all').to.deep.equal([]);
      expect(new Set(kills).size, 'processes that were killed').to.equal(4);
      const arrived = new Set(receiver.received.map(({ id }) => id));
      expect(
        eventIds.filter((id) => !arrived.has(id)),
        'events that no delivery brought',
      ).to.deep.equal([]);
      // A signature is too old if the clock moved while it was on its way; that delivery came again.
      const refusals = receiver.refusals.filter((words) => !/tolerance|signed at/.test(words));
      expect(refusals.slice(0, 3)).to.deep.equal([]);
    }).timeout(runsOf({ long: 1_800_000, short: 180_000 }));
  }
});

// The same as chaos.test.ts with many calls, on both databases. It takes minutes: `npm run test:agents` runs it.
import { expect } from 'chai';
import { leaveOut } from '../../tools/left-out.ts';
import { openLargeWorld } from './large-world.ts';
import { type Plan, runOf, toldOf } from './run.ts';
import { openAgentService, openSmallWorld } from './small-world.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const calls = Number(process.env['CALLS'] ?? 10_000);
/** An intent takes about five calls. */
const intents = Math.ceil(calls / 5);
const plan: Plan = {
  ...{ seed, intents, atOnce: 12, cuts: 0.3, kills: Math.ceil(intents / 60), faults: Math.ceil(intents / 6) },
  withinMs: Number(process.env['WITHIN_SECONDS'] ?? 900) * 1_000,
};

function tell(where: string, { counts }: Awaited<ReturnType<typeof runOf>>, beganMs: number): void {
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  process.stdout.write(`${where}, seed ${seed}, ${seconds} s: ${JSON.stringify(counts)}\n`);
}

describe(`${calls} calls of agents in bad weather`, function () {
  this.timeout(plan.withinMs + 300_000);

  it('make each thing once on SQLite, with hosts that end in one process', async () => {
    const service = await openAgentService();
    const world = await openSmallWorld(service, { count: intents });
    const beganMs = performance.now();
    const outcome = await runOf(world, world.places, plan);
    tell('SQLite', outcome, beganMs);
    await world.close();
    await service.close();
    expect(outcome.wrong, toldOf(plan, outcome)).to.deep.equal([]);
  });

  it('make each thing once on PostgreSQL, with two hosts and a worker that are killed', async function () {
    if (process.env['TEST_PG'] === 'off') return leaveOut(this, 'TEST_PG=off');
    const world = await openLargeWorld(intents);
    const beganMs = performance.now();
    const outcome = await runOf(world, world.places, plan);
    tell('PostgreSQL', outcome, beganMs);
    await world.close();
    expect(outcome.wrong, toldOf(plan, outcome)).to.deep.equal([]);
  });
});

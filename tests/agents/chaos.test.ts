// Agents that repeat, reword and forget, clients that are cut, hosts that end, books that err: each intent is in the books once.
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { type Plan, runOf, toldOf } from './run.ts';
import { saboteurs } from './saboteurs.ts';
import { openAgentService, openSmallWorld } from './small-world.ts';

const isLong = process.env['TEST_LONG'] === '1';
const seed = Number(process.env['SEED'] ?? 20_261_129);
const intents = Number(process.env['INTENTS'] ?? (isLong ? 400 : 24));
const plan: Plan = {
  ...{ seed, intents, atOnce: 8, cuts: 0.3, kills: Math.ceil(intents / 10), faults: Math.ceil(intents / 4) },
  withinMs: 2_000 * intents,
};

describe('agents in bad weather', () => {
  const service = openedOnce(openAgentService);

  it('make each thing once, nothing unasked, within their limits and in their company', async () => {
    const world = await openSmallWorld(service, { count: plan.intents });
    const outcome = await runOf(world, world.places, plan);
    await world.close();
    if (isLong) process.stdout.write(`${JSON.stringify(outcome.counts)}\n`);
    expect(outcome.wrong, toldOf(plan, outcome)).to.deep.equal([]);
    expect(outcome.counts['calls']).to.be.greaterThan(intents);
  });

  for (const { name, plan: meant, wrap } of saboteurs) {
    it(`are caught where ${name}`, async () => {
      const calm: Plan = { ...plan, ...meant, intents: 6, kills: 0, faults: 0 };
      const world = await openSmallWorld(service, { count: calm.intents, sabotage: wrap });
      const { wrong } = await runOf(world, world.places, calm);
      await world.close();
      if (isLong) process.stdout.write(`${name}: ${wrong[0]}\n`);
      expect(wrong).not.to.deep.equal([]);
    });
  }
});

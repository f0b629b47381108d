// A run: many agents at once, in bad weather, with hosts that end; then quiet, and the judgement.
import { chanceOf } from './chance.ts';
import { type Intent, intentsOf, type Mix, type Places } from './intents.ts';
import { foreignBooksOf, judged, thingsIn } from './judge.ts';
import { count, type Ended, pursue, type Run } from './pursue.ts';
import type { AgentWorld } from './world.ts';

export interface Plan {
  readonly seed: number;
  readonly intents: number;
  readonly atOnce: number;
  /** Of the calls, how many clients are cut. */
  readonly cuts: number;
  readonly kills: number;
  readonly faults: number;
  /** After which agents give up, and the run fails. */
  readonly withinMs: number;
  readonly mix?: Mix;
  /** Every write at the provider is answered so much later. */
  readonly slowMs?: number;
}

export interface Outcome {
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly ends: Readonly<Record<string, number>>;
}

const writes = { method: 'PUT', path: '/api.xro/2.0/*' };
const posts = { method: 'POST', path: '/api.xro/2.0/*' };
const weathers: readonly object[] = [
  { match: writes, action: { drop: 'after' } },
  { match: writes, action: { drop: 'before' } },
  { match: posts, action: { drop: 'after' } },
  { match: writes, action: { status: 503 } },
  { match: writes, action: { status: 500, store: true } },
  { match: writes, action: { status: 500, store: true, drop: 'after' } },
  { match: writes, action: { status: 429, headers: { 'retry-after': '1', 'x-rate-limit-problem': 'minute' } } },
  { match: writes, action: { hang_after_ms: 60 } },
  { match: { method: 'GET', path: '/api.xro/2.0/*' }, action: { status: 503 } },
];

/** What happens beside the agents' calls, spread evenly over the run by how many intents have begun. */
function troubles({ kills, faults }: Plan, { world, chance, story, counts }: Run): readonly (() => Promise<void>)[] {
  const trouble = (name: string, work: () => Promise<unknown>) => async () => {
    story.push(`-- ${name}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await work();
  };
  const armed = () => world.sandbox.control('POST', 'faults', chance.of(weathers));
  const all = [
    ...Array.from({ length: faults }, () => trouble('the books err', armed)),
    ...Array.from({ length: kills }, () => trouble('a host is killed', world.killOne)),
    ...Array.from({ length: Math.ceil(kills / 2) }, () => trouble('a worker is killed', world.killWorker)),
    ...(['free', 'counted', 'held'] as const).map((name) => trouble('a key is rolled', () => world.roll(name))),
  ];
  return all
    .map((one) => ({ one, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** For what a run left open: the services have no faults then, and answer at once. */
const quietMs = 60_000;

export async function runOf(world: AgentWorld, places: Places, plan: Plan): Promise<Outcome> {
  const chance = chanceOf(plan.seed);
  const run: Run = {
    world,
    chance,
    weather: { cuts: plan.cuts },
    story: [],
    faults: [],
    counts: new Map(),
    until: performance.now() + plan.withinMs,
  };
  const intents = intentsOf(chance.apart('intents'), places, plan.intents, plan.mix);
  if (plan.slowMs !== undefined) {
    const slow = { match: writes, action: { hang_after_ms: plan.slowMs }, times: 10_000 };
    await world.sandbox.control('POST', 'faults', slow);
  }
  const before = await thingsIn(world);
  const foreignBefore = await foreignBooksOf(world);
  const ends = await pursueAll(run, plan, intents);
  await world.sandbox.control('DELETE', 'faults');
  run.weather.cuts = 0;
  // What is not known yet has to be known in quiet weather, by the same repetition.
  run.until = performance.now() + quietMs;
  for (const [intent, ended] of ends) {
    if (ended.end !== 'unknown') continue;
    const again = await pursue(run, intent);
    ends.set(intent, { ...again, ids: [...new Set([...ended.ids, ...again.ids])] });
  }
  await settled(run);
  const wrong = [...(await judged(run, { before, foreignBefore, ends }))];
  // Of an operation that has not ended, the agent was told so.
  for (const [{ name }, { end, ids, reason }] of ends) {
    if (end === 'unknown' && ids.length === 0) wrong.push(`${name} never learned what came of it: ${reason}`);
  }
  for (const { end } of ends.values()) count(run, `end: ${end}`);
  const counts = Object.fromEntries([...run.counts].sort());
  const told = Object.entries(counts).filter(([name]) => name.startsWith('end: '));
  return { wrong, story: run.story, counts, ends: Object.fromEntries(told.map(([name, n]) => [name.slice(5), n])) };
}

async function pursueAll(run: Run, plan: Plan, intents: readonly Intent[]): Promise<Map<Intent, Ended>> {
  const ends = new Map<Intent, Ended>();
  const happenings = troubles(plan, run);
  // A second of a pair follows its first.
  const chains: Intent[][] = [];
  for (const intent of intents) {
    if (intent.isSecond) chains.at(-1)?.push(intent);
    else chains.push([intent]);
  }
  let begun = 0;
  let happened = 0;
  const next = async (): Promise<void> => {
    for (;;) {
      const chain = chains[begun++];
      if (!chain) return;
      while (happened < Math.floor((begun / chains.length) * happenings.length)) await happenings[happened++]?.();
      let before: Ended | undefined;
      for (const intent of chain) {
        before = await pursue(run, intent, before);
        ends.set(intent, before);
        run.story.push(`${intent.name}: ${intent.style}, ${JSON.stringify(before)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, next));
  return ends;
}

/** Until nothing changes in the books any more: a write goes to its end although its client has left. */
async function settled({ world }: Run): Promise<void> {
  let last = '';
  for (let looks = 0; looks < 50; looks++) {
    const now = JSON.stringify([...(await thingsIn(world))].sort());
    if (now === last) return;
    last = now;
    await world.rest(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** What a failing run is told with. */
export function toldOf(plan: Plan, { wrong, story, counts }: Outcome): string {
  const names = new Set(wrong.flatMap((one) => one.match(/intent \d+/g) ?? []));
  const about = story.filter(
    (one) =>
      one.startsWith('--') || [...names].some((name) => one.startsWith(`${name} `) || one.startsWith(`${name}:`)),
  );
  return [
    `seed ${plan.seed}: ${JSON.stringify(plan)}`,
    JSON.stringify(counts),
    ...wrong,
    '--- the story ---',
    ...about.slice(0, 300),
  ].join('\n');
}

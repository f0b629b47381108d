// Random schedules of everything that can happen.
import fc from 'fast-check';
import { claimRoom, type WorkLane, workLanes } from '../../domain/work-lane.ts';
import {
  claimAs,
  claimTogether,
  crash,
  handBackAs,
  livesOf,
  move,
  moveClock,
  moveToDue,
  queueMany,
  renewAs,
  stop,
  sweepAs,
  sweepTogether,
  tellAll,
} from './acts.test-support.ts';
import { type Draft, drafts, faults, open, orders, rooms, second, wordOf } from './choices.test-support.ts';
import { compare } from './compare.test-support.ts';
import { isOver, kinds, type StopWord } from './reference.test-support.ts';
import { type Live, type Scene, workersInScene } from './scene.test-support.ts';

const { MODEL_REPLAY } = process.env;

type Command = fc.AsyncCommand<Scene, Scene>;

const minute = 60 * second;
const hour = 60 * minute;

/** Does it, then holds every record against the reference. */
function command(name: string, run: (scene: Scene) => unknown, check: (scene: Scene) => boolean = () => true): Command {
  return {
    check,
    run: async (_, scene) => {
      await run(scene);
      await compare(scene);
    },
    toString: () => name,
  };
}

const told = (value: unknown): string => JSON.stringify(value);
const worker = fc.nat({ max: workersInScene - 1 });

const isAlive = ({ live }: Scene): boolean => live.length > 0;

function picked<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function wordsFor(scene: Scene, live: readonly Live[], drafts: readonly Draft[]) {
  return live.map((one, i) => ({ live: one, word: wordOf(scene, picked(drafts, i)) }));
}

const tellOne = fc
  .record({ pick: fc.nat({ max: 30 }), draft: drafts, fault: faults })
  .map((given) =>
    command(
      `tell ${told(given)}`,
      (scene) =>
        tellAll(scene, [{ live: picked(scene.live, given.pick), word: wordOf(scene, given.draft, given.fault) }]),
      isAlive,
    ),
  );

/** At one time, so that their commits meet in groups. */
const tellMany = fc
  .array(drafts, { minLength: 1, maxLength: 4 })
  .map((drafts) =>
    command(`tell all ${told(drafts)}`, (scene) => tellAll(scene, wordsFor(scene, scene.live, drafts)), isAlive),
  );

/** On to the moment when something is due; it is claimed and gets its first words. */
const resumes = fc.record({ worker, drafts: fc.array(drafts, { minLength: 1, maxLength: 3 }) }).map((given) =>
  command(`resume ${told(given)}`, async (scene) => {
    const before = new Set(scene.live);
    moveToDue(scene);
    await claimAs(scene, given.worker, open(6));
    const begun = scene.live.filter((live) => !before.has(live));
    await tellAll(scene, wordsFor(scene, begun, given.drafts));
  }),
);

/** Attempts that slept past their leases go on, when others have their operations. */
const lates = fc.record({ worker, drafts: fc.array(drafts, { minLength: 1, maxLength: 3 }) }).map((given) =>
  command(
    `late ${told(given)}`,
    async (scene) => {
      const late = [...scene.live];
      moveClock(scene, 31 * second);
      await sweepAs(scene, given.worker);
      await claimAs(scene, given.worker, open(3));
      await tellAll(scene, wordsFor(scene, late, given.drafts));
    },
    isAlive,
  ),
);

const claims = fc
  .record({ worker, room: rooms })
  .map((given) => command(`claim ${told(given)}`, (scene) => claimAs(scene, given.worker, given.room)));

/** As the worker host reckons its room. */
const hostClaims = fc
  .record({ worker, slots: fc.constantFrom(1, 4, 12, 24) })
  .map(({ worker, slots }) =>
    command(`claim for slots ${told({ worker, slots })}`, (scene) =>
      claimAs(scene, worker, claimRoom(slots, runningOf(livesOf(scene, worker)))),
    ),
  );

function runningOf(live: readonly Live[]): Record<WorkLane, number> {
  const lanes = Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<WorkLane, number>;
  const laneByKind = ['automation', 'notification', 'delivery', 'sync', 'maintenance'] as const;
  for (const { holding } of live) lanes[laneByKind[kinds.indexOf(holding.operation.kind)] ?? 'sync'] += 1;
  return lanes;
}

const claimsAtOnce = fc
  .array(rooms, { minLength: 2, maxLength: workersInScene })
  .map((rooms) => command(`claim at once ${told(rooms)}`, (scene) => claimTogether(scene, rooms)));

const clock = fc
  .constantFrom(
    -4 * second,
    second,
    6 * second,
    16 * second,
    31 * second,
    100 * second,
    20 * minute,
    10 * hour,
    72 * hour,
  )
  .map((ms) => command(`clock ${ms / second} s`, (scene) => moveClock(scene, ms)));

const queues = orders.map((order) => command(`queue ${told(order)}`, (scene) => queueMany(scene, order)));
const crashes = worker.map((n) => command(`crash ${n}`, (scene) => crash(scene, n)));
const sweeps = worker.map((n) => command(`sweep ${n}`, (scene) => sweepAs(scene, n)));
const sweepsAtOnce = fc.constant(command('sweep at once', sweepTogether));
const renews = worker.map((n) =>
  command(
    `renew ${n}`,
    (scene) => renewAs(scene, n),
    (scene) => livesOf(scene, n).length > 0,
  ),
);
const handsBack = worker.map((n) =>
  command(
    `hand back ${n}`,
    (scene) => handBackAs(scene, n),
    (scene) => livesOf(scene, n).length > 0,
  ),
);

const stops = fc
  .record({
    pick: fc.nat({ max: 30 }),
    reason: fc.constantFrom<StopWord>('shutdown', 'lease_lost', 'cancel_requested'),
  })
  .map(({ pick, reason }) =>
    command(`stop ${pick} ${reason}`, (scene) => stop(picked(scene.live, pick), reason), isAlive),
  );

const moves = fc
  .record({
    act: fc.constantFrom('cancel' as const, 'replay' as const),
    pick: fc.nat({ max: 30 }),
    twice: fc.boolean(),
  })
  .map(({ act, pick, twice }) =>
    command(`${act} ${pick}${twice ? ' twice' : ''}`, (scene) => move(scene, act, movable(scene, act, pick), twice)),
  );

/** Mostly one that can be moved so. */
function movable({ model }: Scene, act: 'cancel' | 'replay', pick: number): string {
  const all = [...model.operations.values()];
  const fit = all.filter((operation) => isOver(operation) === (act === 'replay') && operation.state !== 'succeeded');
  return picked(fit.length > 0 && pick % 4 > 0 ? fit : all, pick).id;
}

/** Workers that are killed one after the other, whatever they hold. */
const killings = fc.integer({ min: 2, max: 5 }).map((times) =>
  command(`lose ${times} workers`, async (scene) => {
    for (let n = 0; n < times; n++) {
      await claimAs(scene, n % workersInScene, open(10));
      crash(scene, n % workersInScene);
      moveClock(scene, 31 * second);
      await sweepAs(scene, n % workersInScene);
    }
  }),
);

const failures = fc.integer({ min: 2, max: 10 }).map((times) =>
  command(`fail ${times} times`, async (scene) => {
    for (let n = 0; n < times; n++) {
      const before = new Set(scene.live);
      await claimAs(scene, 0, open(4));
      const fail = { kind: 'end', name: '', does: { as: 'retry' }, child: false } as const;
      const begun = scene.live.filter((live) => !before.has(live));
      await tellAll(scene, wordsFor(scene, begun, [fail]));
      moveClock(scene, 30 * hour);
    }
  }),
);

/** How often each comes, against the others. */
const often: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [1, queues],
  [2, claims],
  [1, hostClaims],
  [1, claimsAtOnce],
  [4, tellOne],
  [2, tellMany],
  [3, resumes],
  [2, lates],
  [2, clock],
  [1, sweeps],
  [1, sweepsAtOnce],
  [1, renews],
  [1, crashes],
  [1, handsBack],
  [1, stops],
  [3, moves],
  [1, killings],
  [1, failures],
];

export const schedules = fc.commands(
  often.flatMap(([times, commands]) => Array.from({ length: times }, () => commands)),
  { maxCommands: 14, size: 'max', ...(MODEL_REPLAY === undefined ? {} : { replayPath: MODEL_REPLAY }) },
);

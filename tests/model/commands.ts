// Random schedules of everything that can happen.
import fc from 'fast-check';
import { claimRoom, type WorkLane, workLanes } from '../../core/domain/work-lane.ts';
import {
  claimAs,
  claimTogether,
  crash,
  handBackAs,
  livesOf,
  move,
  moveClock,
  queueMany,
  renewAs,
  stop,
  sweepAs,
  sweepTogether,
  tellAll,
} from './acts.ts';
import { drafts, faults, orders, rooms, second, wordOf } from './choices.ts';
import { type Command, command, isAlive, picked, told, wordsFor, worker } from './command.ts';
import { failures, killings, lates, regrets, resumes } from './compounds.ts';
import { isOver, kinds, type StopWord } from './reference.ts';
import { type Live, type Scene, workersInScene } from './scene.ts';

const { MODEL_REPLAY } = process.env;

const minute = 60 * second;
const hour = 60 * minute;

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
  [2, moves],
  [1, regrets],
  [1, killings],
  [1, failures],
];

export const schedules = fc.commands(
  often.flatMap(([times, commands]) => Array.from({ length: times }, () => commands)),
  { maxCommands: 14, size: 'max', ...(MODEL_REPLAY === undefined ? {} : { replayPath: MODEL_REPLAY }) },
);

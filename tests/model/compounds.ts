// What random schedules seldom come to step by step.
import fc from 'fast-check';
import { claimAs, crash, move, moveClock, moveToDue, renewAs, sweepAs, tellAll } from './acts.ts';
import { type Draft, drafts, open, second, well } from './choices.ts';
import { command, isAlive, picked, told, wordsFor, worker } from './command.ts';
import { workersInScene } from './scene.ts';

const hour = 3600 * second;

/** On to the moment when something is due; it is claimed and gets its first words. */
export const resumes = fc.record({ worker, drafts: fc.array(drafts, { minLength: 1, maxLength: 3 }) }).map((given) =>
  command(`resume ${told(given)}`, async (scene) => {
    const before = new Set(scene.live);
    moveToDue(scene);
    await claimAs(scene, given.worker, open(6));
    const begun = scene.live.filter((live) => !before.has(live));
    await tellAll(scene, wordsFor(scene, begun, given.drafts));
  }),
);

/** Attempts that slept past their leases go on, when others have their operations. */
const someDrafts = fc.array(drafts, { minLength: 1, maxLength: 3 });
export const lates = fc.record({ worker, drafts: someDrafts, renews: fc.boolean() }).map((given) =>
  command(
    `late ${told(given)}`,
    async (scene) => {
      const late = [...scene.live];
      moveClock(scene, 31 * second);
      await sweepAs(scene, given.worker);
      await claimAs(scene, given.worker, open(3));
      if (given.renews) await renewAs(scene, given.worker);
      const newer = given.drafts.length % 2 === 0 ? [] : scene.live.filter((live) => !late.includes(live));
      await tellAll(scene, wordsFor(scene, [...late, ...newer], given.drafts));
    },
    isAlive,
  ),
);

/** Asked to stop, it learns of it by a step or comes to its end all the same; and is run again where it failed. */
const regretted = fc.record({ pick: fc.nat({ max: 30 }), learns: fc.boolean(), next: drafts });
export const regrets = regretted.map((given) =>
  command(
    `regret ${told(given)}`,
    async (scene) => {
      const live = picked(scene.live, given.pick);
      const { id } = live.holding.operation;
      await move(scene, 'cancel', id, false);
      const learning: Draft = { kind: 'step', name: 'c', does: well, child: false };
      if (given.learns) await tellAll(scene, wordsFor(scene, [live], [learning]));
      const next: Draft = given.learns ? given.next : { ...given.next, kind: 'end' };
      if (scene.live.includes(live)) await tellAll(scene, wordsFor(scene, [live], [next]));
      await move(scene, 'replay', id, false);
    },
    isAlive,
  ),
);

/** Workers that are killed one after the other, whatever they hold. */
export const killings = fc.integer({ min: 2, max: 5 }).map((times) =>
  command(`lose ${times} workers`, async (scene) => {
    for (let n = 0; n < times; n++) {
      await claimAs(scene, n % workersInScene, open(10));
      crash(scene, n % workersInScene);
      moveClock(scene, 31 * second);
      await sweepAs(scene, n % workersInScene);
    }
  }),
);

export const failures = fc.integer({ min: 2, max: 10 }).map((times) =>
  command(`fail ${times} times`, async (scene) => {
    for (let n = 0; n < times; n++) {
      const before = new Set(scene.live);
      await claimAs(scene, 0, open(4));
      const fail: Draft = { kind: 'end', name: '', does: { as: 'retry' }, child: false };
      const begun = scene.live.filter((live) => !before.has(live));
      await tellAll(scene, wordsFor(scene, begun, [fail]));
      moveClock(scene, 30 * hour);
    }
  }),
);

// A command of a random schedule.
import fc from 'fast-check';
import { type Draft, wordOf } from './choices.ts';
import { compare } from './compare.ts';
import { type Live, type Scene, workersInScene } from './scene.ts';

export type Command = fc.AsyncCommand<Scene, Scene>;

/** Does it, then holds every record against the reference. */
export function command(
  name: string,
  run: (scene: Scene) => unknown,
  check: (scene: Scene) => boolean = () => true,
): Command {
  return {
    check,
    run: async (_, scene) => {
      await run(scene);
      await compare(scene);
    },
    toString: () => name,
  };
}

export const told = (value: unknown): string => JSON.stringify(value);
export const worker = fc.nat({ max: workersInScene - 1 });

export const isAlive = ({ live }: Scene): boolean => live.length > 0;

export function picked<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

export function wordsFor(scene: Scene, live: readonly Live[], drafts: readonly Draft[]) {
  return live.map((one, i) => ({ live: one, word: wordOf(scene, picked(drafts, i)) }));
}

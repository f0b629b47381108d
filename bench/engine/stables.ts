import type { Contender } from './contender.ts';

/** Where the contenders live; a worker process loads only its own. */
export const stables = {
  ours: () => import('./ours.ts'),
  'graphile-worker': () => import('./graphile-worker.ts'),
  dbos: () => import('./dbos.ts'),
} as const satisfies Readonly<Record<string, () => Promise<{ contenders: readonly Contender[] }>>>;

export type StableName = keyof typeof stables;
export const stableNames = Object.keys(stables) as readonly StableName[];

export const isStableName = (name: string): name is StableName => Object.hasOwn(stables, name);

export async function contenderOf(stable: string, name: string): Promise<Contender> {
  if (!isStableName(stable)) throw new Error(`nobody knows ${stable}`);
  const found = (await stables[stable]()).contenders.find((contender) => contender.name === name);
  if (!found) throw new Error(`${stable} has no ${name}`);
  return found;
}

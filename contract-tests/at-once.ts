import type { Storage } from '#core/ports';

const pooled = 10;

type Warmed = Partial<Pick<Storage, 'ping'>> & { transaction<T>(work: () => Promise<T>): Promise<T> };

/**
 * Opens the pool's connections before a race: loops that start cold run one after the other and prove nothing.
 */
export async function warm(storage: Warmed): Promise<void> {
  await Promise.all(Array.from({ length: pooled }, () => storage.ping?.()));
  await Promise.all(Array.from({ length: pooled }, () => storage.transaction(async () => {})));
}

/**
 * Runs `work` so many times at once and gives all results. When one fails the others end first: a broken clause then
 * leaves no transaction behind that holds rows which the next clause wants.
 */
export async function atOnce<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const runs = Array.from({ length: times }, (_, index) => work(index));
  await Promise.allSettled(runs);
  return Promise.all(runs);
}

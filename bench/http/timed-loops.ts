import type { LoadWish } from './contender.ts';

export interface Taken {
  /** Milliseconds of each. */
  readonly took: readonly number[];
  readonly seconds: number;
  /** What this process used of the processors meanwhile. */
  readonly cpuMs: number;
}

/** Does `work` in as many loops as are to be in flight, until the time is over and the least number is done. */
export async function timedLoops(
  { inFlight, seconds, least }: Pick<LoadWish, 'inFlight' | 'seconds' | 'least'>,
  work: () => Promise<void>,
): Promise<Taken> {
  const took: number[] = [];
  let begun = 0;
  const [since, usedBefore] = [performance.now(), process.cpuUsage()];
  const loop = async (): Promise<void> => {
    while (performance.now() - since < seconds * 1000 || begun < least) {
      begun += 1;
      const from = performance.now();
      await work();
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const { user, system } = process.cpuUsage(usedBefore);
  return { took, seconds: (performance.now() - since) / 1000, cpuMs: (user + system) / 1000 };
}

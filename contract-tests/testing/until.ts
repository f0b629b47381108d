import { setTimeout as sleep } from 'node:timers/promises';

/** Who waits longer looks less often: looking costs time that the work needs. */
const longestPauseMs = 200;

/** What `look` finds, asked again and again until it finds something; throws, with `what`, after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let pauseMs = 20;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs + 5, longestPauseMs);
  }
}

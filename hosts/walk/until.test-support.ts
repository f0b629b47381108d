import { setTimeout as sleep } from 'node:timers/promises';

/** What `look` finds, asked again and again until it finds something; throws, with `what`, after `withinMs`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await sleep(20);
  }
}

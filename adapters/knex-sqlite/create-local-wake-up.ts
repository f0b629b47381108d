import type { WakeUp } from '#core/ports';
import { createListeners } from '../knex/listeners.ts';

/** Wakes the workers of this process. Those of another process on the same file find work by polling. */
export function createLocalWakeUp(): WakeUp {
  const listeners = createListeners();
  return { signal: listeners.wake, listen: listeners.add };
}

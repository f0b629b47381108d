import { setTimeout as wait } from 'node:timers/promises';
import { driverCode } from '../knex/dialect.ts';

const pauseMs = 4;

/**
 * Repeats `attempt` while another process writes. SQLite's own busy_timeout would stop the event loop for the whole
 * wait; here only the caller waits. Gives up with SQLite's error after `timeoutMs`.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>, timeoutMs: number): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await wait(pauseMs * (0.5 + Math.random()));
  }
}

function isBusy(error: unknown): boolean {
  const code = driverCode(error) ?? '';
  return code === 'SQLITE_BUSY' || code.startsWith('SQLITE_BUSY_');
}

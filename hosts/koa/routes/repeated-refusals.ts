// An agent that repeats a refused call without a change is told to stop: kept in memory, by key and call, of this process alone.
import { createHash } from 'node:crypto';
import { type Caller, ServiceError } from '#core';

const windowMs = 60_000;
const refusalsMost = 3;
/** The calls that are remembered, over all keys; the one that was refused longest ago is forgotten first. */
const callsMost = 10_000;

export interface AskedCall {
  /** The route or the tool, and the ids in its path. */
  readonly name: string;
  /** All that the caller says beside it. */
  readonly said: unknown;
}

interface Refusals {
  readonly since: number;
  readonly count: number;
}

export type RepeatedRefusals = ReturnType<typeof repeatedRefusals>;

/** `statusOf`: the status with which an error is answered; those of 4xx count, but 429. */
export function repeatedRefusals(statusOf: (error: ServiceError) => number, now: () => number = Date.now) {
  const known = new Map<string, Refusals>();
  const fresh = (key: string): Refusals | undefined => {
    const found = known.get(key);
    return found && now() - found.since < windowMs ? found : undefined;
  };
  return {
    /** Runs an agent's call. Throws RATE_LIMITED `stop_repeating` for the fourth equal one after three refusals. */
    async run<T>({ actor, rights }: Caller, asked: AskedCall, call: () => Promise<T>): Promise<T> {
      if (!rights?.agent) return call();
      const key = createHash('sha256')
        .update(`${actor} ${asked.name} ${JSON.stringify(asked.said)}`)
        .digest('base64');
      if ((fresh(key)?.count ?? 0) >= refusalsMost) throw stopRepeating();
      try {
        const answer = await call();
        known.delete(key);
        return answer;
      } catch (error) {
        const status = error instanceof ServiceError ? statusOf(error) : 500;
        if (status >= 400 && status < 500 && status !== 429 && !isToBeRepeated(error)) {
          const count = (fresh(key)?.count ?? 0) + 1;
          // Moves to the end: the map keeps the order in which its keys came.
          known.delete(key);
          known.set(key, { count, since: now() });
          const [oldest] = known.keys();
          if (known.size > callsMost && oldest !== undefined) known.delete(oldest);
        }
        throw error;
      }
    },
  };
}

/** Such as a write that is still running: its answer says to repeat the call. */
function isToBeRepeated(error: unknown): boolean {
  return error instanceof ServiceError && error.retryable;
}

function stopRepeating(): ServiceError {
  const message = `this very call was refused ${refusalsMost} times within a minute: change it, or stop and tell a person`;
  return new ServiceError('RATE_LIMITED', message, {
    reason: 'stop_repeating',
    retryAfterSeconds: windowMs / 1000,
    outcome: 'not_applied',
  });
}

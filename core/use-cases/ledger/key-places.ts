import { ServiceError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/system.ts';

/** Requests of one key, or of one console session, that a process works on at once. */
export const keyRequestsMost = 50;
/** How many of these may wait for the provider's budget, for a twin that is still running, or for a record. */
export const keyWaitsMost = 10;
const retryAfterSeconds = 1;

/** Takes a place and returns a function that gives it back. Throws RATE_LIMITED with the reason if all are taken. */
type TakePlace = (whose: string) => () => void;

export function placesForEach(most: number, message: string, reason = 'key_concurrency'): TakePlace {
  const taken = new Map<string, number>();
  return (whose) => {
    const before = taken.get(whose) ?? 0;
    if (before >= most) throw new ServiceError('RATE_LIMITED', message, { reason, retryAfterSeconds });
    taken.set(whose, before + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (taken.get(whose) ?? 1) - 1;
      if (left === 0) taken.delete(whose);
      else taken.set(whose, left);
    };
  };
}

/** A request that waits takes one of these places, in whichever use case. */
export const takeWaitingPlace = placesForEach(
  keyWaitsMost,
  `${keyWaitsMost} requests of this key are waiting already; try again when some have ended`,
);

const pollMilliseconds = 100;

/**
 * Yields at once, then every 100 ms for so many seconds. A request that waits takes one of the waiting places of its key;
 * workers have no `actor` and take none.
 */
export async function* turnsFor(
  { clock }: { readonly clock: Clock },
  seconds: number,
  actor?: string,
): AsyncGenerator<void, void> {
  let leave: (() => void) | undefined;
  try {
    for (let waited = 0; waited <= seconds * 1000; waited += pollMilliseconds) {
      yield;
      if (actor !== undefined) leave ??= takeWaitingPlace(actor);
      await clock.wait(pollMilliseconds);
    }
  } finally {
    leave?.();
  }
}

// Bounds the tries of a password or code, over all hosts.
import { ServiceError } from '../../domain/errors.ts';
import { lockedSeconds, signInBound, type TryBound, withoutTry, withTry } from '../../domain/failed-tries.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

interface CountedTry {
  /** Failures of one purpose do not lock the other. */
  readonly purpose: 'sign-in' | 'password-change' | 'second-factor' | 'connect-form' | 'portal';
  readonly whose: string;
  /** Ten within fifteen minutes by default. */
  readonly bound?: TryBound;
  check(): Promise<boolean>;
}

/**
 * Counts a try before it checks the password, and removes the try if the password was right or could not be checked. Throws
 * RATE_LIMITED beyond the bound. `locks`: the try was wrong and the last one allowed.
 */
export async function countedTry(ports: CorePorts, { purpose, whose, bound = signInBound, check }: CountedTry) {
  const subject = ports.sessionDigester.keyed(purpose, whose);
  const { tried, isLast } = await countTry(ports, subject, bound);
  let isWrong = false;
  try {
    isWrong = !(await check());
  } finally {
    if (!isWrong) await takeBack(ports, subject, tried);
  }
  return { isRight: !isWrong, locks: isLast && isWrong };
}

function countTry({ storage, clock }: CorePorts, subject: string, bound: TryBound) {
  return storage.transaction(async ({ signInFailures }) => {
    const now = clock.now();
    const seen = await signInFailures.lock(subject);
    const seconds = lockedSeconds(seen, now, bound);
    if (seconds > 0) {
      throw new ServiceError('RATE_LIMITED', 'too many wrong tries; try again later', {
        reason: 'sign_in_locked',
        retryAfterSeconds: seconds,
      });
    }
    const tries = withTry(seen, now, bound);
    await signInFailures.save(subject, tries);
    return { tried: now, isLast: tries.length === bound.most };
  });
}

function takeBack({ storage }: CorePorts, subject: string, tried: Date): Promise<void> {
  return storage.transaction(async ({ signInFailures }) => {
    await signInFailures.save(subject, withoutTry(await signInFailures.lock(subject), tried));
  });
}

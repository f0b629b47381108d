import { failuresMost, lockedSeconds, withoutTry, withTry } from '../../domain/console-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Ports = Pick<CorePorts, 'storage' | 'sessionDigester' | 'clock'>;

export interface CountedTry {
  /** Whose password is tried; failures of one purpose do not lock the other. */
  readonly purpose: 'sign-in' | 'password-change';
  readonly whose: string;
  check(): Promise<boolean>;
}

/**
 * Checks a password as one try of at most ten within fifteen minutes; RATE_LIMITED beyond. It counts before it is
 * checked, and no more once it was right or could not be checked. `locks`: it was wrong, and the last one allowed.
 */
export async function countedTry(ports: Ports, { purpose, whose, check }: CountedTry) {
  const subject = ports.sessionDigester.keyed(purpose, whose);
  const { tried, isLast } = await countTry(ports, subject);
  let isWrong = false;
  try {
    isWrong = !(await check());
  } finally {
    if (!isWrong) await takeBack(ports, subject, tried);
  }
  return { isRight: !isWrong, locks: isLast && isWrong };
}

function countTry({ storage, clock }: Ports, subject: string) {
  return storage.transaction(async ({ signInFailures }) => {
    const now = clock.now();
    const seen = await signInFailures.lock(subject);
    const seconds = lockedSeconds(seen, now);
    if (seconds > 0) {
      throw new ServiceError('RATE_LIMITED', 'too many wrong passwords; try again later', {
        reason: 'sign_in_locked',
        retryAfterSeconds: seconds,
      });
    }
    const tries = withTry(seen, now);
    await signInFailures.save(subject, tries);
    return { tried: now, isLast: tries.length === failuresMost };
  });
}

function takeBack({ storage }: Ports, subject: string, tried: Date): Promise<void> {
  return storage.transaction(async ({ signInFailures }) => {
    await signInFailures.save(subject, withoutTry(await signInFailures.lock(subject), tried));
  });
}

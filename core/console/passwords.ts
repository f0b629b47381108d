// Bounds the tries of a password, at sign-in and when a member changes it.
import { failuresMost, lockedSeconds, type SignedIn, withoutTry, withTry } from '../domain/console-session.ts';
import { badRequest, ServiceError } from '../domain/errors.ts';
import { passwordLongest, passwordProblem } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { actorOf, signedOut } from './acting.ts';

type Passwords = Readonly<Record<'current' | 'next', string>>;

/**
 * Needs the old password (else BAD_REQUEST `current_password`) and ends the member's other sessions. Ten wrong passwords
 * lock this, but not signing in, for 15 minutes (RATE_LIMITED), so that a stolen session cannot try without end.
 */
export function changePassword(ports: CorePorts) {
  return async (signedIn: SignedIn, { current, next }: Passwords): Promise<void> => {
    const { storage, passwords: hasher } = ports;
    const problem = passwordProblem(next, signedIn.email);
    if (problem) throw badRequest('new_password', problem);
    const old = await rightHash(ports, signedIn, current);
    if (await hasher.verify(next, old)) throw badRequest('new_password', 'must be another one');
    const hash = await hasher.hash(next);
    await storage.transaction(async (stores) => {
      // A member removed or reset meanwhile must not return with the old password.
      await stores.organizations.lock(signedIn.organizationId);
      if ((await stores.members.find(signedIn.memberId))?.passwordHash !== old) throw signedOut();
      await stores.members.setPassword(signedIn.memberId, hash, null);
      const ended = await stores.consoleSessions.removeAll(signedIn.memberId, signedIn.sessionId);
      const details = { sessions_ended: ended };
      const act = { action: 'member.password_changed', subject: signedIn.memberId, details };
      await recordAct(stores, ports, actorOf(signedIn), act);
    });
  };
}

export async function rightHash(ports: CorePorts, signedIn: SignedIn, password: string): Promise<string> {
  const { storage, passwords } = ports;
  const member = await storage.members.find(signedIn.memberId);
  if (!member) throw signedOut();
  const check = async () => password.length <= passwordLongest && passwords.verify(password, member.passwordHash);
  const { isRight, locks } = await countedTry(ports, { purpose: 'password-change', whose: member.id, check });
  if (locks) {
    const act = { action: 'member.password_change_locked', subject: member.id, details: {} };
    await recordAct(storage, ports, actorOf(signedIn), act);
  }
  if (!isRight) throw badRequest('current_password', 'is wrong');
  return member.passwordHash;
}

interface CountedTry {
  /** Failures of one purpose do not lock the other. */
  readonly purpose: 'sign-in' | 'password-change' | 'second-factor';
  readonly whose: string;
  check(): Promise<boolean>;
}

/**
 * Counts a try before it checks the password, and removes the try if the password was right or could not be checked. Throws
 * RATE_LIMITED beyond ten within fifteen minutes. `locks`: the try was wrong and the last one allowed.
 */
export async function countedTry(ports: CorePorts, { purpose, whose, check }: CountedTry) {
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

function countTry({ storage, clock }: CorePorts, subject: string) {
  return storage.transaction(async ({ signInFailures }) => {
    const now = clock.now();
    const seen = await signInFailures.lock(subject);
    const seconds = lockedSeconds(seen, now);
    if (seconds > 0) {
      throw new ServiceError('RATE_LIMITED', 'too many wrong tries; try again later', {
        reason: 'sign_in_locked',
        retryAfterSeconds: seconds,
      });
    }
    const tries = withTry(seen, now);
    await signInFailures.save(subject, tries);
    return { tried: now, isLast: tries.length === failuresMost };
  });
}

function takeBack({ storage }: CorePorts, subject: string, tried: Date): Promise<void> {
  return storage.transaction(async ({ signInFailures }) => {
    await signInFailures.save(subject, withoutTry(await signInFailures.lock(subject), tried));
  });
}

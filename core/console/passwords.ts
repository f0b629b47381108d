// Bounds the tries of a password, at sign-in and when a member changes it.
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest } from '../domain/errors.ts';
import { passwordLongest, passwordProblem } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { countedTry } from '../use-cases/access/counted-try.ts';
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

import type { SignedIn } from '../../domain/console-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import { passwordLongest, passwordProblem } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { recordAct } from '../record-act.ts';
import { actorOf, signedOut } from './acting.ts';
import { countedTry } from './counted-try.ts';

type Ports = Pick<CorePorts, 'storage' | 'passwords' | 'sessionDigester' | 'clock' | 'ids'>;

export interface Passwords {
  readonly current: string;
  readonly next: string;
}

/**
 * One's own, by somebody who knows the old one; every other session of the member ends. Whoever has only got hold of a
 * session may not try passwords without end either: ten wrong ones lock this for fifteen minutes, and not signing in.
 */
export function changePassword(ports: Ports) {
  return async (signedIn: SignedIn, { current, next }: Passwords): Promise<void> => {
    const { storage, passwords: hasher } = ports;
    const problem = passwordProblem(next, signedIn.email);
    if (problem) throw refusal('new_password', problem);
    const old = await rightHash(ports, signedIn, current);
    if (await hasher.verify(next, old)) throw refusal('new_password', 'new_password must be another one');
    const hash = await hasher.hash(next);
    await storage.transaction(async (stores) => {
      // Whoever was removed or reset meanwhile does not get back in by the old password.
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

async function rightHash(ports: Ports, signedIn: SignedIn, password: string): Promise<string> {
  const { storage, passwords } = ports;
  const member = await storage.members.find(signedIn.memberId);
  if (!member) throw signedOut();
  const check = async () => password.length <= passwordLongest && passwords.verify(password, member.passwordHash);
  const { isRight, locks } = await countedTry(ports, { purpose: 'password-change', whose: member.id, check });
  if (locks) {
    const act = { action: 'member.password_change_locked', subject: member.id, details: {} };
    await recordAct(storage, ports, actorOf(signedIn), act);
  }
  if (!isRight) throw refusal('current_password', 'current_password is wrong');
  return member.passwordHash;
}

function refusal(path: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { errors: [{ path, message }] });
}

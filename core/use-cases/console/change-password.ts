import type { SignedIn } from '../../domain/console-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import { passwordProblem } from '../../domain/password.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { actorOf, recordAct } from './record-act.ts';

type Ports = Pick<CorePorts, 'storage' | 'passwords' | 'sessionDigester' | 'clock' | 'ids'>;

/** One's own, by somebody who knows the old one; every other session of the member ends. */
export function changePassword(ports: Ports) {
  return async (signedIn: SignedIn, passwords: { readonly current: string; readonly next: string }): Promise<void> => {
    const { storage, passwords: hasher } = ports;
    const problem = passwordProblem(passwords.next, signedIn.email);
    if (problem) throw refusal('new_password', problem);
    const member = await storage.members.find(signedIn.memberId);
    const isRight = await hasher.verify(passwords.current.slice(0, 1_000), member?.passwordHash ?? '');
    if (!isRight) throw refusal('current_password', 'current_password is wrong');
    if (passwords.current === passwords.next) throw refusal('new_password', 'new_password must be another one');
    const hash = await hasher.hash(passwords.next);
    await storage.transaction(async (stores) => {
      await stores.members.setPassword(signedIn.memberId, hash, false);
      const ended = await stores.consoleSessions.removeAll(signedIn.memberId, signedIn.sessionId);
      const act = { ...actorOf(signedIn), action: 'member.password_changed', subject: signedIn.memberId };
      await recordAct(stores, ports, { ...act, details: { sessions_ended: ended } });
    });
  };
}

function refusal(path: string, message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { errors: [{ path, message }] });
}

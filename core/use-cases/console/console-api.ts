import type { CorePorts } from '../../ports/core-ports.ts';
import { changePassword } from './change-password.ts';
import { createKey, listKeys, revokeKeyAs } from './keys.ts';
import { changeRole, inviteMember, listMembers, removeMember, resetPassword } from './members.ts';
import { readAudit } from './read-audit.ts';
import {
  assertCsrf,
  authenticateSession,
  callerOf,
  csrfToken,
  endSession,
  listSessions,
  ownOrganization,
  signOut,
} from './session.ts';
import { signIn } from './sign-in.ts';

/** What members do in the console, each within the role that they have at that moment. */
export function createConsoleApi(ports: CorePorts) {
  return {
    signIn: signIn(ports),
    authenticate: authenticateSession(ports),
    csrfToken: csrfToken(ports),
    assertCsrf: assertCsrf(ports),
    signOut: signOut(ports),
    listSessions: listSessions(ports),
    endSession: endSession(ports),
    changePassword: changePassword(ports),
    callerOf,
    organization: ownOrganization(ports),
    listMembers: listMembers(ports),
    inviteMember: inviteMember(ports),
    changeRole: changeRole(ports),
    resetPassword: resetPassword(ports),
    removeMember: removeMember(ports),
    listKeys: listKeys(ports),
    createKey: createKey(ports),
    revokeKey: revokeKeyAs(ports),
    readAudit: readAudit(ports),
  };
}

import type { CorePorts } from '../../ports/core-ports.ts';
import { noteCall, readAudit } from './acting.ts';
import { createKey, listKeys, revokeKeyAs } from './keys.ts';
import { changeRole, inviteMember, listMembers, removeMember, resetMember, resetPassword } from './members.ts';
import { readOverview } from './overview.ts';
import { changePassword } from './passwords.ts';
import { changeApp, createApp, findApp, listApps, setCredentials } from './provider-apps/manage-apps.ts';
import { beginConsent, finishConsent, isAppConsentState } from './provider-apps/trial-consent.ts';
import { verifyApp } from './provider-apps/verify-app.ts';
import {
  assertCsrf,
  authenticateSession,
  callerOf,
  csrfTokenOf,
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
    csrfToken: (token: string) => csrfTokenOf(ports, token),
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
    resetMember: resetMember(ports),
    removeMember: removeMember(ports),
    listKeys: listKeys(ports),
    createKey: createKey(ports),
    revokeKey: revokeKeyAs(ports),
    noteCall: noteCall(ports),
    readAudit: readAudit(ports),
    overview: readOverview(ports),
    providerApps: {
      list: listApps(ports),
      find: findApp(ports),
      create: createApp(ports),
      change: changeApp(ports),
      setCredentials: setCredentials(ports),
      verify: verifyApp(ports),
      beginConsent: beginConsent(ports),
      isConsentState: isAppConsentState,
      finishConsent: finishConsent(ports),
    },
  };
}

import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { assertAllowed, type Permission } from '../domain/organization.ts';
import type { PageRequest } from '../domain/page.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { RawQuery } from '../schemas/query.ts';
import { listHeld } from '../use-cases/approvals/list-held.ts';
import { readHeld } from '../use-cases/operations/read-held.ts';
import type { RecordPath } from '../use-cases/resources/resource-target.ts';
import { recordTimeline } from '../use-cases/timeline/read-timelines.ts';
import { unlessReadOnly } from '../use-cases/writes/unless-read-only.ts';
import { actorOf, noteCall } from './acting.ts';
import { readAgentDay } from './agent-day.ts';
import { changeAlert, createAlert, findAlert, listAlerts, removeAlert, testAlert } from './alerts.ts';
import { readAudit } from './audit.ts';
import { changeBranding, readBranding } from './branding.ts';
import { budgetsAs } from './budgets.ts';
import { approveMany, decideHeld } from './decide.ts';
import { exportedFile, exportList } from './export-list.ts';
import {
  addFactor,
  beginFactor,
  listFactors,
  removeFactor,
  removeMemberFactors,
  renewCodes,
  requireFactors,
} from './factors.ts';
import { acceptInvitation, invite, readInvitation, withdrawInvitation } from './invitations.ts';
import { createKey, revokeKeyAs, rollKey } from './keys.ts';
import { changeApp, createApp, findApp, listApps, setCredentials } from './manage-apps.ts';
import { changeRole, inviteMember, listMembers, removeMember, resetMember, resetPassword } from './members.ts';
import { readOverview } from './overview.ts';
import { changePassword } from './passwords.ts';
import { countRecords } from './record-counts.ts';
import { search } from './search.ts';
import {
  assertCsrf,
  authenticateSession,
  callerOf,
  csrfTokenFor,
  endSession,
  listMemberships,
  signOut,
} from './session.ts';
import { signIn } from './sign-in.ts';
import { beginConsent, finishConsent, isAppConsentState } from './trial-consent.ts';
import { verifyApp } from './verify-app.ts';

type Act<Args extends unknown[], R> = (signedIn: SignedIn, ...args: Args) => Promise<R>;

/** Throws FORBIDDEN if the member's role does not allow the act. */
function allowed<Args extends unknown[], R>(permission: Permission, act: Act<Args, R>): Act<Args, R> {
  return async (signedIn, ...args) => {
    assertAllowed(signedIn.role, permission);
    return act(signedIn, ...args);
  };
}

/** Acts of members in the console, each checked against the role that the member has at that moment. */
export function createConsoleApi(ports: CorePorts) {
  const { storage, clock } = ports;
  /** Also refused in read-only mode, unlike acts that take access away. */
  const change = <Args extends unknown[], R>(permission: Permission, act: Act<Args, R>): Act<Args, R> =>
    allowed(permission, unlessReadOnly(ports)(act));
  return {
    signIn: signIn(ports),
    authenticate: authenticateSession(ports),
    /** The CSRF token in hexadecimal, always the same for one session. */
    csrfToken: csrfTokenFor(ports),
    assertCsrf: assertCsrf(ports),
    signOut: signOut(ports),
    /** The member's open sessions, latest used first. */
    listSessions: ({ memberId }: SignedIn) => storage.consoleSessions.list(memberId, clock.now()),
    endSession: endSession(ports),
    changePassword: changePassword(ports),
    factors: {
      list: listFactors(ports),
      begin: beginFactor(ports),
      add: addFactor(ports),
      remove: removeFactor(ports),
      renewCodes: renewCodes(ports),
      removeOf: allowed('members', removeMemberFactors(ports)),
      require: change('members', requireFactors(ports)),
    },
    invitations: {
      /** Open ones, oldest first. */
      list: allowed('members', ({ organizationId }) => storage.invitations.list(organizationId, clock.now())),
      create: change('members', invite(ports)),
      withdraw: allowed('members', withdrawInvitation(ports)),
      read: readInvitation(ports),
      accept: unlessReadOnly(ports)(acceptInvitation(ports)),
    },
    callerOf,
    memberships: listMemberships(ports),
    listMembers: allowed('read', listMembers(ports)),
    inviteMember: change('members', inviteMember(ports)),
    changeRole: change('members', changeRole(ports)),
    resetPassword: change('members', resetPassword(ports)),
    resetMember: resetMember(ports),
    removeMember: allowed('members', removeMember(ports)),
    /** Keys of both environments, active ones first, without secrets. */
    listKeys: allowed('read', ({ organizationId }, page: PageRequest) => storage.apiKeys.list(organizationId, page)),
    createKey: change('test_keys', createKey(ports)),
    rollKey: change('test_keys', rollKey(ports)),
    revokeKey: allowed('test_keys', revokeKeyAs(ports)),
    noteCall: noteCall(ports),
    exports: { create: change('read', exportList(ports)), file: allowed('read', exportedFile(ports)) },
    readAudit: allowed('read', readAudit(ports)),
    branding: { read: allowed('read', readBranding(ports)), change: change('members', changeBranding(ports)) },
    alerts: alertsOf(ports),
    approvals: approvalsOf(ports),
    ...readsOf(ports),
    providerApps: {
      list: allowed('read', listApps(ports)),
      find: allowed('read', findApp(ports)),
      create: change('operate', createApp(ports)),
      change: change('operate', changeApp(ports)),
      setCredentials: change('operate', setCredentials(ports)),
      verify: change('operate', verifyApp(ports)),
      beginConsent: change('operate', beginConsent(ports)),
      isConsentState: isAppConsentState,
      finishConsent: finishConsent(ports),
    },
  };
}

/** Only a member decides about what waits: no key has any of these. */
function approvalsOf(ports: CorePorts) {
  const list = listHeld(ports);
  const read = readHeld(ports);
  const change = unlessReadOnly(ports);
  return {
    list: allowed('read', (signedIn: SignedIn, environment: Environment, query: RawQuery) =>
      list(callerOf(signedIn, environment), query),
    ),
    read: allowed('read', (signedIn: SignedIn, environment: Environment, operationId: string) =>
      read(callerOf(signedIn, environment), operationId),
    ),
    approve: allowed('operate', change(decideHeld(ports, 'approved'))),
    approveMany: allowed('operate', change(approveMany(ports))),
    /** Also in read-only mode: nothing is written to the books. */
    decline: allowed('operate', decideHeld(ports, 'declined')),
  };
}

function alertsOf(ports: CorePorts) {
  const change = unlessReadOnly(ports);
  const test = testAlert(ports);
  return {
    list: allowed('read', listAlerts(ports)),
    find: allowed('read', findAlert(ports)),
    create: allowed('operate', change(createAlert(ports))),
    change: allowed('operate', change(changeAlert(ports))),
    remove: allowed('operate', removeAlert(ports)),
    test: allowed(
      'operate',
      change((signedIn: SignedIn, id: string) => test(actorOf(signedIn), id)),
    ),
    /** As an operator, who may test any organization's. */
    testAs: test,
  };
}

/** What only the pages read. */
function readsOf(ports: CorePorts) {
  const ofRecord = recordTimeline(ports);
  return {
    overview: allowed('read', readOverview(ports)),
    budgets: allowed('read', budgetsAs(ports)),
    recordCounts: allowed('read', countRecords(ports)),
    recordTimeline: allowed('read', (signedIn: SignedIn, environment: Environment, path: RecordPath) =>
      ofRecord(callerOf(signedIn, environment), path),
    ),
    search: allowed('read', search(ports)),
    agentDay: allowed('read', readAgentDay(ports)),
  };
}

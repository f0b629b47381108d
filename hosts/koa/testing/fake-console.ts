import { type Core, ServiceError } from '#core';

/** Nobody is signed in. */
export function createFakeConsole(unused: () => Promise<never>): Core['console'] {
  const signedOut = async (): Promise<never> => {
    throw new ServiceError('UNAUTHORIZED', 'sign in to the console');
  };
  return {
    signIn: signedOut,
    authenticate: signedOut,
    csrfToken: () => '',
    assertCsrf: () => {},
    signOut: unused,
    listSessions: unused,
    endSession: unused,
    changePassword: unused,
    factors: {
      list: unused,
      begin: unused,
      add: unused,
      remove: unused,
      renewCodes: unused,
      removeOf: unused,
      require: unused,
    },
    invitations: { list: unused, create: unused, withdraw: unused, read: unused, accept: unused },
    callerOf: ({ organizationId, memberId, requestId }, environment) => ({
      ...{ organizationId, environment, requestId },
      actor: memberId,
    }),
    memberships: unused,
    listMembers: unused,
    inviteMember: unused,
    changeRole: unused,
    resetPassword: unused,
    resetMember: unused,
    removeMember: unused,
    listKeys: unused,
    createKey: unused,
    rollKey: unused,
    revokeKey: unused,
    noteCall: unused,
    exports: { create: unused, file: unused },
    readAudit: unused,
    branding: { read: unused, change: unused },
    alerts: {
      list: unused,
      find: unused,
      create: unused,
      change: unused,
      remove: unused,
      test: unused,
      testAs: unused,
    },
    approvals: { list: unused, read: unused, approve: unused, approveMany: unused, decline: unused },
    overview: unused,
    budgets: unused,
    recordCounts: unused,
    recordTimeline: unused,
    search: unused,
    agentDay: unused,
    providerApps: {
      list: unused,
      find: unused,
      create: unused,
      change: unused,
      setCredentials: unused,
      verify: unused,
      beginConsent: unused,
      isConsentState: () => false,
      finishConsent: unused,
    },
  };
}

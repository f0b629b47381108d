// Signing in and out, and one's own sessions and password.
import * as v from 'valibot';
import { type Organization, permissionsOf, type SignedIn } from '#core';
import { ConsoleSessionAnswer, parse, SignedInAnswer } from '#core/schemas';
import { readJson } from '../middleware/bodies.ts';
import { presenter } from '../present/present.ts';
import { consoleRoute, type PlainRoute, type Route } from '../routes/route.ts';
import { assertListedOrigin, sessionToken, setSessionCookie } from './session.ts';

const text = (most: number) =>
  v.pipe(v.string('must be a text'), v.maxLength(most, `must be at most ${most} characters`));
const SignInBody = v.strictObject({
  email: text(254),
  password: text(1_000),
  organization_id: v.optional(text(100)),
});
const PasswordBody = v.strictObject({ current_password: text(1_000), new_password: text(1_000) });

const signedInAnswer = presenter(SignedInAnswer);

function presentSignedIn(member: SignedIn, csrfToken: string, organization?: Organization) {
  return signedInAnswer({
    ...member,
    permissions: permissionsOf(member.role),
    csrfToken,
    ...(organization === undefined ? {} : { organization }),
  });
}

/** There is no session yet whose CSRF token it could carry: the origin alone keeps other sites from signing one in. */
const signIn: PlainRoute = {
  kind: 'public',
  method: 'POST',
  path: '/accounting/session',
  operations: [],
  handle: async (ctx, { core, consoleOrigins, bodies }) => {
    assertListedOrigin(ctx, consoleOrigins);
    const body = await bodies.read(ctx, () => readJson(ctx));
    const { email, password, organization_id: organizationId } = parse(SignInBody, body);
    const { requestId } = ctx.state;
    const asked = { email, password, organizationId, agent: ctx.get('User-Agent') };
    const made = await core.console.signIn({ ...asked, earlierToken: sessionToken(ctx), requestId });
    if (made.kind === 'choose') {
      const organizations = made.organizations.map(({ id, name }) => ({ organization_id: id, name }));
      ctx.body = { success: true, message: 'Choose an organization', data: { organizations } };
      return;
    }
    setSessionCookie(ctx, made.token);
    ctx.body = { success: true, message: 'Signed in', data: presentSignedIn(made.signedIn, made.csrfToken) };
  },
};

const me = consoleRoute({
  method: 'GET',
  path: '/accounting/session',
  permission: null,
  operationId: 'getConsoleSession',
  handle: async ({ core, member, token }) => {
    const organization = await core.console.organization(member);
    const data = presentSignedIn(member, core.console.csrfToken(token), organization);
    return { message: 'Signed in', data };
  },
});

const signOut = consoleRoute({
  method: 'DELETE',
  path: '/accounting/session',
  permission: null,
  operationId: 'deleteConsoleSession',
  handle: async ({ core, member }, ctx) => {
    await core.console.signOut(member);
    setSessionCookie(ctx, null);
    return { message: 'Signed out', data: {} };
  },
});

const changePassword = consoleRoute({
  method: 'PUT',
  path: '/accounting/session/password',
  permission: null,
  operationId: 'changeConsolePassword',
  body: PasswordBody,
  handle: async ({ core, member, write }) => {
    const { current_password: current, new_password: next } = parse(PasswordBody, write.body);
    await core.console.changePassword(member, { current, next });
    return { message: 'Password changed', data: {} };
  },
});

const sessionAnswer = presenter(ConsoleSessionAnswer);

const list = consoleRoute({
  method: 'GET',
  path: '/accounting/sessions',
  permission: null,
  operationId: 'listConsoleSessions',
  handle: async ({ core, member }) => {
    const sessions = await core.console.listSessions(member);
    const items = sessions.map((one) =>
      sessionAnswer({ ...one, isThisOne: one.id === member.sessionId, lastSeenAt: one.seenAt }),
    );
    return { message: 'Sessions', data: { items } };
  },
});

const end = consoleRoute({
  method: 'DELETE',
  path: '/accounting/sessions/:session_id',
  permission: null,
  operationId: 'endConsoleSession',
  handle: async ({ core, member, param }) => {
    await core.console.endSession(member, param('session_id'));
    return { message: 'Session ended', data: {} };
  },
});

export const sessionRoutes: readonly Route[] = [signIn, me, signOut, changePassword, list, end];

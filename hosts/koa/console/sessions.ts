import * as v from 'valibot';
import { type Core, permissionsOf, type SignedIn } from '#core';
import { ConsoleSessionAnswer, parse, presenter, SignedInAnswer } from '#core/schemas';
import { readJson } from '../middleware/bodies.ts';
import { consoleRoute, type PlainRoute, type Route } from '../routes/route.ts';
import { strangers } from '../shares.ts';
import { typed } from './body-fields.ts';
import { Credential, factorCode } from './factors.ts';
import { assertListedOrigin, sessionToken, setSessionCookie, setUsualOrganization } from './session.ts';

const SignInBody = v.strictObject({
  email: typed(254),
  password: typed(1_000),
  organization_id: v.optional(typed(100)),
  code: v.optional(factorCode),
  credential: v.optional(Credential),
});

const signedInAnswer = presenter(SignedInAnswer);
const sessionAnswer = presenter(ConsoleSessionAnswer);

export function presentSignedIn(member: SignedIn, csrfToken: string, further: object = {}) {
  return signedInAnswer({ ...member, permissions: permissionsOf(member.role), csrfToken, ...further });
}

/** With the member's organization, and all in which this browser has a session. */
async function presentSession({ console }: Core, member: SignedIn, token: string) {
  const memberships = await console.memberships(token);
  const { organization } = memberships.find((one) => one.organization.id === member.organizationId) ?? {};
  const organizations = memberships.map(({ organization: { id, name }, role }) => ({ organizationId: id, name, role }));
  return presentSignedIn(member, console.csrfToken(token, member), { organization, organizations });
}

/** No session means no CSRF token: the check of the origin stops other sites from signing somebody in. */
const signIn: PlainRoute = {
  kind: 'public',
  method: 'POST',
  path: '/accounting/session',
  operations: [],
  handle: async (ctx, { core, consoleOrigins, bodies, shares }) => {
    assertListedOrigin(ctx, consoleOrigins);
    const body = await bodies.read(ctx, () => readJson(ctx));
    const { email, password, organization_id: organizationId, code, credential } = parse(SignInBody, body);
    const proof = code === undefined && credential === undefined ? undefined : { code, credential };
    const { requestId } = ctx.state;
    const asked = { email, password, organizationId, proof, agent: ctx.get('User-Agent') };
    const request = { ...asked, earlierToken: sessionToken(ctx), requestId };
    const made = await shares.takeTurn(strangers, () => core.console.signIn(request));
    if (made.kind === 'choose') {
      const organizations = made.organizations.map(({ id, name }) => ({ organization_id: id, name }));
      ctx.body = { success: true, message: 'Choose an organization', data: { organizations } };
      return;
    }
    if (made.kind === 'prove') {
      const data = { second_factor: { kinds: made.kinds, options: made.passkeyOptions } };
      ctx.body = { success: true, message: 'Prove your second factor', data };
      return;
    }
    setSessionCookie(ctx, made.token);
    ctx.body = { success: true, message: 'Signed in', data: presentSignedIn(made.signedIn, made.csrfToken) };
  },
};

export const sessionRoutes: readonly Route[] = [
  signIn,
  consoleRoute('GET /accounting/session', {
    permission: null,
    secret: true,
    handle: async ({ core, member, token }) => ({
      message: 'Signed in',
      data: await presentSession(core, member, token),
    }),
  }),
  consoleRoute('POST /accounting/session/organization', {
    permission: null,
    secret: true,
    body: v.strictObject({ organization_id: typed(100) }),
    handle: async ({ core, token, body }, ctx) => {
      const named = body.organization_id;
      const member = await core.console.authenticate(token, ctx.state.requestId, { named });
      setUsualOrganization(ctx, named);
      return { message: 'Organization switched', data: await presentSession(core, member, token) };
    },
  }),
  consoleRoute('DELETE /accounting/session', {
    permission: null,
    handle: async ({ core, member, token }, ctx) => {
      await core.console.signOut(member, token);
      setSessionCookie(ctx, null);
      return { message: 'Signed out', data: {} };
    },
  }),
  consoleRoute('PUT /accounting/session/password', {
    permission: null,
    body: v.strictObject({ current_password: typed(1_000), new_password: typed(1_000) }),
    handle: async ({ core, member, body }) => {
      await core.console.changePassword(member, { current: body.current_password, next: body.new_password });
      return { message: 'Password changed', data: {} };
    },
  }),
  consoleRoute('GET /accounting/sessions', {
    permission: null,
    handle: async ({ core, member }) => {
      const sessions = await core.console.listSessions(member);
      const items = sessions.map((one) =>
        sessionAnswer({ ...one, isThisOne: one.id === member.sessionId, lastSeenAt: one.seenAt }),
      );
      return { message: 'Sessions', data: { items } };
    },
  }),
  consoleRoute('DELETE /accounting/sessions/:session_id', {
    permission: null,
    handle: async ({ core, member, param }) => {
      await core.console.endSession(member, param('session_id'));
      return { message: 'Session ended', data: {} };
    },
  }),
];

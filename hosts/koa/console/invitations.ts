import * as v from 'valibot';
import { type Invitation, invitationDays, memberRoles } from '#core';
import { InvitationAnswer, OpenInvitationAnswer, oneWord, parse, presenter, wholeFrom } from '#core/schemas';
import { readJson } from '../middleware/bodies.ts';
import { wholeList } from '../present/answers.ts';
import { consoleRoute, type PlainRoute, type Route } from '../routes/route.ts';
import { strangers } from '../shares.ts';
import { typed } from './body-fields.ts';
import { assertListedOrigin, sessionToken, setSessionCookie } from './session.ts';
import { presentSignedIn } from './sessions.ts';

const InvitationBody = v.strictObject({
  email: v.string('must be a text'),
  role: oneWord(memberRoles),
  expires_in_days: v.optional(wholeFrom(1, invitationDays.most), invitationDays.usual),
});
const token = typed(200);
const TokenBody = v.strictObject({ token });
const AcceptanceBody = v.strictObject({ token, password: typed(1_000) });

const invitationAnswer = presenter(InvitationAnswer);
const openAnswer = presenter(OpenInvitationAnswer);
const presentInvitation = (invitation: Invitation, link: string | null = null) =>
  invitationAnswer({ ...invitation, link: link ?? undefined });

const isPublic = { kind: 'public', method: 'POST', operations: [] } as const;

/** Needs no session: the link's token is the secret. */
const linkRoutes: readonly PlainRoute[] = [
  {
    ...isPublic,
    path: '/accounting/invitations/read',
    handle: async (ctx, { core, consoleOrigins, bodies }) => {
      assertListedOrigin(ctx, consoleOrigins);
      const body = parse(TokenBody, await bodies.read(ctx, () => readJson(ctx)));
      const { invitation, organization } = await core.console.invitations.read(body.token);
      const data = openAnswer({ ...invitation, organization: organization.name });
      ctx.body = { success: true, message: 'Invitation', data };
    },
  },
  {
    ...isPublic,
    path: '/accounting/invitations/accept',
    handle: async (ctx, { core, consoleOrigins, bodies, shares }) => {
      assertListedOrigin(ctx, consoleOrigins);
      const accepted = parse(AcceptanceBody, await bodies.read(ctx, () => readJson(ctx)));
      const { requestId } = ctx.state;
      const asked = { ...accepted, agent: ctx.get('User-Agent'), earlierToken: sessionToken(ctx), requestId };
      const made = await shares.takeTurn(strangers, () => core.console.invitations.accept(asked));
      setSessionCookie(ctx, made.token);
      ctx.status = 201;
      ctx.body = { success: true, message: 'Welcome', data: presentSignedIn(made.signedIn, made.csrfToken) };
    },
  },
];

export const invitationRoutes: readonly Route[] = [
  ...linkRoutes,
  consoleRoute('GET /accounting/invitations', {
    permission: 'members',
    handle: async ({ core, member }) => {
      const open = await core.console.invitations.list(member);
      return wholeList(
        'Invitations',
        open.map((one) => presentInvitation(one)),
      );
    },
  }),
  consoleRoute('POST /accounting/invitations', {
    permission: 'members',
    idempotencyKey: 'optional',
    secret: true,
    body: InvitationBody,
    status: 201,
    handle: async ({ core, member, body, write }) => {
      const { email, role, expires_in_days } = body;
      const asked = { email, role, days: expires_in_days, write };
      const { value, replayed } = await core.console.invitations.create(member, asked);
      const message = replayed ? 'Invitation was already made' : 'Invitation made; hand over its link';
      return { message, data: presentInvitation(value.invitation, value.link), replayed };
    },
  }),
  consoleRoute('DELETE /accounting/invitations/:invitation_id', {
    permission: 'members',
    handle: async ({ core, member, param }) => {
      await core.console.invitations.withdraw(member, param('invitation_id'));
      return { message: 'Invitation withdrawn', data: {} };
    },
  }),
];

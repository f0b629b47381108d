// People and their roles; changing them is for owners.
import * as v from 'valibot';
import { type Member, memberRoles } from '#core';
import { MemberAnswer, parse } from '#core/schemas';
import { wholeList } from '../present/lists.ts';
import { presenter } from '../present/present.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const role = v.picklist(memberRoles, `must be one of ${memberRoles.join(', ')}`);
const InviteBody = v.strictObject({ email: v.string('must be a text'), role });
const RoleBody = v.strictObject({ role });

const memberAnswer = presenter(MemberAnswer);

/** With the temporary password in the one answer that holds it. */
function presentMember(member: Member, temporaryPassword: string | null = null) {
  return memberAnswer({
    ...member,
    passwordIsTemporary: member.temporaryPasswordUntil !== null,
    ...(temporaryPassword === null ? {} : { temporaryPassword }),
  });
}

const list = consoleRoute({
  method: 'GET',
  path: '/accounting/members',
  permission: 'read',
  operationId: 'listMembers',
  handle: async ({ core, member }) => {
    return wholeList(
      'Members',
      (await core.console.listMembers(member)).map((one) => presentMember(one)),
    );
  },
});

const invite = consoleRoute({
  method: 'POST',
  path: '/accounting/members',
  permission: 'members',
  operationId: 'inviteMember',
  idempotencyKey: 'optional',
  body: InviteBody,
  status: 201,
  handle: async ({ core, member, write }) => {
    const { value, replayed } = await core.console.inviteMember(member, { ...parse(InviteBody, write.body), write });
    const message = replayed ? 'Member was already added' : 'Member added; hand over the temporary password';
    return { message, data: presentMember(value.member, value.temporaryPassword), replayed };
  },
});

const change = consoleRoute({
  method: 'PATCH',
  path: '/accounting/members/:member_id',
  permission: 'members',
  operationId: 'changeMemberRole',
  body: RoleBody,
  handle: async ({ core, member, param, write }) => {
    const changed = await core.console.changeRole(member, param('member_id'), parse(RoleBody, write.body).role);
    return { message: 'Role changed', data: presentMember(changed) };
  },
});

const reset = consoleRoute({
  method: 'POST',
  path: '/accounting/members/:member_id/reset-password',
  permission: 'members',
  operationId: 'resetMemberPassword',
  idempotencyKey: 'optional',
  handle: async ({ core, member, param, write }) => {
    const { value, replayed } = await core.console.resetPassword(member, param('member_id'), write);
    const message = replayed ? 'Password was already reset' : 'Password reset; hand over the temporary password';
    return { message, data: presentMember(value.member, value.temporaryPassword), replayed };
  },
});

const remove = consoleRoute({
  method: 'DELETE',
  path: '/accounting/members/:member_id',
  permission: 'members',
  operationId: 'removeMember',
  handle: async ({ core, member, param }) => {
    await core.console.removeMember(member, param('member_id'));
    return { message: 'Member removed', data: {} };
  },
});

export const memberRoutes: readonly Route[] = [list, invite, change, reset, remove];

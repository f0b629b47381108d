import * as v from 'valibot';
import { auditFilters, environments, memberRoles, rolledHoursMost } from '#core';
import {
  keyRightsEntries,
  oneWord,
  parseListQuery,
  presentEntry,
  presentKey,
  presentMember,
  wholeFrom,
} from '#core/schemas';
import { pageOf, wholeList } from '../present/answers.ts';
import { filterParameters, listParameters } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';
import { text } from './body-fields.ts';

const role = oneWord(memberRoles);

const KeyBody = v.strictObject({
  environment: v.picklist(environments, 'must be test or live'),
  name: text(100),
  ...keyRightsEntries,
});
const RollBody = v.strictObject({
  old_ends_in_hours: wholeFrom(0, rolledHoursMost),
});

export const accessRoutes: readonly Route[] = [
  consoleRoute('GET /accounting/members', {
    handle: async ({ core, member }) => {
      const members = await core.console.listMembers(member);
      const items = members.map((one) => presentMember(one));
      return wholeList('Members', items);
    },
  }),
  consoleRoute('POST /accounting/members', {
    permission: 'members',
    idempotencyKey: 'optional',
    body: v.strictObject({ email: v.string('must be a text'), role }),
    status: 201,
    handle: async ({ core, member, body, write }) => {
      const { value, replayed } = await core.console.inviteMember(member, { ...body, write });
      const message = replayed ? 'Member was already added' : 'Member added; hand over the temporary password';
      return { message, data: presentMember(value.member, value.temporaryPassword), replayed };
    },
  }),
  consoleRoute('PATCH /accounting/members/:member_id', {
    permission: 'members',
    body: v.strictObject({ role }),
    handle: async ({ core, member, param, body }) => {
      const changed = await core.console.changeRole(member, param('member_id'), body.role);
      return { message: 'Role changed', data: presentMember(changed) };
    },
  }),
  consoleRoute('POST /accounting/members/:member_id/reset-password', {
    permission: 'members',
    idempotencyKey: 'optional',
    handle: async ({ core, member, param, write }) => {
      const { value, replayed } = await core.console.resetPassword(member, param('member_id'), write);
      const message = replayed ? 'Password was already reset' : 'Password reset; hand over the temporary password';
      return { message, data: presentMember(value.member, value.temporaryPassword), replayed };
    },
  }),
  consoleRoute('DELETE /accounting/members/:member_id', {
    permission: 'members',
    handle: async ({ core, member, param }) => {
      await core.console.removeMember(member, param('member_id'));
      return { message: 'Member removed', data: {} };
    },
  }),
  consoleRoute('GET /accounting/api-keys', {
    query: listParameters,
    handle: async ({ core, member, query }) => {
      const { request } = parseListQuery(query, []);
      const page = await core.console.listKeys(member, request);
      return pageOf('API keys', { ...page, request }, (key) => presentKey(key));
    },
  }),
  consoleRoute('POST /accounting/api-keys', {
    permission: 'test_keys',
    body: KeyBody,
    idempotencyKey: 'optional',
    status: 201,
    handle: async ({ core, member, body, write }) => {
      const { connection_ids: connectionIds, expires_at, requires_approval, look_alike_hours, ...named } = body;
      const expiresAt = expires_at === null ? null : new Date(expires_at);
      const terms = { requiresApproval: requires_approval, lookAlikeHours: look_alike_hours };
      const wanted = { ...named, ...terms, connectionIds, expiresAt };
      const { value, replayed } = await core.console.createKey(member, { ...wanted, write });
      const isNew = 'API key created; store its secret now, it is not shown again';
      const message = replayed ? 'API key was already created' : isNew;
      return { message, data: presentKey(value.key, value.secret), replayed };
    },
  }),
  consoleRoute('POST /accounting/api-keys/:key_id/roll', {
    permission: 'test_keys',
    body: RollBody,
    idempotencyKey: 'optional',
    status: 201,
    handle: async ({ core, member, param, body, write }) => {
      const asked = { oldEndsInHours: body.old_ends_in_hours, write };
      const { value, replayed } = await core.console.rollKey(member, param('key_id'), asked);
      const message = replayed ? 'API key was already rolled' : 'API key rolled; store the new secret now';
      return { message, data: presentKey(value.key, value.secret), replayed };
    },
  }),
  consoleRoute('POST /accounting/api-keys/:key_id/revoke', {
    permission: 'test_keys',
    handle: async ({ core, member, param }) => {
      const key = await core.console.revokeKey(member, param('key_id'));
      return { message: 'API key revoked', data: presentKey(key) };
    },
  }),
  consoleRoute('GET /accounting/audit', {
    query: [...listParameters, ...filterParameters(auditFilters)],
    handle: async ({ core, member, query }) =>
      pageOf('Audit log', await core.console.readAudit(member, query), presentEntry),
  }),
];

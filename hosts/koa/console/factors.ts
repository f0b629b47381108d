import * as v from 'valibot';
import { factorKinds, isJsonObject } from '#core';
import { BegunFactorAnswer, FactorAnswer, oneWord, presenter } from '#core/schemas';
import { consoleRoute, type Route } from '../routes/route.ts';
import { text, typed } from './body-fields.ts';

const current_password = typed(1_000);
const PasswordBody = v.strictObject({ current_password });

/** The browser's answer for a passkey, in WebAuthn's JSON form; checked by the library. */
export const Credential = v.custom<Record<string, never>>(isJsonObject, 'must be an object');
export const factorCode = typed(100);

const NewFactorBody = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('totp'), name: text(100), token: typed(1_000), code: factorCode }),
    v.strictObject({ kind: v.literal('passkey'), name: text(100), credential: Credential }),
  ],
  `must be one of ${factorKinds.join(', ')}`,
);

const presentFactor = presenter(FactorAnswer);
const presentBegun = presenter(BegunFactorAnswer);

/** A member's own second factors. A member who still lacks a required factor can use these routes. */
export const factorRoutes: readonly Route[] = [
  consoleRoute('GET /accounting/session/factors', {
    permission: null,
    handle: async ({ core, member }) => {
      const { factors, recoveryCodesLeft } = await core.console.factors.list(member);
      const items = factors.map((one) => presentFactor(one));
      return { message: 'Second factors', data: { items, recovery_codes_left: recoveryCodesLeft } };
    },
  }),
  consoleRoute('POST /accounting/session/factors/begin', {
    permission: null,
    secret: true,
    body: v.strictObject({
      kind: oneWord(factorKinds),
      current_password,
    }),
    handle: async ({ core, member, body }) => {
      const begun = await core.console.factors.begin(member, body.kind, body.current_password);
      return { message: 'Answer within ten minutes', data: presentBegun(begun) };
    },
  }),
  consoleRoute('POST /accounting/session/factors', {
    permission: null,
    secret: true,
    body: NewFactorBody,
    status: 201,
    handle: async ({ core, member, body }) => {
      const { factor, recoveryCodes } = await core.console.factors.add(member, body);
      const data = { ...presentFactor(factor), ...(recoveryCodes && { recovery_codes: recoveryCodes }) };
      return { message: 'Second factor added', data };
    },
  }),
  consoleRoute('POST /accounting/session/factors/recovery-codes', {
    permission: null,
    secret: true,
    body: PasswordBody,
    status: 201,
    handle: async ({ core, member, body }) => {
      const codes = await core.console.factors.renewCodes(member, body.current_password);
      return { message: 'Recovery codes replaced; store them now', data: { recovery_codes: codes } };
    },
  }),
  consoleRoute('POST /accounting/session/factors/:factor_id/remove', {
    permission: null,
    body: PasswordBody,
    handle: async ({ core, member, param, body }) => {
      await core.console.factors.remove(member, param('factor_id'), body.current_password);
      return { message: 'Second factor removed', data: {} };
    },
  }),
  consoleRoute('DELETE /accounting/members/:member_id/factors', {
    permission: 'members',
    handle: async ({ core, member, param }) => {
      await core.console.factors.removeOf(member, param('member_id'));
      return { message: 'Second factors removed', data: {} };
    },
  }),
  consoleRoute('PATCH /accounting/organization', {
    permission: 'members',
    body: v.strictObject({ requires_second_factor: v.boolean('must be true or false') }),
    handle: async ({ core, member, body }) => {
      const { requiresSecondFactor } = await core.console.factors.require(member, body.requires_second_factor);
      return { message: 'Organization changed', data: { requires_second_factor: requiresSecondFactor } };
    },
  }),
];

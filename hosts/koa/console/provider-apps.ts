// Provider apps: drafts with the addresses to register, credentials that are never shown again, verification.
import * as v from 'valibot';
import { badRequest, checksOf, environments, type ShownApp } from '#core';
import { AppConsentAnswer, ProviderAppAnswer, parse } from '#core/schemas';
import { wholeList } from '../present/lists.ts';
import { presenter } from '../present/present.ts';
import { filter } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const environment = v.picklist(environments, 'must be test or live');
const text = (most: number) =>
  v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(most, `must be at most ${most} characters`),
    v.regex(/^[^\p{Cc}]*$/u, 'must not hold control characters'),
  );
const flag = v.boolean('must be true or false');
const DraftBody = v.strictObject({
  environment,
  provider: v.literal('ledger', 'must be ledger'),
  name: text(100),
  make_default: v.optional(flag),
});
const something = <S extends v.ObjectEntries>(entries: S) =>
  v.pipe(
    v.strictObject(entries),
    v.check((given) => Object.keys(given).length > 0, 'the body must name at least one field'),
  );
const ChangeBody = something({ name: v.optional(text(100)), make_default: v.optional(flag) });
const CredentialsBody = something({
  client_id: v.optional(text(200)),
  client_secret: v.optional(text(500)),
  webhook_signing_key: v.optional(text(500)),
});

const appAnswer = presenter(ProviderAppAnswer);

function presentProviderApp({ app, redirectUri, webhookUrl, requiredScopes }: ShownApp) {
  return appAnswer({
    ...app,
    providerAppId: app.id,
    hasClientId: app.clientId !== null,
    hasClientSecret: app.sealedClientSecret !== null,
    hasWebhookSigningKey: app.sealedWebhookKey !== null,
    clientIdLastFour: lastFour(app.clientId),
    callbackUrls: { oauthRedirectUri: redirectUri, webhookUrl },
    checks: checksOf(app),
    requiredScopes,
  });
}

/** Nothing of a short one: four characters would be most of it. */
function lastFour(clientId: string | null): string | null {
  return clientId !== null && clientId.length >= 12 ? clientId.slice(-4) : null;
}

const presentConsent = presenter(AppConsentAnswer);

const list = consoleRoute({
  method: 'GET',
  path: '/accounting/provider-apps',
  permission: 'read',
  operationId: 'listProviderApps',
  query: [filter('environment', 'Which environment; required.', environments)],
  handle: async ({ core, member, query }) => {
    const asked = environments.find((one) => one === query['environment']);
    if (!asked) throw badRequest('environment', 'environment must be test or live');
    return wholeList('Provider apps', (await core.console.providerApps.list(member, asked)).map(presentProviderApp));
  },
});

const create = consoleRoute({
  method: 'POST',
  path: '/accounting/provider-apps',
  permission: 'operate',
  operationId: 'createProviderApp',
  body: DraftBody,
  idempotencyKey: 'optional',
  status: 201,
  handle: async ({ core, member, write }) => {
    const { environment, name, make_default: makeDefault = false } = parse(DraftBody, write.body);
    const asked = { environment, name, makeDefault, write };
    const { value, replayed } = await core.console.providerApps.create(member, asked);
    const message = 'Provider app begun; register its addresses at the provider';
    return { message, data: presentProviderApp(value), replayed };
  },
});

const read = consoleRoute({
  method: 'GET',
  path: '/accounting/provider-apps/:provider_app_id',
  permission: 'read',
  operationId: 'getProviderApp',
  handle: async ({ core, member, param }) => {
    const found = await core.console.providerApps.find(member, param('provider_app_id'));
    return { message: `Provider app is ${found.app.status}`, data: presentProviderApp(found) };
  },
});

const change = consoleRoute({
  method: 'PATCH',
  path: '/accounting/provider-apps/:provider_app_id',
  permission: 'operate',
  operationId: 'changeProviderApp',
  body: ChangeBody,
  handle: async ({ core, member, param, write }) => {
    const { name, make_default: makeDefault } = parse(ChangeBody, write.body);
    const changed = await core.console.providerApps.change(member, param('provider_app_id'), { name, makeDefault });
    return { message: 'Provider app changed', data: presentProviderApp(changed) };
  },
});

const setCredentials = consoleRoute({
  method: 'PUT',
  path: '/accounting/provider-apps/:provider_app_id/credentials',
  permission: 'operate',
  operationId: 'setProviderAppCredentials',
  body: CredentialsBody,
  handle: async ({ core, member, param, write }) => {
    const given = parse(CredentialsBody, write.body);
    const changed = await core.console.providerApps.setCredentials(member, param('provider_app_id'), {
      clientId: given.client_id,
      clientSecret: given.client_secret,
      webhookKey: given.webhook_signing_key,
    });
    return { message: 'Credentials saved; they are never shown again', data: presentProviderApp(changed) };
  },
});

const verify = consoleRoute({
  method: 'POST',
  path: '/accounting/provider-apps/:provider_app_id/verify',
  permission: 'operate',
  operationId: 'verifyProviderApp',
  handle: async ({ core, member, param }) => {
    const verified = await core.console.providerApps.verify(member, param('provider_app_id'));
    return { message: `Provider app is ${verified.app.status}`, data: presentProviderApp(verified) };
  },
});

const consent = consoleRoute({
  method: 'POST',
  path: '/accounting/provider-apps/:provider_app_id/consent',
  permission: 'operate',
  operationId: 'beginProviderAppConsent',
  handle: async ({ core, member, param }) => {
    const begun = await core.console.providerApps.beginConsent(member, param('provider_app_id'));
    return { message: 'Consent begun', data: presentConsent(begun) };
  },
});

export const providerAppRoutes: readonly Route[] = [list, create, read, change, setCredentials, verify, consent];

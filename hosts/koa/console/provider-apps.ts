// Provider apps: drafts, credentials (never shown again) and verification.
import * as v from 'valibot';
import { badRequest, checksOf, environments, type ShownApp } from '#core';
import { AppConsentAnswer, flag, ProviderAppAnswer, presenter } from '#core/schemas';
import { wholeList } from '../present/answers.ts';
import { filter } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';
import { text } from './body-fields.ts';

const whole = 'must be a whole number from 1 to 1,000,000, or null';
const calls = v.nullable(v.pipe(v.number(whole), v.integer(whole), v.minValue(1, whole), v.maxValue(1_000_000, whole)));
const something = <S extends v.ObjectEntries>(entries: S) =>
  v.pipe(
    v.strictObject(entries),
    v.check((given) => Object.keys(given).length > 0, 'the body must name at least one field'),
  );

const appAnswer = presenter(ProviderAppAnswer);
const presentConsent = presenter(AppConsentAnswer);

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

/** Returns null for a short id, because four characters would be most of it. */
function lastFour(clientId: string | null): string | null {
  return clientId !== null && clientId.length >= 12 ? clientId.slice(-4) : null;
}

export const providerAppRoutes: readonly Route[] = [
  consoleRoute('GET /accounting/provider-apps', {
    query: [filter('environment', 'Which environment; required.', environments)],
    handle: async ({ core, member, query }) => {
      const asked = environments.find((one) => one === query['environment']);
      if (!asked) throw badRequest('environment', 'must be test or live');
      return wholeList('Provider apps', (await core.console.providerApps.list(member, asked)).map(presentProviderApp));
    },
  }),
  consoleRoute('POST /accounting/provider-apps', {
    body: v.strictObject({
      environment: v.picklist(environments, 'must be test or live'),
      provider: text(50),
      name: text(100),
      make_default: v.optional(flag()),
    }),
    idempotencyKey: 'optional',
    status: 201,
    handle: async ({ core, member, body, write }) => {
      const { environment, provider, name, make_default: makeDefault = false } = body;
      const asked = { environment, provider, name, makeDefault, write };
      const { value, replayed } = await core.console.providerApps.create(member, asked);
      const message = 'Provider app created; register its addresses at the provider';
      return { message, data: presentProviderApp(value), replayed };
    },
  }),
  consoleRoute('GET /accounting/provider-apps/:provider_app_id', {
    handle: async ({ core, member, param }) => {
      const found = await core.console.providerApps.find(member, param('provider_app_id'));
      return { message: `Provider app is ${found.app.status}`, data: presentProviderApp(found) };
    },
  }),
  consoleRoute('PATCH /accounting/provider-apps/:provider_app_id', {
    body: something({
      name: v.optional(text(100)),
      make_default: v.optional(flag()),
      daily_call_limit: v.optional(calls),
    }),
    handle: async ({ core, member, param, body: { name, ...others } }) => {
      const asked = { name, isDefault: others.make_default, dailyCallLimit: others.daily_call_limit };
      const changed = await core.console.providerApps.change(member, param('provider_app_id'), asked);
      return { message: 'Provider app changed', data: presentProviderApp(changed) };
    },
  }),
  consoleRoute('PUT /accounting/provider-apps/:provider_app_id/credentials', {
    body: something({
      client_id: v.optional(text(200)),
      client_secret: v.optional(text(500)),
      webhook_signing_key: v.optional(text(500)),
    }),
    handle: async ({ core, member, param, body }) => {
      const changed = await core.console.providerApps.setCredentials(member, param('provider_app_id'), {
        clientId: body.client_id,
        clientSecret: body.client_secret,
        webhookKey: body.webhook_signing_key,
      });
      return { message: 'Credentials saved; they are never shown again', data: presentProviderApp(changed) };
    },
  }),
  consoleRoute('POST /accounting/provider-apps/:provider_app_id/verify', {
    handle: async ({ core, member, param }) => {
      const verified = await core.console.providerApps.verify(member, param('provider_app_id'));
      return { message: `Provider app is ${verified.app.status}`, data: presentProviderApp(verified) };
    },
  }),
  consoleRoute('POST /accounting/provider-apps/:provider_app_id/consent', {
    handle: async ({ core, member, param }) => {
      const begun = await core.console.providerApps.beginConsent(member, param('provider_app_id'));
      return { message: 'Consent begun', data: presentConsent(begun) };
    },
  }),
];

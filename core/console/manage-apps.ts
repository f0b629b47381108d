import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest, conflict, notFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import {
  appCheckNames,
  type ProviderApp,
  providerAppsMax,
  type ShownApp,
  withoutChecks,
} from '../domain/provider-app.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { given } from '../schemas/query.ts';
import { changesOf, recordAct } from '../use-cases/access/record-act.ts';
import { newApp } from '../use-cases/access/register-provider-app.ts';
import { callbackUrl } from '../use-cases/connect-sessions/connect-link.ts';
import { appSecretPlace } from '../use-cases/ledger/ledger-client.ts';
import { oauthOf, providerNamed } from '../use-cases/providers/provider-of.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actorOf, once } from './acting.ts';

function shown(ports: CorePorts, app: ProviderApp): ShownApp {
  const { requiredScopes } = oauthOf(ports, app).authorization;
  const webhookUrl = `${ports.settings.baseUrl}/webhooks/${app.provider}/${app.id}`;
  return { app, redirectUri: callbackUrl(ports), webhookUrl, requiredScopes };
}

/** Finds apps of both environments. Throws NOT_FOUND, also for another organization's app. */
export async function requireApp(
  { storage }: CorePorts,
  { organizationId }: SignedIn,
  id: string,
): Promise<ProviderApp> {
  const app = isId('app', id) ? await storage.providerApps.findForReceiver(id) : undefined;
  if (app?.organizationId !== organizationId) throw notFound('provider app');
  return app;
}

interface AppChange {
  readonly next: ProviderApp;
  readonly action: `provider_app.${string}`;
  readonly details: JsonObject;
}

/** Locks the app, changes it and audits the act. */
export async function changeStored(
  ports: CorePorts,
  signedIn: SignedIn,
  known: ProviderApp,
  change: (app: ProviderApp, stores: Stores) => Promise<AppChange>,
): Promise<ShownApp> {
  const app = await ports.storage.transaction(async (stores) => {
    await stores.organizations.lock(known.organizationId);
    const held = await stores.providerApps.lock(known, known.id);
    if (!held) throw notFound('provider app');
    const { next, action, details } = await change(held, stores);
    const changed = { ...next, updatedAt: ports.clock.now() };
    await stores.providerApps.update(changed);
    const act = { action, subject: known.id, details, changes: changesOf(audited(held), audited(changed)) };
    await recordAct(stores, ports, actorOf(signedIn, known.environment), act);
    return changed;
  });
  return shown(ports, app);
}

function audited({ name, status, isDefault, dailyCallLimit }: ProviderApp): JsonObject {
  return { name, status, is_default: isDefault, daily_call_limit: dailyCallLimit };
}

export function listApps(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment): Promise<readonly ShownApp[]> => {
    const { organizationId } = signedIn;
    return (await ports.storage.providerApps.list({ organizationId, environment })).map((app) => shown(ports, app));
  };
}

export function findApp(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<ShownApp> => {
    return shown(ports, await requireApp(ports, signedIn, id));
  };
}

export interface NewApp extends Pick<ProviderApp, 'environment' | 'provider' | 'name'> {
  readonly makeDefault: boolean;
  readonly write: Write;
}

/** Creates a draft: nothing connects through it until it is verified, even if it is the default. */
export function createApp(ports: CorePorts) {
  return async (
    signedIn: SignedIn,
    { environment, provider: asked, name, makeDefault, write }: NewApp,
  ): Promise<Answered<ShownApp>> => {
    const provider = providerNamed(ports, asked);
    oauthOf(ports, { provider });
    return once<ShownApp>(
      ports,
      { signedIn, environment, write },
      {
        act: ['provider_app.create'],
        async draft() {
          const plane = { organizationId: signedIn.organizationId, environment };
          const app = newApp(ports, { ...plane, provider, name, status: 'draft', isDefault: makeDefault });
          return {
            forReplay: app.id,
            async apply(stores) {
              await storeDraft(ports, stores, signedIn, app);
              return shown(ports, app);
            },
          };
        },
        replay: async (stored) => shown(ports, await requireApp(ports, signedIn, String(stored))),
      },
    );
  };
}

async function storeDraft(ports: CorePorts, stores: Stores, signedIn: SignedIn, app: ProviderApp): Promise<void> {
  await stores.organizations.lock(app.organizationId);
  if ((await stores.providerApps.list(app)).length >= providerAppsMax) {
    throw conflict('provider_app_limit_reached', `an environment has at most ${providerAppsMax} provider apps`);
  }
  if (app.isDefault) await stores.providerApps.clearDefault(app, app.provider);
  await stores.providerApps.insert(app);
  const details = { name: app.name, make_default: app.isDefault };
  const act = { action: 'provider_app.created', subject: app.id, details };
  await recordAct(stores, ports, actorOf(signedIn, app.environment), act);
}

/** A null limit keeps the provider's; a limit can only lower it. */
type AppChanges = {
  readonly [Field in 'name' | 'isDefault' | 'dailyCallLimit']?: ProviderApp[Field] | undefined;
};

/** A new default replaces the earlier one; of two simultaneous changes the later one wins. */
export function changeApp(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, changes: AppChanges): Promise<ShownApp> => {
    const known = await requireApp(ports, signedIn, id);
    const { name, isDefault, dailyCallLimit } = changes;
    return changeStored(ports, signedIn, known, async (app, { providerApps }) => {
      if (isDefault === true) await providerApps.clearDefault(app, app.provider);
      const details = given({ name, make_default: isDefault, daily_call_limit: dailyCallLimit });
      return { next: { ...app, ...given(changes) }, action: 'provider_app.changed', details };
    });
  };
}

export interface NewCredentials {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly webhookKey?: string | undefined;
}

/**
 * Stores new credentials; checks that depend on them wait again. The next token refresh uses a new secret. A new client ID
 * is another app at the provider, which refuses the old refresh tokens, so it is refused while the app has connections.
 */
export function setCredentials(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, given: NewCredentials): Promise<ShownApp> => {
    const known = await requireApp(ports, signedIn, id);
    const sealed = await sealedOf(ports, known, given);
    return changeStored(ports, signedIn, known, async (app, stores) => {
      const isOther = given.clientId !== undefined && given.clientId !== app.clientId;
      if (isOther) await assertReplaceable(stores, app, given);
      if (given.clientId !== undefined || given.clientSecret !== undefined) {
        await stores.providerApps.dropConsents(app.id);
      }
      const next = { ...afterChange(app, given, isOther, ports.clock.now()), ...sealed };
      return { next, action: 'provider_app.credentials_set', details: { set: namesOf(given) } };
    });
  };
}

async function sealedOf({ vault }: CorePorts, app: ProviderApp, { clientSecret, webhookKey }: NewCredentials) {
  const seal = (value: string, column: 'client_secret' | 'webhook_key') =>
    vault.seal(value, appSecretPlace(app, column));
  return {
    ...(clientSecret === undefined ? {} : { sealedClientSecret: await seal(clientSecret, 'client_secret') }),
    ...(webhookKey === undefined ? {} : { sealedWebhookKey: await seal(webhookKey, 'webhook_key') }),
  };
}

async function assertReplaceable({ connections }: Stores, app: ProviderApp, given: NewCredentials): Promise<void> {
  if (given.clientSecret === undefined && app.sealedClientSecret !== null) {
    throw badRequest('client_secret', 'is required with another client_id');
  }
  if (app.clientId !== null && (await connections.usesApp(app.id))) {
    const message = 'the app has connections, which another client_id would cut off; make a new provider app instead';
    throw conflict('provider_app_in_use', message);
  }
}

function afterChange(app: ProviderApp, given: NewCredentials, isOther: boolean, now: Date): ProviderApp {
  const keySetAt = given.webhookKey === undefined ? app.webhookKeySetAt : now;
  const changed = { ...app, clientId: given.clientId ?? app.clientId, webhookKeySetAt: keySetAt };
  if (isOther && app.clientId !== null) {
    const forgotten = { intentReceivedAt: null, grantedScopes: null };
    return { ...withoutChecks(changed, appCheckNames), ...forgotten, status: 'draft' };
  }
  const isOtherClient = isOther || given.clientSecret !== undefined;
  const checked = isOtherClient ? withoutChecks(changed, ['credentials']) : changed;
  return given.webhookKey === undefined ? checked : { ...withoutChecks(checked, ['webhook']), intentReceivedAt: null };
}

function namesOf({ clientId, clientSecret, webhookKey }: NewCredentials): string[] {
  const given = { client_id: clientId, client_secret: clientSecret, webhook_signing_key: webhookKey };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

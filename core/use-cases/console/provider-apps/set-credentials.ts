import type { SignedIn } from '../../../domain/console-session.ts';
import { badRequest, conflict } from '../../../domain/errors.ts';
import {
  appCheckNames,
  appKeyOf,
  type ProviderApp,
  type ShownApp,
  withoutChecks,
} from '../../../domain/provider-app.ts';
import type { Stores } from '../../../ports/storage.ts';
import { appSecretPlace } from '../../ledger-client.ts';
import { type AppPorts, appToChange, changeStored } from './manage-apps.ts';

export interface NewCredentials {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly webhookKey?: string | undefined;
}

/**
 * Stores what is given and leaves the rest; checks that depended on what changed wait again.
 *
 * A new secret serves from the next token refresh on: tokens that are in use do not depend on it. Another client id is
 * another app at the provider, whose refresh tokens the old ones are not: refused while the app has connections.
 */
export function setCredentials(ports: AppPorts) {
  return async (signedIn: SignedIn, id: string, given: NewCredentials): Promise<ShownApp> => {
    const known = await appToChange(ports, signedIn, id);
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

async function sealedOf({ vault }: AppPorts, app: ProviderApp, { clientSecret, webhookKey }: NewCredentials) {
  const seal = (value: string, column: 'client_secret' | 'webhook_key') =>
    vault.seal(value, appSecretPlace(app, column));
  return {
    ...(clientSecret === undefined ? {} : { sealedClientSecret: await seal(clientSecret, 'client_secret') }),
    ...(webhookKey === undefined ? {} : { sealedWebhookKey: await seal(webhookKey, 'webhook_key') }),
  };
}

async function assertReplaceable({ connections }: Stores, app: ProviderApp, given: NewCredentials): Promise<void> {
  if (given.clientSecret === undefined && app.sealedClientSecret !== null) {
    throw badRequest('client_secret', 'client_secret is required with another client_id');
  }
  if (app.clientId !== null && (await connections.usesApp(appKeyOf(app.id)))) {
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

const wireNames = { clientId: 'client_id', clientSecret: 'client_secret', webhookKey: 'webhook_signing_key' } as const;

function namesOf(given: NewCredentials): string[] {
  return (['clientId', 'clientSecret', 'webhookKey'] as const)
    .filter((name) => given[name] !== undefined)
    .map((name) => wireNames[name]);
}

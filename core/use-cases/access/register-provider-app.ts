import type { Plane } from '../../domain/caller.ts';
import { conflict, type ServiceError } from '../../domain/errors.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { appSecretPlace } from '../ledger/ledger-client.ts';
import { oauthOf } from '../providers/provider-of.ts';

export interface NewProviderApp extends Plane {
  readonly provider: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookKey: string;
  readonly makeDefault: boolean;
  /** The most provider calls of each connection per UTC day. */
  readonly dailyCallLimit?: number;
}

/**
 * An operator vouches for the credentials, so the app is verified at once. Throws CONFLICT `client_id_in_use` or
 * `provider_unavailable_here`.
 */
export function registerProviderApp(ports: CorePorts) {
  const { storage, vault } = ports;
  return async ({ clientSecret, webhookKey, makeDefault, ...rest }: NewProviderApp): Promise<ProviderApp> => {
    const { organizationId, environment, provider, name, clientId, dailyCallLimit = null } = rest;
    const plane = { organizationId, environment };
    const made = newApp(ports, { ...plane, provider, name, status: 'verified', isDefault: makeDefault });
    const app: ProviderApp = {
      ...made,
      clientId,
      dailyCallLimit,
      sealedClientSecret: await vault.seal(clientSecret, appSecretPlace(made, 'client_secret')),
      sealedWebhookKey: await vault.seal(webhookKey, appSecretPlace(made, 'webhook_key')),
    };
    await storage.transaction(async (stores) => {
      await stores.providerApps.insert(app);
      if (!(await claimClientId(stores, ports, app))) throw clientIdInUse();
    });
    return app;
  };
}

export function newApp(
  { ids, clock }: CorePorts,
  given: Plane & Pick<ProviderApp, 'provider' | 'name' | 'status' | 'isDefault'>,
): ProviderApp {
  const now = clock.now();
  return {
    ...given,
    id: ids.next('app'),
    clientId: null,
    sealedClientSecret: null,
    sealedWebhookKey: null,
    webhookKeySetAt: null,
    intentReceivedAt: null,
    grantedScopes: null,
    checks: [],
    dailyCallLimit: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Reserves the client ID when an app becomes verified; false if another app or the hosted one has it. */
export async function claimClientId({ providerApps }: Stores, ports: CorePorts, app: ProviderApp): Promise<boolean> {
  return app.clientId !== oauthOf(ports, app).hostedApp?.clientId && (await providerApps.claimClientId(app));
}

/** Does not reveal the other app's owner. */
export function clientIdInUse(): ServiceError {
  return conflict(
    'client_id_in_use',
    'client_id is in use by another provider app; register an application of its own at the provider',
  );
}

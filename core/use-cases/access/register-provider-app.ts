import type { Plane } from '../../domain/caller.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { claimClientId, clientIdInUse } from '../client-id.ts';
import { appSecretPlace } from '../ledger-client.ts';

export interface NewProviderApp extends Plane {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookKey: string;
  readonly makeDefault: boolean;
  /** Provider calls a UTC day of each connection, where the app may make fewer than usual. */
  readonly dailyCallLimit?: number;
}

/** Registers an app whose credentials an operator vouches for: it is verified at once. CONFLICT `client_id_in_use`. */
export function registerProviderApp(ports: Pick<CorePorts, 'storage' | 'vault' | 'clock' | 'ids' | 'settings'>) {
  const { storage, vault, clock, ids } = ports;
  return async ({ clientSecret, webhookKey, makeDefault, ...rest }: NewProviderApp): Promise<ProviderApp> => {
    const now = clock.now();
    const owner = { id: ids.next('app'), organizationId: rest.organizationId, environment: rest.environment };
    const app: ProviderApp = {
      ...owner,
      provider: 'ledger',
      name: rest.name,
      status: 'verified',
      isDefault: makeDefault,
      clientId: rest.clientId,
      sealedClientSecret: await vault.seal(clientSecret, appSecretPlace(owner, 'client_secret')),
      sealedWebhookKey: await vault.seal(webhookKey, appSecretPlace(owner, 'webhook_key')),
      webhookKeySetAt: null,
      intentReceivedAt: null,
      grantedScopes: null,
      checks: [],
      dailyCallLimit: rest.dailyCallLimit ?? null,
      createdAt: now,
      updatedAt: now,
    };
    await storage.transaction(async (stores) => {
      await stores.providerApps.insert(app);
      if (!(await claimClientId(stores, ports, app))) throw clientIdInUse();
    });
    return app;
  };
}

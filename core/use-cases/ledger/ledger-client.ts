import type { Plane } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ProviderAppId } from '../../domain/ids.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerClient } from '../../ports/ledger-authorization.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

/** The OAuth client of an organization's own provider app, or of the hosted one when `appId` is null. */
export async function ledgerClientOf(
  { storage, vault, settings }: CorePorts,
  plane: Plane,
  appId: ProviderAppId | null,
): Promise<LedgerClient> {
  if (appId === null) {
    if (!settings.hostedApp) throw appUnusable('this deployment has no hosted provider app');
    return settings.hostedApp;
  }
  const app = await storage.providerApps.find(plane, appId);
  if (!app?.clientId || !app.sealedClientSecret) throw appUnusable('the provider app has no credentials');
  return {
    clientId: app.clientId,
    clientSecret: await vault.open(app.sealedClientSecret, appSecretPlace(app, 'client_secret')),
  };
}

export function appSecretPlace(
  { id, organizationId, environment }: Pick<ProviderApp, 'id' | 'organizationId' | 'environment'>,
  column: 'client_secret' | 'webhook_key',
): SecretPlace {
  return { organizationId, environment, table: 'provider_apps', row: id, column };
}

function appUnusable(message: string): ServiceError {
  return new ServiceError('PROVIDER_ERROR', message, { reason: 'invalid_client', outcome: 'not_applied' });
}

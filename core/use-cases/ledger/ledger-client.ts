import type { Plane } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ProviderAppId } from '../../domain/ids.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerClient } from '../../ports/ledger-authorization.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import { oauthOf } from '../providers/provider-of.ts';

/** The OAuth client of an organization's own provider app, or of the provider's hosted one when `appId` is null. */
export async function ledgerClientOf(
  ports: CorePorts,
  owner: Plane & { readonly provider: string },
  appId: ProviderAppId | null,
): Promise<LedgerClient> {
  if (appId === null) {
    const { hostedApp } = oauthOf(ports, owner);
    if (!hostedApp) throw appUnusable('this deployment has no hosted provider app');
    return hostedApp;
  }
  const { storage, vault } = ports;
  const app = await storage.providerApps.find(owner, appId);
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

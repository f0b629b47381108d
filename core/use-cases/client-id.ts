import { conflict, type ServiceError } from '../domain/errors.ts';
import type { ProviderApp } from '../domain/provider-app.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';

/** Makes the client ID the app's own, for an app that becomes verified; false when another app or the hosted one has it. */
export async function claimClientId(
  { providerApps }: Stores,
  { settings }: Pick<CorePorts, 'settings'>,
  app: ProviderApp,
): Promise<boolean> {
  return app.clientId !== settings.hostedApp?.clientId && (await providerApps.claimClientId(app));
}

/** Says nothing of whose the other app is. */
export function clientIdInUse(): ServiceError {
  return conflict(
    'client_id_in_use',
    'client_id is in use by another provider app; register an application of its own at the provider',
  );
}

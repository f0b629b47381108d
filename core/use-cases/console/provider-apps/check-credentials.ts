import { ServiceError } from '../../../domain/errors.ts';
import type { ProviderApp } from '../../../domain/provider-app.ts';
import { type AppCheck, failed, passed, waiting } from '../../../domain/provider-app-check.ts';
import { ledgerClientOf } from '../../ledger-client.ts';
import type { AppPorts } from './shown-app.ts';

/** No provider ever gave this token out. */
const noToken = 'ledgerport-checks-the-credentials-of-this-app';
const again = 'Wait a moment, then verify again';

/**
 * Asks for a refresh with a token that cannot exist, which changes nothing. Provider: `invalid_grant` when it knows the
 * client, `invalid_client` when it does not.
 */
export async function checkCredentials(ports: AppPorts, app: ProviderApp): Promise<AppCheck> {
  const now = ports.clock.now();
  if (app.clientId === null || app.sealedClientSecret === null) {
    return waiting('credentials', 'Client ID or client secret is missing', 'Save both, then verify', now);
  }
  try {
    await ports.authorization.refresh(await ledgerClientOf(ports)(app, app.id), noToken);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return verdict(error, now);
  }
  return waiting('credentials', 'The provider answered unexpectedly', again, now);
}

function verdict({ details }: ServiceError, now: Date): AppCheck {
  if (details.reason === 'invalid_grant') {
    return passed('credentials', 'The provider knows the client ID and the client secret', now);
  }
  if (details.reason === 'invalid_client') {
    const remedy = 'Copy both again from the app at the provider; a secret that was replaced there no longer works';
    return failed('credentials', 'The provider does not accept the client ID with this client secret', remedy, now);
  }
  return waiting('credentials', 'The provider could not be asked just now', again, now);
}

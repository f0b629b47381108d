import type { SignedIn } from '../domain/console-session.ts';
import { ServiceError } from '../domain/errors.ts';
import type { ProviderApp, ShownApp } from '../domain/provider-app.ts';
import {
  checksOf,
  type FoundCheck,
  failed,
  passed,
  scopesCheck,
  waiting,
  webhookCheck,
  withChecks,
} from '../domain/provider-app.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { claimClientId, clientIdInUse } from '../use-cases/access/register-provider-app.ts';
import { ledgerClientOf } from '../use-cases/ledger/ledger-client.ts';
import { oauthOf } from '../use-cases/providers/provider-of.ts';
import { changeStored, requireApp } from './manage-apps.ts';

/**
 * Makes every check that needs no person and keeps the results of the others. Call it again when a person or the provider
 * has acted. Throws CONFLICT `client_id_in_use` if all pass and another app has the client ID.
 */
export function verifyApp(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<ShownApp> => {
    const asked = await requireApp(ports, signedIn, id);
    const { authorization } = oauthOf(ports, asked);
    const credentials = await checkCredentials(ports, asked);
    return changeStored(ports, signedIn, asked, async (app, stores) => {
      const found = [
        // Findings about replaced credentials say nothing about the new ones.
        ...(isSameClient(app, asked) ? [credentials] : []),
        ...(app.grantedScopes ? [scopesCheck(app.grantedScopes, authorization.requiredScopes)] : []),
        webhookCheck(app),
      ];
      const next = withChecks(app, found, ports.clock.now());
      if (app.status !== next.status && !(await claimClientId(stores, ports, next))) throw clientIdInUse();
      const details = { status: next.status, checks: statusesOf(checksOf(next)) };
      return { next, action: 'provider_app.verification_run', details };
    });
  };
}

/** The provider never issued this token. */
const noToken = 'ledgerport-checks-the-credentials-of-this-app';
const verifyAgain = 'Wait a moment, then verify again';

/** Refreshes with an impossible token: `invalid_grant` if the provider knows the client, else `invalid_client`. */
async function checkCredentials(ports: CorePorts, app: ProviderApp): Promise<FoundCheck> {
  if (app.clientId === null || app.sealedClientSecret === null) {
    return waiting('credentials', 'Client ID or client secret is missing', 'Save both, then verify');
  }
  try {
    await oauthOf(ports, app).authorization.refresh(await ledgerClientOf(ports, app, app.id), noToken);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return verdict(error);
  }
  return waiting('credentials', 'The provider answered unexpectedly', verifyAgain);
}

function verdict({ details }: ServiceError): FoundCheck {
  if (details.reason === 'invalid_grant') {
    return passed('credentials', 'The provider knows the client ID and the client secret');
  }
  if (details.reason === 'invalid_client') {
    const remedy = 'Copy both again from the app at the provider; a secret that was replaced there no longer works';
    return failed('credentials', 'The provider does not accept the client ID with this client secret', remedy);
  }
  return waiting('credentials', 'The provider cannot be reached at the moment', verifyAgain);
}

/** False also if the same secret was sealed anew meanwhile: then the check runs again. */
export function isSameClient(a: ProviderApp, b: ProviderApp): boolean {
  return a.clientId === b.clientId && a.sealedClientSecret === b.sealedClientSecret;
}

export function statusesOf(checks: readonly FoundCheck[]): Record<string, string> {
  return Object.fromEntries(checks.map(({ check, status }) => [check, status]));
}

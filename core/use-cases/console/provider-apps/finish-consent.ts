import type { SignedIn } from '../../../domain/console-session.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { RequestId } from '../../../domain/ids.ts';
import { assertAllowed } from '../../../domain/organization.ts';
import {
  appKeyOf,
  type ConsentOutcome,
  type FoundCheck,
  failed,
  type ProviderApp,
  passed,
  scopesCheck,
  waiting,
  withChecks,
} from '../../../domain/provider-app.ts';
import type { LedgerGrant } from '../../../ports/ledger-authorization.ts';
import { claimClientId } from '../../client-id.ts';
import type { ConsentAnswer } from '../../connect-sessions/connect-flow.ts';
import { callbackUrl, codeVerifier, linkDigest } from '../../connect-sessions/connect-link.ts';
import { ledgerClientOf } from '../../ledger-client.ts';
import { recordAct } from '../../record-act.ts';
import { actorOf } from '../acting.ts';
import { authenticateSession } from '../session.ts';
import type { AppPorts } from './manage-apps.ts';
import { isSameClient, statusesOf } from './verify-app.ts';

/**
 * Takes the person back from a consent that was given to verify an app. The tokens are not stored, and expire at
 * the provider. They are not revoked there, because that would end every connection of the app.
 */
export function finishConsent(ports: AppPorts) {
  return async (token: string | undefined, answer: ConsentAnswer, requestId: RequestId): Promise<ConsentOutcome> => {
    const signedIn = await memberOf(ports, token, requestId);
    if (!signedIn) return { kind: 'signed_out' };
    assertAllowed(signedIn.role, 'operate');
    const { state = '', code, error } = answer;
    const app = await appOfConsent(ports, signedIn, state);
    if (!app) return { kind: 'gone' };
    const found =
      code === undefined || error !== undefined
        ? { checks: declinedChecks(ports, error), scopes: null }
        : await checksOfCode(ports, app, state, code);
    return storeFound(ports, signedIn, app, found);
  };
}

async function memberOf(
  ports: AppPorts,
  token: string | undefined,
  requestId: RequestId,
): Promise<SignedIn | undefined> {
  try {
    return await authenticateSession(ports)(token, requestId);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  }
}

async function appOfConsent(ports: AppPorts, signedIn: SignedIn, state: string): Promise<ProviderApp | undefined> {
  const { providerApps } = ports.storage;
  const consent = await providerApps.takeConsent(linkDigest(ports, state), signedIn.sessionId, ports.clock.now());
  const app = consent && (await providerApps.findForReceiver(consent.appId));
  return app?.organizationId === signedIn.organizationId ? app : undefined;
}

interface Found {
  readonly checks: readonly FoundCheck[];
  readonly scopes: readonly string[] | null;
}

async function checksOfCode(ports: AppPorts, app: ProviderApp, state: string, code: string): Promise<Found> {
  const { authorization } = ports;
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  try {
    const grant = await authorization.exchange(await ledgerClientOf(ports)(app, app.id), flow);
    await removeTrialLinks(ports, app, grant);
    const oauth = passed('oauth', 'A person has consented through this app');
    return { checks: [oauth, scopesCheck(grant.scopes, authorization.requiredScopes)], scopes: grant.scopes };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { checks: refusedChecks(error), scopes: null };
  }
}

const again = 'Start the consent again';

/** What a consent without a code says of the app, by the error that came instead. */
function declinedChecks(ports: AppPorts, error: string | undefined): readonly FoundCheck[] {
  if (error === 'access_denied') {
    return [waiting('oauth', 'Access was not allowed at the provider', `${again} and allow access`)];
  }
  if (error === 'invalid_scope' || error === 'unauthorized_client') {
    const remedy = `Allow the app these scopes at the provider, then consent again: ${ports.authorization.requiredScopes.join(', ')}`;
    return [
      failed('oauth', 'The provider refused the consent', remedy),
      failed('scopes', 'The app may not ask for the required scopes', remedy),
    ];
  }
  const remedy = `Compare the app at the provider with what is shown here, then start the consent again. Redirect URI: ${callbackUrl(ports)}`;
  return [failed('oauth', 'The provider ended the consent with an error', remedy)];
}

/** What it says of the app that the provider refused the code. */
function refusedChecks({ details, retryable }: ServiceError): readonly FoundCheck[] {
  if (details.reason === 'invalid_client') {
    const remedy = 'Copy client ID and client secret again from the app at the provider, then consent again';
    return [
      failed('credentials', 'The provider does not accept the client ID with this client secret', remedy),
      failed('oauth', 'The consent was given, and the app’s credentials were refused', remedy),
    ];
  }
  if (details.reason === 'invalid_grant') {
    return [failed('oauth', 'The provider did not accept the consent’s code', again)];
  }
  if (retryable) return [waiting('oauth', 'The provider could not be asked just now', again)];
  return [failed('oauth', 'The provider answered the consent’s code unexpectedly', again)];
}

/**
 * Removes the links to organizations that this very consent made and no connection uses. One that was there before may
 * serve somebody else who uses the same app, and stays. What cannot be removed now does no harm.
 */
async function removeTrialLinks(
  { authorization, storage, log }: AppPorts,
  app: ProviderApp,
  grant: LedgerGrant,
): Promise<void> {
  if (grant.consentId === null) return;
  try {
    for (const tenant of await authorization.tenants(grant.accessToken, grant.consentId)) {
      const { providerConnectionId } = tenant;
      if (!tenant.isNew || (await storage.connections.findOwner(appKeyOf(app.id), tenant.tenantId))) continue;
      // Another app has the same client ID, and a connection that was made just now.
      if (await storage.connections.sharesLink({ id: null, providerConnectionId })) continue;
      await authorization.disconnect(grant.accessToken, providerConnectionId);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn('what a consent for verification connected is still connected', { provider_app: app.id });
  }
}

function storeFound(
  ports: AppPorts,
  signedIn: SignedIn,
  asked: ProviderApp,
  { checks, scopes }: Found,
): Promise<ConsentOutcome> {
  return ports.storage.transaction(async (stores): Promise<ConsentOutcome> => {
    const held = await stores.providerApps.lock(asked, asked.id);
    if (!held || !(await isSameClient(ports, held, asked))) return { kind: 'gone' };
    const now = ports.clock.now();
    const checked = withChecks({ ...held, grantedScopes: scopes ?? held.grantedScopes }, checks, now);
    const becomesVerified = held.status !== checked.status;
    const isTaken = becomesVerified && !(await claimClientId(stores, ports, checked));
    // Verifying says why; what the person consented to counts all the same.
    const app = { ...checked, status: isTaken ? held.status : checked.status, updatedAt: now };
    await stores.providerApps.update(app);
    const details = { status: app.status, checks: statusesOf(checks) };
    const act = { action: 'provider_app.consent_returned', subject: app.id, details };
    await recordAct(stores, ports, actorOf(signedIn, app.environment), act);
    return { kind: 'checked', app, checks };
  });
}

// A person consents through an app, so that its address, client and scopes can be verified.
import type { SignedIn } from '../domain/console-session.ts';
import { conflict, notFound, ServiceError } from '../domain/errors.ts';
import type { RequestId } from '../domain/ids.ts';
import { assertAllowed } from '../domain/organization.ts';
import {
  appConsentMinutes,
  type ConsentOutcome,
  type FoundCheck,
  failed,
  type ProviderApp,
  passed,
  scopesCheck,
  waiting,
  withChecks,
} from '../domain/provider-app.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LedgerGrant } from '../ports/ledger-authorization.ts';
import { claimClientId } from '../use-cases/access/register-provider-app.ts';
import { callbackUrl, codeVerifier, linkDigest } from '../use-cases/connect-sessions/connect-link.ts';
import type { ConsentAnswer } from '../use-cases/connect-sessions/flow.ts';
import { ledgerClientOf } from '../use-cases/ledger/ledger-client.ts';
import { oauthOf } from '../use-cases/providers/provider-of.ts';
import { changeStored, requireApp } from './manage-apps.ts';
import { authenticateSession, randomToken, sessionsOf } from './session.ts';
import { isSameClient, statusesOf } from './verify-app.ts';

/** Marks the OAuth state of trial consents: the provider returns them to the same address as connect sessions. */
const mark = 'app-';

export function isAppConsentState(state: string): boolean {
  return state.startsWith(mark);
}

/**
 * Begins a consent that verifies the app's address and scopes. It counts once, for ten minutes, only in the browser of the
 * session that began it, and replaces that session's earlier consent.
 */
export function beginConsent(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string) => {
    const { clock, digester } = ports;
    const known = await requireApp(ports, signedIn, id);
    const { authorization } = oauthOf(ports, known);
    const state = `${mark}${randomToken(ports)}`;
    const redirectUri = callbackUrl(ports);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + appConsentMinutes * 60_000);
    const { app } = await changeStored(ports, signedIn, known, async (app, { providerApps }) => {
      if (app.clientId === null || app.sealedClientSecret === null) {
        throw conflict('provider_app_incomplete', 'save the client ID and the client secret before the consent');
      }
      const { organizationId, sessionId } = signedIn;
      const consent = { stateDigest: linkDigest(ports, state), organizationId, appId: app.id, sessionId };
      await providerApps.putConsent({ ...consent, createdAt: now, expiresAt });
      const hasPassed = app.checks.some(({ check, status }) => check === 'oauth' && status === 'passed');
      const next = hasPassed ? app : withChecks(app, [underWay(redirectUri)], now);
      return { next, action: 'provider_app.consent_begun', details: {} };
    });
    const codeChallenge = digester.codeChallenge(codeVerifier(ports, state));
    return {
      consentUrl: authorization.consentUrl(app.clientId ?? '', { redirectUri, state, codeChallenge }),
      expiresAt,
    };
  };
}

/** If the address is not registered, the provider shows an error and never returns, so only this text can help. */
function underWay(redirectUri: string) {
  const remedy = `Allow access at the provider. If it shows an error instead, register exactly this redirect URI there: ${redirectUri}`;
  return waiting('oauth', 'A consent was begun and has not come back yet', remedy);
}

/**
 * Handles the provider's answer to a trial consent. Its tokens are not stored and expire; revoking them would end every
 * connection of the app.
 */
export function finishConsent(ports: CorePorts) {
  return async (token: string | undefined, answer: ConsentAnswer, requestId: RequestId): Promise<ConsentOutcome> => {
    try {
      const begun = await takeConsent(ports, token, answer);
      const signedIn = await authenticateSession(ports)(token, requestId, { named: begun?.organizationId });
      return await checkedBy(ports, signedIn, answer, begun?.appId);
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === 'UNAUTHORIZED') return { kind: 'signed_out' };
      if (code === 'NOT_FOUND') return { kind: 'gone' };
      throw error;
    }
  };
}

/** Any of the browser's sessions may have begun it. */
async function takeConsent(ports: CorePorts, token: string | undefined, { state = '' }: ConsentAnswer) {
  for (const { id } of await sessionsOf(ports, token)) {
    const digest = linkDigest(ports, state);
    const consent = await ports.storage.providerApps.takeConsent(digest, id, ports.clock.now());
    if (consent) return consent;
  }
  return undefined;
}

/** Throws NOT_FOUND for a consent that no longer counts. */
async function checkedBy(
  ports: CorePorts,
  signedIn: SignedIn,
  { state = '', code, error }: ConsentAnswer,
  appId = '',
): Promise<ConsentOutcome> {
  assertAllowed(signedIn.role, 'operate');
  const asked = await requireApp(ports, signedIn, appId);
  const { checks, scopes } =
    code === undefined || error !== undefined
      ? { checks: declinedChecks(ports, asked, error), scopes: null }
      : await checksOfCode(ports, asked, state, code);
  const { app } = await changeStored(ports, signedIn, asked, async (held, stores) => {
    if (!isSameClient(held, asked)) throw notFound('provider app');
    const checked = withChecks({ ...held, grantedScopes: scopes ?? held.grantedScopes }, checks, ports.clock.now());
    const becomesVerified = held.status !== checked.status;
    const isTaken = becomesVerified && !(await claimClientId(stores, ports, checked));
    // Another app has the client ID. Verifying says so; the consent counts anyway.
    const next = isTaken ? { ...checked, status: held.status } : checked;
    const details = { status: next.status, checks: statusesOf(checks) };
    return { next, action: 'provider_app.consent_returned', details };
  });
  return { kind: 'checked', app, checks };
}

interface Found {
  readonly checks: readonly FoundCheck[];
  readonly scopes: readonly string[] | null;
}

async function checksOfCode(ports: CorePorts, app: ProviderApp, state: string, code: string): Promise<Found> {
  const { authorization } = oauthOf(ports, app);
  const flow = { code, redirectUri: callbackUrl(ports), codeVerifier: codeVerifier(ports, state) };
  try {
    const grant = await authorization.exchange(await ledgerClientOf(ports, app, app.id), flow);
    await removeTrialLinks(ports, app, grant);
    const oauth = passed('oauth', 'A person has consented through this app');
    return { checks: [oauth, scopesCheck(grant.scopes, authorization.requiredScopes)], scopes: grant.scopes };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { checks: refusedChecks(error), scopes: null };
  }
}

const again = 'Start the consent again';

function declinedChecks(ports: CorePorts, app: ProviderApp, error: string | undefined): readonly FoundCheck[] {
  if (error === 'access_denied') {
    return [waiting('oauth', 'Access was not allowed at the provider', `${again} and allow access`)];
  }
  if (error === 'invalid_scope' || error === 'unauthorized_client') {
    const remedy = `Allow the app these scopes at the provider, then consent again: ${oauthOf(ports, app).authorization.requiredScopes.join(', ')}`;
    return [
      failed('oauth', 'The provider refused the consent', remedy),
      failed('scopes', 'The app may not ask for the required scopes', remedy),
    ];
  }
  const remedy = `Compare the app at the provider with what is shown here, then start the consent again. Redirect URI: ${callbackUrl(ports)}`;
  return [failed('oauth', 'The provider ended the consent with an error', remedy)];
}

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
  if (retryable) return [waiting('oauth', 'The provider cannot be reached at the moment', again)];
  return [failed('oauth', 'The provider answered the consent’s code unexpectedly', again)];
}

/**
 * Removes links to tenants that this consent made and no connection uses. Earlier links may serve other users of the app
 * and stay. A link that cannot be removed does no harm.
 */
async function removeTrialLinks(ports: CorePorts, app: ProviderApp, grant: LedgerGrant): Promise<void> {
  if (grant.consentId === null) return;
  const { storage, log } = ports;
  const { authorization } = oauthOf(ports, app);
  try {
    for (const tenant of await authorization.tenants(grant.accessToken, grant.consentId)) {
      const { providerConnectionId } = tenant;
      if (!tenant.isNew || (await storage.connections.findOwner(app.id, tenant.tenantId))) continue;
      // Another app with this client ID has just connected this tenant.
      if (await storage.connections.sharesLink({ id: null, providerConnectionId })) continue;
      await authorization.disconnect(grant.accessToken, providerConnectionId);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn('the links of a trial consent could not be removed', { provider_app: app.id });
  }
}

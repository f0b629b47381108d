import type { SignedIn } from '../../../domain/console-session.ts';
import { conflict } from '../../../domain/errors.ts';
import { appConsentMinutes, waiting, withChecks } from '../../../domain/provider-app.ts';
import { callbackUrl, codeVerifier, linkDigest } from '../../connect-sessions/connect-link.ts';
import { randomToken } from '../session.ts';
import { type AppPorts, appToChange, changeStored } from './manage-apps.ts';

/** Begins a state of these consents: the provider leads them and those of connect sessions to the same address. */
const mark = 'app-';

export function isAppConsentState(state: string): boolean {
  return state.startsWith(mark);
}

export interface BegunConsent {
  readonly consentUrl: string;
  readonly expiresAt: Date;
}

/**
 * A consent through the app, to see that its address and its scopes are right at the provider. It counts once, for ten
 * minutes, and only in the browser of the session that began it; an earlier one of that session does not count any more.
 */
export function beginConsent(ports: AppPorts) {
  return async (signedIn: SignedIn, id: string): Promise<BegunConsent> => {
    const { clock, authorization, digester } = ports;
    const known = await appToChange(ports, signedIn, id);
    const state = `${mark}${randomToken(ports)}`;
    const redirectUri = callbackUrl(ports);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + appConsentMinutes * 60_000);
    const { app } = await changeStored(ports, signedIn, known, async (app, { providerApps }) => {
      if (app.clientId === null || app.sealedClientSecret === null) {
        throw conflict('provider_app_incomplete', 'save the client ID and the client secret before the consent');
      }
      const consent = { stateDigest: linkDigest(ports, state), appId: app.id, sessionId: signedIn.sessionId };
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

/** Where the address is not registered, the provider shows an error and never leads back: nothing else tells of it. */
function underWay(redirectUri: string) {
  const remedy = `Allow access at the provider. If it shows an error instead, register exactly this redirect URI there: ${redirectUri}`;
  return waiting('oauth', 'A consent was begun and has not come back yet', remedy);
}

import type { SignedIn } from '../../../domain/console-session.ts';
import { conflict } from '../../../domain/errors.ts';
import { appConsentMinutes, waiting, withChecks } from '../../../domain/provider-app.ts';
import { callbackUrl, codeVerifier, linkDigest } from '../../connect-sessions/connect-link.ts';
import { recordAct } from '../../record-act.ts';
import { actorOf } from '../acting.ts';
import { type AppPorts, appToChange, lockApp } from './shown-app.ts';

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
    const { storage, clock, ids, authorization, digester } = ports;
    const known = await appToChange(ports, signedIn, id);
    const random = [...ids.randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const state = `${mark}${random}`;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + appConsentMinutes * 60_000);
    const clientId = await storage.transaction(async (stores) => {
      const app = await lockApp(stores, known);
      if (app.clientId === null || app.sealedClientSecret === null) {
        throw conflict('provider_app_incomplete', 'save the client ID and the client secret before the consent');
      }
      const digest = linkDigest(ports, state);
      const { sessionId } = signedIn;
      await stores.providerApps.putConsent({
        stateDigest: digest,
        appId: app.id,
        sessionId,
        createdAt: now,
        expiresAt,
      });
      const hasPassed = app.checks.some(({ check, status }) => check === 'oauth' && status === 'passed');
      if (!hasPassed) await stores.providerApps.update(withChecks(app, [underWay(callbackUrl(ports), now)]));
      const act = { action: 'provider_app.consent_begun', subject: app.id, details: {} };
      await recordAct(stores, ports, actorOf(signedIn, app.environment), act);
      return app.clientId;
    });
    const codeChallenge = digester.codeChallenge(codeVerifier(ports, state));
    return {
      consentUrl: authorization.consentUrl(clientId, { redirectUri: callbackUrl(ports), state, codeChallenge }),
      expiresAt,
    };
  };
}

/** Where the address is not registered, the provider shows an error and never leads back: this is all that is seen of it. */
function underWay(redirectUri: string, now: Date) {
  const remedy = `Allow access at the provider. If it shows an error instead, register exactly this redirect URI there: ${redirectUri}`;
  return waiting('oauth', 'A consent was begun and has not come back yet', remedy, now);
}

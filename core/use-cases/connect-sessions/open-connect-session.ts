import type { ConnectSession } from '../../domain/connect-session.ts';
import { ledgerClientOf } from '../ledger-client.ts';
import { callbackUrl, codeVerifier, linkDigest, oauthState } from './connect-link.ts';
import { abandon, backTo, type ConnectPorts, type ConnectStep, endedAs, usable } from './connect-step.ts';
import { offerChoice } from './offer-choice.ts';

/** What the hosted page shows for a link: who asks for what, and where the person consents. */
export function openConnectSession(ports: ConnectPorts) {
  return async (token: string): Promise<ConnectStep> => {
    const found = usable(await findByToken(ports, token), ports.clock.now());
    if (found.kind === 'gone') return found;
    const { session } = found;
    const state = oauthState(ports, token);
    if (session.state === 'choosing') return offerChoice(ports, session, state);
    const client = await ledgerClientOf(ports)(session, session.providerAppId);
    const organization = await ports.storage.organizations.find(session.organizationId);
    return {
      kind: 'consent',
      organizationName: organization?.name ?? '',
      externalAccountId: session.externalAccountId,
      environment: session.environment,
      retentionMode: session.retentionMode,
      consentUrl: consentUrl(ports, client.clientId, state),
      cancelToken: token,
      expiresAt: session.expiresAt,
    };
  };
}

function consentUrl(ports: ConnectPorts, clientId: string, state: string): string {
  return ports.authorization.consentUrl(clientId, {
    redirectUri: callbackUrl(ports),
    state,
    codeChallenge: ports.digester.codeChallenge(codeVerifier(ports, state)),
  });
}

/** The person says no before going to the provider, or instead of choosing. */
export function cancelConnectSession(ports: ConnectPorts) {
  return async (token: string): Promise<ConnectStep> => {
    const session = await findByToken(ports, token);
    const again = session && endedAs(session, ports.clock.now());
    if (again) return again;
    const found = usable(session, ports.clock.now());
    if (found.kind === 'gone') return found;
    await abandon(ports, found.session, { status: 'cancelled' });
    return backTo(found.session, { status: 'cancelled' });
  };
}

function findByToken(ports: ConnectPorts, token: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByTokenDigest(linkDigest(ports, token));
}

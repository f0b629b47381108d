import type { ConnectSession } from '../../domain/connect-session.ts';
import type { PortalSessionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

// Token, OAuth state and PKCE verifier are derived from the session's id and the pepper: only digests are stored, and a
// reloaded page or a replayed request shows the same link.

export function connectToken({ digester }: CorePorts, id: ConnectSession['id']): string {
  return digester.keyed('connect-token', id);
}

export function connectUrl(ports: CorePorts, id: ConnectSession['id']): string {
  return `${ports.settings.baseUrl}/connect/${connectToken(ports, id)}`;
}

export function portalToken({ digester }: CorePorts, id: PortalSessionId): string {
  return digester.keyed('portal-token', id);
}

export function portalUrl(ports: CorePorts, id: PortalSessionId): string {
  return `${ports.settings.baseUrl}/portal/${portalToken(ports, id)}`;
}

/** Names the page without its token, which only the browser that began there knows: others may see this address. */
export function portalReturn({ settings }: CorePorts, id: PortalSessionId): string {
  return `${settings.baseUrl}/portal/back?portal=${id}`;
}

export function callbackUrl({ settings }: CorePorts): string {
  return `${settings.baseUrl}/oauth/ledger/callback`;
}

/** The OAuth `state`: whoever holds the link knows it, and the provider returns it with the person. */
export function oauthState({ digester }: CorePorts, token: string): string {
  return digester.keyed('oauth-state', token);
}

/** 64 unreserved characters, within PKCE's 43-128. */
export function codeVerifier({ digester }: CorePorts, state: string): string {
  return digester.keyed('pkce-verifier', state);
}

/** Keyed, so that no text in a connect link's place has the digest of a portal's token. */
export function portalDigest({ digester }: CorePorts, token: string): string {
  return digester.keyed('portal-link', token);
}

export function linkDigest({ digester }: CorePorts, value: string): string {
  return digester.sha256(value);
}

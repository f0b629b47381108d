import type { ConnectSessionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

// Token, OAuth state and PKCE verifier are derived from the session's id and the pepper: only digests are stored, and a
// reloaded page or a replayed request shows the same link.

export function connectToken({ digester }: CorePorts, id: ConnectSessionId): string {
  return digester.keyed('connect-token', id);
}

export function connectUrl(ports: CorePorts, id: ConnectSessionId): string {
  return `${ports.settings.baseUrl}/connect/${connectToken(ports, id)}`;
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

export function linkDigest({ digester }: CorePorts, value: string): string {
  return digester.sha256(value);
}

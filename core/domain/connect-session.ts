import type { Plane } from './caller.ts';
import type { Connection, RetentionMode } from './connection.ts';
import type { ConnectionId, ConnectSessionId, ProviderAppId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';

export const connectSessionMinutes = 30;
/** For links that are sent by e-mail. */
export const connectSessionMinutesMost = 7 * 24 * 60;

/** open: link may be used · choosing: authorized, an organization must be picked · done: used up, whatever came of it. */
export const connectSessionStates = ['open', 'choosing', 'done'] as const;
export type ConnectSessionState = (typeof connectSessionStates)[number];

/** The result that the customer's application gets when the person comes back. */
export type ConnectResult =
  | { readonly status: 'connected'; readonly connectionId: ConnectionId }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly error: string };

/** One use of a connect link. Of link and OAuth state only digests are stored. */
export interface ConnectSession extends Plane {
  readonly id: ConnectSessionId;
  readonly state: ConnectSessionState;
  readonly tokenDigest: string;
  readonly stateDigest: string;
  readonly provider: 'ledger';
  readonly providerAppId: ProviderAppId | null;
  readonly externalAccountId: string;
  /** Empty where the flow ends on a page of the service. */
  readonly redirectUri: string;
  /** The customer's name for the person; null shows the external account id. */
  readonly accountName: string | null;
  /** The connection that the link connects again, and no other; null for a first one. */
  readonly reconnects: ConnectionId | null;
  readonly retentionMode: RetentionMode;
  readonly metadata: JsonObject;
  /** Names the consent whose organizations may be chosen, while the person chooses. */
  readonly consentId: string | null;
  /** The connection that waits for a choice, or that came of it. */
  readonly connectionId: ConnectionId | null;
  /** How it went the last time that the person was sent back; null before that. */
  readonly result: ConnectResult | null;
  readonly requestId: RequestId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** As its creator is told: `done` by its result, and `expired` where it came to none. */
export function connectSessionStatus(
  { state, result, expiresAt }: ConnectSession,
  now: Date,
): ConnectResult['status'] | 'open' | 'expired' {
  if (state === 'done') return result?.status ?? 'failed';
  return now >= expiresAt ? 'expired' : 'open';
}

/** The connection of a session while the person has still to choose an organization. */
export function pendingConnection(
  session: ConnectSession,
  { id, scopes, now }: { readonly id: ConnectionId; readonly scopes: readonly string[]; readonly now: Date },
): Connection {
  const { organizationId, environment, externalAccountId, provider, providerAppId, retentionMode, metadata } = session;
  return {
    ...{ id, organizationId, environment, externalAccountId, provider, providerAppId, retentionMode, scopes, metadata },
    providerConnectionId: null,
    providerTenantId: null,
    providerTenantName: null,
    status: 'pending_selection',
    statusReason: null,
    lastSyncedAt: null,
    scopeRefusedAt: null,
    syncWarnings: [],
    createdAt: now,
    updatedAt: now,
  };
}

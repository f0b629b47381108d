import type { Plane } from './caller.ts';
import type { Connection } from './connection.ts';
import type { ConnectionId, ConnectSessionId, PortalSessionId, RequestId } from './ids.ts';
import { known, type Narrowings } from './narrowing.ts';

export const connectSessionMinutes = 30;
/** A week, for links sent by e-mail. */
export const connectSessionMinutesMost = 7 * 24 * 60;

/** open: the link may be used · choosing: authorized, an organization must be picked · done: used up, with any result. */
export type ConnectSessionState = 'open' | 'choosing' | 'done';

export type ConnectResult =
  | { readonly status: 'connected'; readonly connectionId: ConnectionId }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly error: string };

export const locales = ['en', 'fr', 'de', 'es'] as const;
export type Locale = (typeof locales)[number];

/**
 * One use of a connect link, or a link to the page "Your connection" of what it `reconnects`; only digests of link and OAuth
 * state are stored.
 */
export interface ConnectSession
  extends Pick<Connection, 'provider' | 'providerAppId' | 'externalAccountId' | 'retentionMode' | 'metadata'>,
    Plane {
  readonly id: ConnectSessionId | PortalSessionId;
  readonly state: ConnectSessionState;
  readonly tokenDigest: string;
  readonly stateDigest: string;
  /** Empty if the flow ends on a page of the service. */
  readonly redirectUri: string;
  /** The customer's name for the person; null shows the external account id. */
  readonly accountName: string | null;
  /** The language of the pages; null follows the browser. */
  readonly locale: Locale | null;
  /** The day from which the first sync reads, `YYYY-MM-DD`; null reads everything. */
  readonly syncFrom: string | null;
  /** The connection that the link reconnects; null if it makes a new one. */
  readonly reconnects: ConnectionId | null;
  readonly consentId: string | null;
  readonly connectionId: ConnectionId | null;
  readonly result: ConnectResult | null;
  readonly requestId: RequestId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const connectSessionNarrowings: Narrowings<ConnectSession> = {
  id: null,
  organizationId: null,
  environment: null,
  state: null,
  tokenDigest: null,
  stateDigest: null,
  provider: null,
  providerAppId: null,
  externalAccountId: null,
  redirectUri: null,
  accountName: null,
  locale: null,
  syncFrom: { since: known.syncFrom, narrows: (from) => from !== null },
  reconnects: null,
  retentionMode: null,
  metadata: null,
  consentId: null,
  connectionId: null,
  result: null,
  requestId: null,
  createdAt: null,
  expiresAt: null,
};

export function connectSessionStatus(
  { state, result, expiresAt }: Pick<ConnectSession, 'state' | 'result' | 'expiresAt'>,
  now: Date,
): ConnectResult['status'] | 'open' | 'expired' {
  if (state === 'done') return result?.status ?? 'failed';
  return now >= expiresAt ? 'expired' : 'open';
}

export function pendingConnection(
  session: ConnectSession,
  { id, scopes, now }: { readonly id: ConnectionId; readonly scopes: readonly string[]; readonly now: Date },
): Connection {
  const { organizationId, environment, externalAccountId, provider, providerAppId, retentionMode, metadata } = session;
  return {
    id,
    organizationId,
    environment,
    externalAccountId,
    provider,
    providerAppId,
    retentionMode,
    scopes,
    metadata,
    providerConnectionId: null,
    providerTenantId: null,
    providerTenantName: null,
    status: 'pending_selection',
    statusReason: null,
    lastSyncedAt: null,
    scopeRefusedAt: null,
    syncWarnings: [],
    syncFrom: session.syncFrom,
    followSetting: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** True if the connection is of the customer that the session connects. */
export function isSameCustomer(connection: Connection, session: ConnectSession): boolean {
  return (
    connection.organizationId === session.organizationId &&
    connection.environment === session.environment &&
    connection.externalAccountId === session.externalAccountId
  );
}

import type { ConnectionId, OrganizationId, ProviderAppId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Plane } from './plane.ts';
import type { SyncWarning } from './sync.ts';

export const retentionModes = ['cached', 'zero'] as const;
export type RetentionMode = (typeof retentionModes)[number];

export const connectionStatuses = [
  'pending_selection',
  'active',
  'action_required',
  'disconnecting',
  'disconnected',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** The moves a connection may make; an outage of the provider is none of them. */
export const connectionMoves: Readonly<Record<ConnectionStatus, readonly ConnectionStatus[]>> = {
  pending_selection: ['active', 'disconnected'],
  active: ['action_required', 'disconnecting'],
  action_required: ['active', 'disconnecting'],
  disconnecting: ['disconnected', 'active'],
  disconnected: ['active'],
};

/** A customer's organization at the provider, reached through one provider app. */
export interface Connection extends Plane {
  readonly id: ConnectionId;
  readonly externalAccountId: string;
  readonly provider: 'ledger';
  readonly providerAppId: ProviderAppId | null;
  /** The provider's id of the app's link to the tenant; what disconnecting removes. */
  readonly providerConnectionId: string | null;
  readonly providerTenantId: string | null;
  readonly providerTenantName: string | null;
  readonly status: ConnectionStatus;
  readonly statusReason: string | null;
  readonly retentionMode: RetentionMode;
  readonly scopes: readonly string[];
  readonly metadata: JsonObject;
  readonly lastSyncedAt: Date | null;
  /** When the provider last refused a call for a scope that the customer did not grant. */
  readonly scopeRefusedAt: Date | null;
  /** Records that could not be copied; the newest first. */
  readonly syncWarnings: readonly SyncWarning[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Statuses that own their tenant and count against the contract. */
export const liveStatuses = [
  'active',
  'action_required',
  'disconnecting',
] as const satisfies readonly ConnectionStatus[];
export const countedStatuses = ['active', 'action_required'] as const satisfies readonly ConnectionStatus[];

/** The connection in its next status. Throws Error where `connectionMoves` has no such way. */
export function move(connection: Connection, to: ConnectionStatus, reason: string | null, now: Date): Connection {
  if (!connectionMoves[connection.status].includes(to)) {
    throw new Error(`connection cannot move from ${connection.status} to ${to}`);
  }
  return { ...connection, status: to, statusReason: reason, updatedAt: now };
}

/** A connection as its rows name it. */
export type ConnectionOwner = Pick<Connection, 'id' | 'organizationId'>;

/** A connection's rotating tokens, sealed. `generation` counts refreshes and decides between racing refreshers. */
export interface Credentials {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly generation: number;
  readonly sealedAccessToken: string;
  readonly sealedRefreshToken: string;
  /** Kept until the newer refresh token has worked once. */
  readonly sealedPreviousRefreshToken: string | null;
  readonly accessExpiresAt: Date;
  readonly refreshedAt: Date;
}

/** The part of the credentials that calls are made with. */
export type AccessCredentials = Pick<Credentials, 'generation' | 'sealedAccessToken' | 'accessExpiresAt'>;

/** What a call to a connection's ledger needs beside the connection, read in one statement. */
export interface CallMeans {
  /** Undefined where the connection has none. */
  readonly credentials: AccessCredentials | undefined;
  /** Of the connection's provider app; null where it sets none. */
  readonly dailyCallLimit: number | null;
}

/** A token is renewed this long before it dies, so that no call starts with a dying one. */
export const refreshMarginSeconds = 60;
/** How long one process may hold the right to refresh: longer than the two token calls that it may take. */
export const refreshLeaseSeconds = 45;

/** Whether the access token outlives the margin before its end (`refreshMarginSeconds`). */
export function isFresh(credentials: AccessCredentials, now: Date): boolean {
  return credentials.accessExpiresAt.getTime() - refreshMarginSeconds * 1000 > now.getTime();
}

/** A token that was not used for so long is renewed all the same: the provider ends an idle grant. */
export const idleHours = 24;

import type { FollowSetting } from './follow.ts';
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

/** The allowed changes of status. An outage of the provider causes none. */
const connectionMoves: Readonly<Record<ConnectionStatus, readonly ConnectionStatus[]>> = {
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
  /** The name of its provider, for life. */
  readonly provider: string;
  readonly providerAppId: ProviderAppId | null;
  /** The provider's id of the link between app and tenant; disconnecting removes the link. */
  readonly providerConnectionId: string | null;
  readonly providerTenantId: string | null;
  readonly providerTenantName: string | null;
  readonly status: ConnectionStatus;
  readonly statusReason: string | null;
  readonly retentionMode: RetentionMode;
  readonly scopes: readonly string[];
  readonly metadata: JsonObject;
  readonly lastSyncedAt: Date | null;
  readonly scopeRefusedAt: Date | null;
  readonly syncWarnings: readonly SyncWarning[];
  /** The day from which the first sync read what the provider stamps, `YYYY-MM-DD`; null for everything. */
  readonly syncFrom: string | null;
  /** What somebody set of what is followed; null leaves it to the deployment. */
  readonly followSetting: FollowSetting | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const liveStatuses = [
  'active',
  'action_required',
  'disconnecting',
] as const satisfies readonly ConnectionStatus[];
export const countedStatuses = ['active', 'action_required'] as const satisfies readonly ConnectionStatus[];

/** Throws Error if `connectionMoves` has no such move. */
export function move(connection: Connection, to: ConnectionStatus, reason: string | null, now: Date): Connection {
  if (!connectionMoves[connection.status].includes(to)) {
    throw new Error(`connection cannot move from ${connection.status} to ${to}`);
  }
  return { ...connection, status: to, statusReason: reason, updatedAt: now };
}

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

export type AccessCredentials = Pick<Credentials, 'generation' | 'sealedAccessToken' | 'accessExpiresAt'>;

export interface CallMeans {
  readonly credentials: AccessCredentials | undefined;
  /** The provider app's limit; null if it sets none. */
  readonly dailyCallLimit: number | null;
}

/** Tokens are renewed this long before they expire, so that no call starts with an expiring one. */
const refreshMarginSeconds = 60;
/** Exceeds the two token calls that one refresh may make. */
export const refreshLeaseSeconds = 45;

export function isFresh(credentials: AccessCredentials, now: Date): boolean {
  return credentials.accessExpiresAt.getTime() - refreshMarginSeconds * 1000 > now.getTime();
}

/** The provider ends idle grants, so an unused token is renewed after this. */
export const idleHours = 24;

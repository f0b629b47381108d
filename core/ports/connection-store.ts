import type { Environment, Plane } from '../domain/caller.ts';
import type { Connection, ConnectionStatus } from '../domain/connection.ts';
import type { ConnectionId, OrganizationId } from '../domain/ids.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { SyncWarning, WarnedRecord } from '../domain/sync-warning.ts';

export interface ConnectionFilter {
  readonly externalAccountId?: string;
  readonly status?: ConnectionStatus;
  /** Part of the organization's name or of the external account id, in whatever case, or a whole id, ours or the tenant's. */
  readonly search?: string;
}

/** Where a connection stands among those whose tokens rest. */
export interface IdlePlace {
  readonly refreshedAt: Date;
  readonly connectionId: ConnectionId;
}

export interface IdleConnection {
  readonly connection: Connection;
  readonly place: IdlePlace;
}

/** The id is null where it is no connection's yet. */
export interface LinkOfConnection {
  readonly id: ConnectionId | null;
  readonly providerConnectionId: string | null;
}

/** Keeps connections. Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectionStore {
  /** False when a live connection already owns the tenant through the same app (a unique index decides). */
  insert(connection: Connection): Promise<boolean>;
  /** A connection of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: ConnectionId): Promise<Connection | undefined>;
  /** Newest first. */
  list(plane: Plane, filter: ConnectionFilter, page: PageRequest): Promise<Page<Listed<Connection>>>;
  /** The live connection (active, action_required or disconnecting) that owns the tenant through this app. */
  findOwner(app: AppKey, tenantId: string): Promise<Connection | undefined>;
  /** The connection that this customer had to this tenant through this app, in whatever status; newest first. */
  findEarlier(plane: Plane, app: AppKey, tenantId: string, externalAccountId: string): Promise<Connection | undefined>;
  /** Whether any connection made with this app is live or waits for the choice of its organization. */
  usesApp(app: AppKey): Promise<boolean>;
  /**
   * Whether a connection of any organization, but for the one with this id, works over this link of an app to a tenant at
   * the provider.
   */
  sharesLink(link: LinkOfConnection): Promise<boolean>;
  /** Active connections made with this app, after `afterId` in id order, at most `limit`. */
  listActiveByApp(
    app: AppKey,
    environment: Environment | null,
    afterId: ConnectionId | null,
    limit: number,
  ): Promise<readonly Connection[]>;
  /** Keeps `next` if the connection still has status `from`; false when it has not, or when its tenant is owned by another. */
  update(next: Connection, from: ConnectionStatus): Promise<boolean>;
  /** Moves an active connection's `lastSyncedAt` forward; nothing else does, `update` neither. */
  noteSynced(id: ConnectionId, at: Date): Promise<void>;
  /** Keeps on an active connection that a scope was refused; nothing else of it changes. A new consent clears it. */
  noteScopeRefused(id: ConnectionId, at: Date): Promise<void>;
  /**
   * Adds warnings and takes those of the kept records away (`warningsAfter`), none lost between two that do so at once;
   * nothing else changes them, but that an `update` to disconnected takes all.
   */
  noteSyncWarnings(id: ConnectionId, added: readonly SyncWarning[], kept: readonly WarnedRecord[]): Promise<void>;
  /** Active and action_required ones: what counts against the contract. */
  countCounted(organizationId: OrganizationId): Promise<number>;
  /** Active connections whose tokens were last renewed before this moment, behind `after`, longest idle first, at most `limit`. */
  listIdle(refreshedBefore: Date, after: IdlePlace | null, limit: number): Promise<readonly IdleConnection[]>;
  /** Active connections that keep records and whose id ends with this character, behind `afterId` in id order, at most `limit`. */
  listActiveInSlot(slot: string, afterId: ConnectionId | null, limit: number): Promise<readonly Connection[]>;
}

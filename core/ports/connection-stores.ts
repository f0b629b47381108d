import type { Plane } from '../domain/caller.ts';
import type { ConnectSession, ConnectSessionState } from '../domain/connect-session.ts';
import type { CallMeans, Connection, ConnectionOwner, ConnectionStatus, Credentials } from '../domain/connection.ts';
import type { ConnectionHealth } from '../domain/connection-health.ts';
import type { ConnectionId, ConnectSessionId, OrganizationId } from '../domain/ids.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { DueReconciliation, PlannedReconciliation, ReconciliationTurn } from '../domain/reconciliation.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { SyncCursor, SyncWarning, WarnedRecord } from '../domain/sync.ts';

/** Stores connect sessions. Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectSessionStore {
  /** Stores a new one, with the digests of its link's token and of its OAuth state. */
  insert(session: ConnectSession): Promise<void>;
  /** In whatever state it is; undefined for another plane's. */
  find(plane: Plane, id: ConnectSessionId): Promise<ConnectSession | undefined>;
  /** By the connect link, in whatever state it is. */
  findByTokenDigest(digest: string): Promise<ConnectSession | undefined>;
  /** By the OAuth state that the provider returns, in whatever state it is. */
  findByStateDigest(digest: string): Promise<ConnectSession | undefined>;
  /** Stores `next` if the session is still in state `from`; false when another request was first. */
  advance(next: ConnectSession, from: ConnectSessionState): Promise<boolean>;
  /** Sessions that expired before this moment while the person was choosing, oldest first, at most `limit`. */
  listUnchosen(expiredBefore: Date, limit: number): Promise<readonly ConnectSession[]>;
}

export interface ConnectionFilter {
  readonly ids?: readonly ConnectionId[];
  readonly externalAccountId?: string;
  readonly status?: ConnectionStatus;
  readonly health?: ConnectionHealth['state'];
  /** Part of the organization's name or of the external account id, in whatever case, or a whole id, ours or the tenant's. */
  readonly search?: string;
}

/** Those of an app, those whose tokens were last renewed before, or all. */
export type ActiveConnections = { readonly all: true } | { readonly app: AppKey } | { readonly refreshedBefore: Date };

/** The id is null before a connection has one. */
export interface LinkOfConnection {
  readonly id: ConnectionId | null;
  readonly providerConnectionId: string | null;
}

/** Stores connections. Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectionStore {
  /** False when a live connection already owns the tenant through the same app (a unique index decides). */
  insert(connection: Connection): Promise<boolean>;
  /** Undefined also for a connection of another organization or environment. */
  find(plane: Plane, id: ConnectionId): Promise<Connection | undefined>;
  /** Newest first. */
  list(plane: Plane, filter: ConnectionFilter, page: PageRequest): Promise<Page<Listed<Connection>>>;
  /** The live connection (active, action_required or disconnecting) that owns the tenant through this app. */
  findOwner(app: AppKey, tenantId: string): Promise<Connection | undefined>;
  /** The connection that this customer had to this tenant through this app, in whatever status; newest first. */
  findEarlier(plane: Plane, app: AppKey, tenantId: string, externalAccountId: string): Promise<Connection | undefined>;
  /** Whether any connection made with this app is live or waits until its organization is chosen. */
  usesApp(app: AppKey): Promise<boolean>;
  /** Whether a connection of any organization but this one uses this link of an app to a tenant at the provider. */
  sharesLink(link: LinkOfConnection): Promise<boolean>;
  /** Active connections of all planes, behind `afterId` in the order of their ids, at most `limit`. */
  listActive(which: ActiveConnections, afterId: ConnectionId | null, limit: number): Promise<readonly Connection[]>;
  /** The ids of a plane's active connections, the newest first, at most `limit`. */
  listActiveIds(plane: Plane, limit: number): Promise<readonly ConnectionId[]>;
  /** Stores `next` if the connection still has status `from`; false when it has not, or when another owns its tenant. */
  update(next: Connection, from: ConnectionStatus): Promise<boolean>;
  /** Moves an active connection's `lastSyncedAt` forward; no other method does, also not `update`. */
  noteSynced(id: ConnectionId, at: Date): Promise<void>;
  /** Counts a failed attempt at a sync, to `syncFailuresMost`; a sync that ends well and a new status begin anew. */
  noteSyncFailed(id: ConnectionId): Promise<void>;
  /** False where an active connection has it already. A new status stores its own. */
  noteHealth(id: ConnectionId, health: ConnectionHealth['state']): Promise<boolean>;
  /** Stores on an active connection that a scope was refused and changes nothing else. A new consent clears it. */
  noteScopeRefused(id: ConnectionId, at: Date): Promise<void>;
  /**
   * Adds warnings and removes those of the stored records (`warningsAfter`); simultaneous calls lose none. Nothing else
   * changes warnings, except that an `update` to disconnected removes all.
   */
  noteSyncWarnings(id: ConnectionId, added: readonly SyncWarning[], kept: readonly WarnedRecord[]): Promise<void>;
  /** Active and action_required ones: what counts against the contract. */
  countCounted(organizationId: OrganizationId): Promise<number>;
}

export interface RefreshClaim {
  readonly generation: number;
  readonly holder: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** Stores sealed tokens; decides who refreshes. Proven by contract-tests/connection-stores.contract.ts. */
export interface CredentialStore {
  /** Of a connection that does not exist: nothing held, no limit. */
  findForCall(connectionId: ConnectionId): Promise<CallMeans>;
  /** The tokens, still sealed; undefined for a connection that has none. */
  find(connectionId: ConnectionId): Promise<Credentials | undefined>;
  /** Stores the tokens of a new consent in place of any others; the generation is one higher. */
  put(credentials: Omit<Credentials, 'generation'>): Promise<void>;
  /** Lets one holder refresh this generation until `leaseUntil`; false while another may or when a later is stored. */
  claimRefresh(connectionId: ConnectionId, claim: RefreshClaim): Promise<boolean>;
  /** Stores the next generation and ends the lease; false when this holder has lost it or a later one is stored. */
  replace(next: Credentials, holder: string): Promise<boolean>;
  /** Ends the lease after a refresh that failed. */
  yieldRefresh(connectionId: ConnectionId, holder: string): Promise<void>;
  /** Deletes the tokens; none is as good as removed. */
  remove(connectionId: ConnectionId): Promise<void>;
}

export interface DueCut {
  readonly now: Date;
  /** The app behind which the part begins, in the order of their keys; empty for the first. */
  readonly after: string;
  /** Of one app are returned as many as bring those that were planned since `plannedSince` and have not ended to this number. */
  readonly appMost: number;
  readonly plannedSince: Date;
  /** Of all apps of a part; half of it of one app, so that the others come to their turn in the same tick. */
  readonly limit: number;
}

export interface DuePart {
  readonly due: readonly DueReconciliation[];
  /** Where the next part begins; null at the end. */
  readonly next: string | null;
}

/**
 * Stores when each active connection that keeps records is compared with the provider next. `ConnectionStore` adds a
 * connection when it becomes active, due at once and with an interval of null, and removes it when it is no longer active.
 * Proven by contract-tests/connection-stores.contract.ts.
 */
export interface ReconciliationStore {
  /** What is due, app by app, of each app the longest due first. Costs nothing for what is not due. */
  due(cut: DueCut): Promise<DuePart>;
  /** How many were planned since then and have not ended; counted up to `most`. */
  onTheWay(plannedSince: Date, most: number): Promise<number>;
  /** Stores the next turns; those of connections that are no longer active are passed over. */
  plan(planned: readonly PlannedReconciliation[]): Promise<void>;
  /** What was planned has ended. `next` replaces the turn, null leaves it. */
  end(connectionId: ConnectionId, next: Omit<ReconciliationTurn, 'connectionId'> | null): Promise<void>;
  /** Those of the connections that were planned once. */
  intervals(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, number>>;
}

/** Stores how far each family of a connection was synced. Proven by contract-tests/sync-cursor-store.contract.ts. */
export interface SyncCursorStore {
  /** What was put last; undefined before that and after `clear`. */
  find(connectionId: ConnectionId, type: ResourceType): Promise<SyncCursor | undefined>;
  /** Stores the cursor unless one with a later mark is stored. */
  put(cursor: SyncCursor): Promise<void>;
  /** Deletes a connection's cursors, so that its next syncs read everything. The start remains. */
  clear(connectionId: ConnectionId): Promise<void>;
  /** Stores from when on the connection's changes are announced; only the first call counts. */
  noteStart(owner: ConnectionOwner, at: Date): Promise<void>;
  /** What `noteStart` stored; undefined before. */
  startOf(connectionId: ConnectionId): Promise<Date | undefined>;
}

import type { Plane } from '../domain/caller.ts';
import type { ConnectSession, ConnectSessionState } from '../domain/connect-session.ts';
import type { CallMeans, Connection, ConnectionOwner, ConnectionStatus, Credentials } from '../domain/connection.ts';
import type { StoredHealth } from '../domain/connection-health.ts';
import type { ConnectionId, ConnectSessionId, OrganizationId } from '../domain/ids.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { DueReconciliation, PlannedReconciliation, ReconciliationTurn } from '../domain/reconciliation.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { SyncCursor, SyncWarning, WarnedRecord } from '../domain/sync.ts';

/** Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectSessionStore {
  insert(session: ConnectSession): Promise<void>;
  /** In any state; undefined for another plane's. */
  find(plane: Plane, id: ConnectSessionId): Promise<ConnectSession | undefined>;
  findByTokenDigest(digest: string): Promise<ConnectSession | undefined>;
  findByStateDigest(digest: string): Promise<ConnectSession | undefined>;
  /** False if the session is no longer in state `from`. */
  advance(next: ConnectSession, from: ConnectSessionState): Promise<boolean>;
  /** Those that expired while the person was choosing, oldest first. */
  listUnchosen(expiredBefore: Date, limit: number): Promise<readonly ConnectSession[]>;
}

export interface ConnectionFilter {
  readonly ids?: readonly ConnectionId[];
  readonly externalAccountId?: string;
  readonly status?: ConnectionStatus;
  readonly health?: StoredHealth['state'];
  /** Part of the organization's name or the external account id, in any case, or a whole id, ours or the tenant's. */
  readonly search?: string;
}

/** By app, by tokens last renewed before then, by their ids (those of `orUnwell` unless they are `ok`), or all. */
export type ActiveConnections =
  | { readonly all: true }
  | { readonly app: AppKey }
  | { readonly refreshedBefore: Date }
  | { readonly named: readonly ConnectionId[]; readonly orUnwell: readonly ConnectionId[] };

export interface LinkOfConnection {
  readonly id: ConnectionId | null;
  readonly providerConnectionId: string | null;
}

/** Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectionStore {
  /** False if a live connection owns the tenant through the same app. */
  insert(connection: Connection): Promise<boolean>;
  /** Undefined for another organization's or environment's. */
  find(plane: Plane, id: ConnectionId): Promise<Connection | undefined>;
  list(plane: Plane, filter: ConnectionFilter, page: PageRequest): Promise<Page<Listed<Connection>>>;
  /** The live connection that owns the tenant through this app. */
  findOwner(app: AppKey, tenantId: string): Promise<Connection | undefined>;
  /** This customer's newest connection to the tenant through this app, in any status. */
  findEarlier(plane: Plane, app: AppKey, tenantId: string, externalAccountId: string): Promise<Connection | undefined>;
  /** Whether one that this app made is live or waits for the choice of its organization. */
  usesApp(app: AppKey): Promise<boolean>;
  /** Whether another connection of any organization uses this link of an app to a tenant. */
  sharesLink(link: LinkOfConnection): Promise<boolean>;
  /** Active connections of all planes, after `afterId` by id. */
  listActive(which: ActiveConnections, afterId: ConnectionId | null, limit: number): Promise<readonly Connection[]>;
  /** Newest first. */
  listActiveIds(plane: Plane, limit: number): Promise<readonly ConnectionId[]>;
  /** False if the status is no longer `from`, or if another owns its tenant. */
  update(next: Connection, from: ConnectionStatus): Promise<boolean>;
  /** Moves an active connection's `lastSyncedAt` forward; nothing else does, not even `update`. */
  noteSynced(id: ConnectionId, at: Date): Promise<void>;
  /** Counts a failed sync, to `syncFailuresMost`; a good sync and a new status reset it. */
  noteSyncFailed(id: ConnectionId): Promise<void>;
  /** False if an active connection has it already. A new status stores its own. */
  noteHealth(id: ConnectionId, health: StoredHealth): Promise<boolean>;
  /** Stores only, on an active connection, that a scope was refused; a new consent clears it. */
  noteScopeRefused(id: ConnectionId, at: Date): Promise<void>;
  /**
   * Adds warnings and removes those of the stored records (`warningsAfter`); simultaneous calls lose none. Otherwise only an
   * `update` to disconnected changes warnings: it removes all.
   */
  noteSyncWarnings(id: ConnectionId, added: readonly SyncWarning[], kept: readonly WarnedRecord[]): Promise<void>;
  /** Those that count against the contract. */
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
  /** An unknown connection has no tokens and no limit. */
  findForCall(connectionId: ConnectionId): Promise<CallMeans>;
  find(connectionId: ConnectionId): Promise<Credentials | undefined>;
  /** Replaces the tokens after a new consent; the generation rises by one. */
  put(credentials: Omit<Credentials, 'generation'>): Promise<void>;
  /** One holder may refresh until `leaseUntil`; false while another may, or if a later generation is stored. */
  claimRefresh(connectionId: ConnectionId, claim: RefreshClaim): Promise<boolean>;
  /** Stores the next generation and ends the lease; false if this holder lost it or a later one is stored. */
  replace(next: Credentials, holder: string): Promise<boolean>;
  yieldRefresh(connectionId: ConnectionId, holder: string): Promise<void>;
  /** Succeeds also without tokens. */
  remove(connectionId: ConnectionId): Promise<void>;
}

export interface DueCut {
  readonly now: Date;
  /** The part begins after this app, by key; empty for the first. */
  readonly after: string;
  /** An app gets at most as many as bring its unfinished ones, planned since `plannedSince`, to this number. */
  readonly appMost: number;
  readonly plannedSince: Date;
  /** Of a part; at most half for one app, so that others have their turn in the same tick. */
  readonly limit: number;
}

export interface DuePart {
  readonly due: readonly DueReconciliation[];
  /** Where the next part begins; null at the end. */
  readonly next: string | null;
}

/**
 * Stores when each active connection that keeps records is compared with the provider next. `ConnectionStore` adds a
 * connection when it becomes active, due at once with an interval of null, and removes it when it stops being active. Proven
 * by contract-tests/connection-stores.contract.ts.
 */
export interface ReconciliationStore {
  /** By app, longest due first within an app. Costs nothing for what is not due. */
  due(cut: DueCut): Promise<DuePart>;
  /** How many planned since then have not ended; counts up to `most`. */
  onTheWay(plannedSince: Date, most: number): Promise<number>;
  /** Passes over connections that are no longer active. */
  plan(planned: readonly PlannedReconciliation[]): Promise<void>;
  /** Ends the planned one. `next` replaces the turn, null leaves it. */
  end(connectionId: ConnectionId, next: Omit<ReconciliationTurn, 'connectionId'> | null): Promise<void>;
  /** Leaves out connections that were never planned. */
  intervals(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, number>>;
}

/** Proven by contract-tests/sync-cursor-store.contract.ts. */
export interface SyncCursorStore {
  /** Undefined before `put` and after `clear`. */
  find(connectionId: ConnectionId, type: ResourceType): Promise<SyncCursor | undefined>;
  /** Keeps a stored cursor with a later mark. */
  put(cursor: SyncCursor): Promise<void>;
  /** The next syncs read everything. The start remains. */
  clear(connectionId: ConnectionId): Promise<void>;
  /** Changes of the connection are announced from then on; only the first call counts. */
  noteStart(owner: ConnectionOwner, at: Date): Promise<void>;
  startOf(connectionId: ConnectionId): Promise<Date | undefined>;
}

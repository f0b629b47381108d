import type { Plane } from '../domain/caller.ts';
import type { ConnectSession, ConnectSessionState } from '../domain/connect-session.ts';
import type {
  CallMeans,
  Connection,
  ConnectionOwner,
  ConnectionStatus,
  Credentials,
  RetentionMode,
} from '../domain/connection.ts';
import type { StoredHealth } from '../domain/connection-health.ts';
import type { FamilyWalk, FollowSetting } from '../domain/follow.ts';
import type { ConnectionId, OrganizationId } from '../domain/ids.ts';
import type { connectionFilters, Filtered } from '../domain/list-filter.ts';
import type { Listed, Page, PageRequest } from '../domain/page.ts';
import type { AppKey } from '../domain/provider-app.ts';
import type { DueReconciliation, PlannedReconciliation, ReconciliationTurn } from '../domain/reconciliation.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { SyncCursor, SyncWarning, WarnedRecord } from '../domain/sync.ts';

/** Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectSessionStore {
  insert(session: ConnectSession): Promise<void>;
  /** Finds sessions in any state; undefined for one of another plane. */
  find(plane: Plane, id: ConnectSession['id']): Promise<ConnectSession | undefined>;
  findByTokenDigest(digest: string): Promise<ConnectSession | undefined>;
  findByStateDigest(digest: string): Promise<ConnectSession | undefined>;
  /**
   * False if the session is no longer in state `from`. A transaction takes its locks in one order: the organization, the
   * connections, then the session. Who takes the session first meets a consent that ends, and both wait for ever.
   */
  advance(next: ConnectSession, from: ConnectSessionState): Promise<boolean>;
  /** Sessions that expired while the person was choosing, oldest first. */
  listUnchosen(expiredBefore: Date, limit: number): Promise<readonly ConnectSession[]>;
}

/** Connections of a provider to which their customers granted none of `scopes`. */
export interface ScopeLack {
  readonly provider: string;
  readonly scopes: readonly string[];
}

export type ConnectionFilter = Omit<Filtered<typeof connectionFilters>, 'missingScope'> & {
  /** Connections in use that lack one of these; those whose provider told no scopes lack nothing. */
  readonly lacking?: readonly ScopeLack[];
  readonly retentionMode?: RetentionMode;
  /** The UTC day whose provider calls sort the list: the most calls come first. */
  readonly mostCallsOn?: number;
};

/**
 * Selects all; those of an app; those whose tokens were last renewed before a time; or `named` and those of `orUnwell` that
 * are not `ok`.
 */
export type ActiveConnections =
  | { readonly all: true }
  | { readonly app: AppKey }
  | { readonly refreshedBefore: Date }
  | { readonly named: readonly ConnectionId[]; readonly orUnwell: readonly ConnectionId[] };

interface LinkOfConnection {
  readonly id: ConnectionId | null;
  readonly providerConnectionId: string | null;
}

/** Proven by contract-tests/connection-stores.contract.ts. */
export interface ConnectionStore {
  /** False if a live connection owns the tenant through the same app. */
  insert(connection: Connection): Promise<boolean>;
  /** Undefined for a connection of another organization or environment. */
  find(plane: Plane, id: ConnectionId): Promise<Connection | undefined>;
  /** Finds across organizations; only for operators. */
  findOfAny(id: ConnectionId): Promise<Connection | undefined>;
  list(plane: Plane, filter: ConnectionFilter, page: PageRequest): Promise<Page<Listed<Connection>>>;
  /** The live connection that owns the tenant through this app. */
  findOwner(app: AppKey, tenantId: string): Promise<Connection | undefined>;
  /** The live connections that own some of these tenants through this app. */
  listOwners(app: AppKey, tenantIds: readonly string[]): Promise<readonly Connection[]>;
  /** This customer's newest connection to the tenant through this app, in any status. */
  findEarlier(plane: Plane, app: AppKey, tenantId: string, externalAccountId: string): Promise<Connection | undefined>;
  /** The id of the tenant that has this identity through the app: of anybody's live connection, else of the organization's latest. */
  tenantOf(organizationId: OrganizationId, app: AppKey, identity: string): Promise<string | undefined>;
  /** False if another live connection through the app has this identity, and then notes nothing. */
  noteIdentity(id: ConnectionId, identity: string): Promise<boolean>;
  /** True if a connection through this app is live or waits for the choice of its tenant. */
  usesApp(app: AppKey): Promise<boolean>;
  /** True if another connection, of any organization, uses this link of an app to a tenant. */
  sharesLink(link: LinkOfConnection): Promise<boolean>;
  /** Active connections of all planes, after `afterId` by id. */
  listActive(which: ActiveConnections, afterId: ConnectionId | null, limit: number): Promise<readonly Connection[]>;
  /** False if the status is no longer `from`, or if another connection owns its tenant. */
  update(next: Connection, from: ConnectionStatus): Promise<boolean>;
  /** Moves an active connection's `lastSyncedAt` forward; nothing else does, not even `update`. */
  noteSynced(id: ConnectionId, at: Date): Promise<void>;
  /** Counts a failed sync, up to `syncFailuresMost`; a good sync or a new status resets the count. */
  noteSyncFailed(id: ConnectionId): Promise<void>;
  /** False if the connection is not active or has this health already. A new status stores its own health. */
  noteHealth(id: ConnectionId, health: StoredHealth): Promise<boolean>;
  /** Stores that a scope was refused to an active connection; a new consent clears it. */
  noteScopeRefused(id: ConnectionId, at: Date): Promise<void>;
  /**
   * Adds warnings and removes those of the stored records (`warningsAfter`); simultaneous calls lose none. An `update` to
   * disconnected removes all warnings; other updates change none.
   */
  noteSyncWarnings(id: ConnectionId, added: readonly SyncWarning[], kept: readonly WarnedRecord[]): Promise<void>;
  /**
   * Changes what was set of what is followed, and returns it; null takes all back. Simultaneous changes of different parts are
   * all kept; nothing else changes the setting, not even `update`.
   */
  noteFollow(id: ConnectionId, change: Partial<FollowSetting> | null): Promise<FollowSetting | null>;
  /** What was set for these connections; those for which nothing was set are left out. */
  followSettings(ids: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, FollowSetting>>;
  /** Counts the connections that the plan limits. */
  countCounted(organizationId: OrganizationId): Promise<number>;
}

interface RefreshClaim {
  readonly generation: number;
  readonly holder: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/** Stores sealed tokens and decides who refreshes them. Proven by contract-tests/connection-stores.contract.ts. */
export interface CredentialStore {
  /** An unknown connection has no tokens and no limit. */
  findForCall(connectionId: ConnectionId): Promise<CallMeans>;
  find(connectionId: ConnectionId): Promise<Credentials | undefined>;
  /** Replaces the tokens after a new consent; the generation rises by one. */
  put(credentials: Omit<Credentials, 'generation'>): Promise<void>;
  /** Lets one holder refresh until `leaseUntil`; false while another holder may, or if a later generation is stored. */
  claimRefresh(connectionId: ConnectionId, claim: RefreshClaim): Promise<boolean>;
  /** Stores the next generation and ends the lease; false if this holder lost the lease or a later generation is stored. */
  replace(next: Credentials, holder: string): Promise<boolean>;
  /** Ends this holder's lease. */
  yieldRefresh(connectionId: ConnectionId, holder: string): Promise<void>;
  /** Succeeds even if there are no tokens. */
  remove(connectionId: ConnectionId): Promise<void>;
}

export interface DueCut {
  readonly now: Date;
  /** The part begins after this app, by key; empty for the first. */
  readonly after: string;
  /** The most unfinished reconciliations of an app, counting those planned since `plannedSince`. */
  readonly appMost: number;
  readonly plannedSince: Date;
  /** The most connections in a part. One app gets at most half, so that others follow in the same tick. */
  readonly limit: number;
}

interface DuePart {
  readonly due: readonly DueReconciliation[];
  /** Where the next part begins; null at the end. */
  readonly next: string | null;
}

/**
 * Stores when each active connection that keeps records is next compared with the provider (`reconciliations`), or its
 * families are walked (`follows`). `ConnectionStore` adds a connection when it becomes active, due at once with an interval of
 * null, and removes it when it stops being active. Proven by contract-tests/connection-stores.contract.ts.
 */
export interface ReconciliationStore {
  /** By app, longest due first within an app. Connections that are not due cost nothing. */
  due(cut: DueCut): Promise<DuePart>;
  /** Counts reconciliations planned since then that have not ended, up to `most`. */
  onTheWay(plannedSince: Date, most: number): Promise<number>;
  /** Skips connections that are no longer active. */
  plan(planned: readonly PlannedReconciliation[]): Promise<void>;
  /** Ends the planned reconciliation. `next` says when the next one is due; null leaves that as planned. */
  end(connectionId: ConnectionId, next: Omit<ReconciliationTurn, 'connectionId'> | null): Promise<void>;
  /** Leaves out connections that were never planned. */
  intervals(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, number>>;
}

/** How the last walks of connections' families ended. Proven by contract-tests/sync-cursor-store.contract.ts. */
export interface FamilyWalkStore {
  /** A walk without `walkedAt` keeps the last good one and its counts. */
  note(owner: ConnectionOwner, walks: readonly FamilyWalk[]): Promise<void>;
  /** Of at most 200 connections; those without a walk are left out. */
  find(ids: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, readonly FamilyWalk[]>>;
  /** Makes a connection's families unknown. */
  clear(connectionId: ConnectionId): Promise<void>;
}

/** What is known of the first sync of a connection's last activation. */
export interface Beginning {
  readonly activatedAt: Date;
  /** The families that were read to their end since. */
  readonly walked: ReadonlySet<ResourceType>;
}

export interface SyncCursorStore {
  /** Undefined before `put` and after `clear`. */
  find(connectionId: ConnectionId, type: ResourceType): Promise<SyncCursor | undefined>;
  /** Keeps a stored cursor with a later mark. */
  put(cursor: SyncCursor): Promise<void>;
  /** Makes the next syncs read everything; the start stays. */
  clear(connectionId: ConnectionId): Promise<void>;
  /** From `at` on, the connection's changes are announced; only the first call counts. */
  noteStart(owner: ConnectionOwner, at: Date): Promise<void>;
  startOf(connectionId: ConnectionId): Promise<Date | undefined>;
  /** Begins an activation whose start was noted: no family counts as walked to its end. */
  begin(connectionId: ConnectionId, activatedAt: Date): Promise<void>;
  /** A family was read to its end for the first time; a start that was never noted is the connection's creation. */
  noteWalked(connection: Pick<Connection, 'id' | 'organizationId' | 'createdAt'>, type: ResourceType): Promise<void>;
  /** By connection; one whose start was never noted is left out. */
  beginnings(connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, Beginning>>;
}

import type { AuditEntry, Plane } from '../domain/caller.ts';
import type { RecentCalls } from '../domain/connection-health.ts';
import type { ConnectionId, OperationId, OrganizationId, RequestId, WebhookEndpointId } from '../domain/ids.ts';
import type { ConnectionSums, HourSum, StateCount } from '../domain/overview.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { ProviderCall } from '../domain/provider-call.ts';
import type { UsageEvent, UsageGrouping, UsagePeriod, UsageTotal } from '../domain/usage.ts';

/** Stores the audit log; entries are never changed. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface AuditStore {
  /** Adds an entry; in a transaction with the act that it tells of. */
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(organizationId: OrganizationId, page: PageRequest): Promise<Page<AuditEntry>>;
  /** What was done to any of these, by their ids; the latest first, at most `limit`. */
  listBySubjects(
    organizationId: OrganizationId,
    subjects: readonly string[],
    limit: number,
  ): Promise<readonly AuditEntry[]>;
}

/** Records the calls to the provider, for timelines. */
export interface CallJournal {
  /**
   * Records a call without waiting; never throws. The entry is stored soon after, not at once: a process that is killed
   * loses its last entries, and entries are lost while the database cannot be reached. Nothing may depend on them.
   */
  record(call: ProviderCall): void;
}

/** Stores the journal of calls to the provider. Proven by contract-tests/provider-call-store.contract.ts. */
export interface ProviderCallStore {
  /** All or none. */
  insert(calls: readonly ProviderCall[]): Promise<void>;
  /** The calls of an operation, the latest first, at most `limit`; calls of other planes are absent. */
  listByOperation(plane: Plane, operationId: OperationId, limit: number): Promise<readonly ProviderCall[]>;
  /** The latest of a connection, at most `limit`; with `part`, those of the latest `lookedAt` whose path has it. */
  listByConnection(
    plane: Plane,
    connectionId: ConnectionId,
    among: { part?: string; lookedAt: number },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
  /**
   * How the latest calls of these connections (at most 200) of a plane, or of all (null), ended; those without calls are there. Bad are calls without an answer, those answered 401, 403, 408, 429 or 5xx, and every
   * remembered one to the token endpoint (`tokenPath`); all others are good.
   */
  recent(plane: Plane | null, connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, RecentCalls>>;
  /**
   * The calls of a request itself (not of the operations that it started) from `from` until `until`, the latest first,
   * at most `limit`. Callers choose request ids and repeat them, hence the times; calls of other planes are absent.
   */
  listByRequest(
    plane: Plane,
    requestId: RequestId,
    made: { from: Date; until: Date },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
}

/** Meters what requests use while they run. */
export interface UsageMeter {
  /** Counts unbilled uses without waiting. Never throws. Stored within two seconds; a killed process loses its last. */
  count(used: Omit<UsageEvent, 'id'>): void;
  /**
   * Counts a use that is billed. Stored soon after, with others in one commit, and tried until the database takes it; a
   * process that is killed loses its last tenth of a second, a database's machine that fails its last half second; neither
   * counts anything twice. Rejects, and counts nothing, while too many wait.
   */
  keep(event: UsageEvent): Promise<void>;
}

/** Stores usage. Proven by contract-tests/usage-store.contract.ts. */
export interface UsageStore {
  /** All or none; an event whose id and meter are stored already is ignored, whether or not it is in its daily sum. */
  insert(events: readonly UsageEvent[]): Promise<void>;
  /** Adds up to `limit` events to their days' sums, each once whoever else does; skips locked ones. Gives how many. */
  rollUp(limit: number, now: Date): Promise<number>;
  /** Sums of a plane by meter and as grouped, the latest days first; exact, with events that are in no sum yet. */
  read(
    plane: Plane,
    question: UsagePeriod & { readonly groupBy: UsageGrouping },
    page: PageRequest,
  ): Promise<Page<UsageTotal>>;
}

/** Sums for the console. Proven by contract-tests/overview-store.contract.ts. */
export interface OverviewStore {
  /**
   * What ended in each of these hours (their beginnings), kept when it ended; retention takes nothing from it. Of an
   * endpoint the deliveries and attempts alone.
   */
  ended(plane: Plane, hours: readonly Date[], endpoint: WebhookEndpointId | null): Promise<readonly HourSum[]>;
  /**
   * Queued, running and retrying operations, of an endpoint the deliveries alone; at most `most` counted of each state,
   * deliveries and others apart.
   */
  unfinished(plane: Plane, endpoint: WebhookEndpointId | null, most: number): Promise<readonly StateCount[]>;
  /** The connections of the plane by status, and when any of them was last synced. */
  connections(plane: Plane): Promise<ConnectionSums>;
}

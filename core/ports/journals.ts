import type { AuditEntry, Plane } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import type { RecentCalls } from '../domain/connection-health.ts';
import type { ExportPart } from '../domain/export.ts';
import type { ConnectionId, OperationId, OrganizationId, RequestId, WebhookEndpointId } from '../domain/ids.ts';
import type { AuditFilter, RequestFilter } from '../domain/list-filter.ts';
import type { ConnectionSums, HourSum, StateCount } from '../domain/overview.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { ProviderCall } from '../domain/provider-call.ts';
import type { LoggedRequest, RequestFailures } from '../domain/request-log.ts';
import type { UsageEvent, UsageGrouping, UsagePeriod, UsageTotal } from '../domain/usage.ts';

/** Proven by contract-tests/tenancy-stores.contract.ts. */
export interface AuditStore {
  /** Call it in the transaction of the act. */
  record(entry: AuditEntry): Promise<void>;
  /** Latest first. */
  list(organizationId: OrganizationId, page: PageRequest, filter?: AuditFilter): Promise<Page<AuditEntry>>;
  /** Entries about any of these ids, latest first. */
  listBySubjects(
    organizationId: OrganizationId,
    subjects: readonly string[],
    limit: number,
  ): Promise<readonly AuditEntry[]>;
}

export interface CallJournal {
  /**
   * Never waits, never throws. Entries are stored soon after, unless the process is killed first or the database is
   * unreachable, so nothing may depend on them.
   */
  record(call: ProviderCall): void;
  /** Calls `heard` with each stored batch and logs its errors; a later `heard` replaces it. */
  onStored(heard: (calls: readonly ProviderCall[]) => Promise<void>): void;
}

export interface ProviderCallStore {
  /** All or none. */
  insert(calls: readonly ProviderCall[]): Promise<void>;
  /** Latest first; without calls of other planes. */
  listByOperation(plane: Plane, operationId: OperationId, limit: number): Promise<readonly ProviderCall[]>;
  /** Latest first. With `about`, only those of the latest `lookedAt` calls that were about this record. */
  listByConnection(
    plane: Plane,
    connectionId: ConnectionId,
    among: { about?: string; lookedAt: number },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
  /**
   * Latest results of at most 200 connections, even those without calls, of a plane or (null) of all. Bad calls are those
   * without an answer, those answered 401, 403, 408, 429 or 5xx, and every remembered token call (`tokenPath`); all others
   * are good.
   */
  recent(plane: Plane | null, connectionIds: readonly ConnectionId[]): Promise<ReadonlyMap<ConnectionId, RecentCalls>>;
  /**
   * A request's own calls (not those of operations that it started) from `from` until `until`, latest first, without calls
   * of other planes. The times are needed because callers choose and repeat request ids.
   */
  listByRequest(
    plane: Plane,
    requestId: RequestId,
    made: { from: Date; until: Date },
    limit: number,
  ): Promise<readonly ProviderCall[]>;
  /** Removes the connection's calls from `from` until `until` that were made by operations which are gone. */
  removeGone(connectionId: ConnectionId, made: { from: Date; until: Date }): Promise<void>;
}

export interface RequestJournal {
  /** Never waits, never throws. Stored soon after, as `CallJournal` stores calls; says when it drops requests. */
  record(request: LoggedRequest): void;
}

/** Proven by contract-tests/request-log-store.contract.ts. */
export interface RequestLogStore {
  /**
   * All or none; ignores a request whose id is stored. Stores no error, record or body of a connection with zero
   * retention or of a disconnected one, and no connection, record or body where the connection is not the plane's own.
   */
  insert(requests: readonly LoggedRequest[]): Promise<void>;
  /** Newest first, without bodies. */
  list(plane: Plane, filter: RequestFilter, page: PageRequest): Promise<Page<LoggedRequest>>;
  /** By its id, or else the newest under this request id. */
  find(plane: Plane, id: RequestId): Promise<LoggedRequest | undefined>;
  /** Groups the newest `most` failures, the largest group first; `isWhole` is false if there are more. */
  groupFailures(
    plane: Plane,
    filter: RequestFilter,
    most: number,
  ): Promise<{ readonly groups: readonly RequestFailures[]; readonly isWhole: boolean }>;
}

/** Proven by contract-tests/export-store.contract.ts. */
export interface ExportStore {
  insert(parts: readonly ExportPart[]): Promise<void>;
  count(plane: Plane, id: OperationId): Promise<number>;
  find(plane: Plane, id: OperationId, position: number): Promise<ExportPart | undefined>;
  /** Deletes parts of all but the plane's newest `kept` exports; returns how many, `limit` at most. */
  dropOlder(plane: Plane, kept: number, limit: number): Promise<number>;
}

export interface UsageMeter {
  /** Counts unbilled uses. Never waits, never throws. Stored within two seconds; a killed process loses its latest uses. */
  count(used: Omit<UsageEvent, 'id'>): void;
  /**
   * Counts a billed use, stored soon after with others in one commit and retried until the database takes it. A killed
   * process loses its last tenth of a second, a failing database machine its last half second; nothing counts twice.
   * Rejects, and counts nothing, while too many wait.
   */
  keep(event: UsageEvent): Promise<void>;
}

export interface UsageStore {
  /** All or none; ignores an event whose id and meter are stored. */
  insert(events: readonly UsageEvent[]): Promise<void>;
  /** Adds up to `limit` events to their days' sums, each once among all callers; skips locked events. Returns how many. */
  rollUp(limit: number, now: Date): Promise<number>;
  /**
   * Takes bytes of a connection's downloads of a UTC day (`dayOf`); false, and takes none, if they would then be more than
   * `most`. Exact among all processes. Of a connection only one day is kept: another day begins with nothing.
   */
  takeBytes(
    connection: Pick<Connection, 'id' | 'organizationId'>,
    day: number,
    taken: { readonly bytes: number; readonly most: number },
  ): Promise<boolean>;
  /** Sums of a plane by meter and group, latest days first; exact, including events in no sum yet. */
  read(
    plane: Plane,
    question: UsagePeriod & { readonly groupBy: UsageGrouping },
    page: PageRequest,
  ): Promise<Page<UsageTotal>>;
}

export interface OverviewStore {
  /**
   * Sums by hour, stored when work ends; retention removes them later. What is replayed counts with its last end alone. For
   * an endpoint only deliveries and attempts.
   */
  ended(plane: Plane, hours: readonly Date[], endpoint: WebhookEndpointId | null): Promise<readonly HourSum[]>;
  /** Counts operations and deliveries apart, up to `most` a state; for an endpoint only its deliveries. */
  unfinished(plane: Plane, endpoint: WebhookEndpointId | null, most: number): Promise<readonly StateCount[]>;
  connections(plane: Plane): Promise<ConnectionSums>;
}

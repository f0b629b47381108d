import type { ApiKeyStore } from './api-key-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { ConnectSessionStore } from './connect-session-store.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { ConsoleSessionStore } from './console-session-store.ts';
import type { CredentialStore } from './credential-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { EndpointHealthStore } from './endpoint-health-store.ts';
import type { EventStore } from './event-store.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { MemberStore } from './member-store.ts';
import type { NotificationStore } from './notification-store.ts';
import type { OperationStore } from './operation-store.ts';
import type { OrganizationStore } from './organization-store.ts';
import type { OverviewStore } from './overview-store.ts';
import type { ProjectionStore } from './projection-store.ts';
import type { ProviderAppStore } from './provider-app-store.ts';
import type { ProviderCallStore } from './provider-call-store.ts';
import type { RecordLeaseStore } from './record-lease-store.ts';
import type { RecordStore } from './record-store.ts';
import type { RetentionStore } from './retention-store.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { SealedValueStore } from './sealed-value-store.ts';
import type { SignInFailureStore } from './sign-in-failure-store.ts';
import type { SyncCursorStore } from './sync-cursor-store.ts';
import type { UsageStore } from './usage-store.ts';
import type { WebhookEndpointStore } from './webhook-endpoint-store.ts';

/** All stores, by aggregate. */
export interface Stores {
  readonly organizations: OrganizationStore;
  readonly members: MemberStore;
  readonly consoleSessions: ConsoleSessionStore;
  readonly signInFailures: SignInFailureStore;
  readonly apiKeys: ApiKeyStore;
  readonly providerApps: ProviderAppStore;
  readonly connectSessions: ConnectSessionStore;
  readonly connections: ConnectionStore;
  readonly credentials: CredentialStore;
  readonly records: RecordStore;
  readonly recordLeases: RecordLeaseStore;
  readonly idempotency: IdempotencyStore;
  readonly operations: OperationStore;
  readonly projections: ProjectionStore;
  readonly events: EventStore;
  readonly webhookEndpoints: WebhookEndpointStore;
  readonly endpointHealth: EndpointHealthStore;
  readonly deliveries: DeliveryStore;
  readonly notifications: NotificationStore;
  readonly audit: AuditStore;
  readonly syncCursors: SyncCursorStore;
  readonly providerCalls: ProviderCallStore;
  readonly schedules: ScheduleStore;
  readonly retention: RetentionStore;
  readonly usage: UsageStore;
  readonly sealedValues: SealedValueStore;
  readonly overview: OverviewStore;
}

/** Proven by contract-tests/storage.contract.ts and one contract a store. */
export interface Storage extends Stores {
  /**
   * Runs `work` with stores bound to one transaction: all its changes are committed or, when it throws, none. Inside, use
   * only these stores (a query on the outer storage waits for a connection until it times out), and never the network. Two transactions that change the same row run one after the other.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>;
  /** Commits a few kilobytes and removes them; rejects when the database accepts no writes, e.g. on a full disk. */
  probeWrite(): Promise<void>;
}

import type {
  ApiKeyStore,
  ConsoleSessionStore,
  FactorStore,
  InvitationStore,
  MemberStore,
  OrganizationStore,
  ProviderAppStore,
  SignInFailureStore,
} from './access-stores.ts';
import type { AgentSpendingStore, LookAlikeStore } from './agent-stores.ts';
import type { AlertDestinationStore, AlertStore } from './alert-stores.ts';
import type { BulkItemStore } from './bulk-item-store.ts';
import type {
  ConnectionStore,
  ConnectSessionStore,
  CredentialStore,
  FamilyWalkStore,
  ReconciliationStore,
  SyncCursorStore,
} from './connection-stores.ts';
import type { HeldWriteStore } from './held-write-store.ts';
import type {
  AuditStore,
  ExportStore,
  OverviewStore,
  ProviderCallStore,
  RequestLogStore,
  UsageStore,
} from './journals.ts';
import type { OperationStore, RetentionStore, ScheduleStore } from './operation-stores.ts';
import type { ProviderRequestStore } from './provider-request-store.ts';
import type { IdempotencyStore, ProjectionStore, RecordLeaseStore, RecordStore } from './record-stores.ts';
import type { SealedValueStore } from './secrets.ts';
import type { DeliveryStore, EventStore, NotificationStore, WebhookEndpointStore } from './webhook-stores.ts';

export interface Stores {
  readonly organizations: OrganizationStore;
  readonly members: MemberStore;
  readonly consoleSessions: ConsoleSessionStore;
  readonly factors: FactorStore;
  readonly invitations: InvitationStore;
  readonly signInFailures: SignInFailureStore;
  readonly apiKeys: ApiKeyStore;
  readonly providerApps: ProviderAppStore;
  readonly connectSessions: ConnectSessionStore;
  readonly connections: ConnectionStore;
  readonly credentials: CredentialStore;
  readonly reconciliations: ReconciliationStore;
  readonly follows: ReconciliationStore;
  readonly familyWalks: FamilyWalkStore;
  readonly records: RecordStore;
  readonly recordLeases: RecordLeaseStore;
  readonly idempotency: IdempotencyStore;
  readonly lookAlikes: LookAlikeStore;
  readonly agentSpending: AgentSpendingStore;
  readonly operations: OperationStore;
  readonly bulkItems: BulkItemStore;
  readonly heldWrites: HeldWriteStore;
  readonly projections: ProjectionStore;
  readonly events: EventStore;
  readonly webhookEndpoints: WebhookEndpointStore;
  readonly deliveries: DeliveryStore;
  readonly notifications: NotificationStore;
  readonly audit: AuditStore;
  readonly syncCursors: SyncCursorStore;
  readonly providerCalls: ProviderCallStore;
  readonly requestLog: RequestLogStore;
  readonly providerRequests: ProviderRequestStore;
  readonly exports: ExportStore;
  readonly schedules: ScheduleStore;
  readonly retention: RetentionStore;
  readonly usage: UsageStore;
  readonly alertDestinations: AlertDestinationStore;
  readonly alerts: AlertStore;
  readonly sealedValues: SealedValueStore;
  readonly overview: OverviewStore;
}

/** Proven by contract-tests/storage.contract.ts and one contract a store. */
export interface Storage extends Stores {
  /**
   * Runs `work` in one transaction: all its changes are committed or, if it throws, none. Inside, use only the passed stores
   * (the outer storage would wait for a connection until it times out) and never the network. Changes of the same row run
   * one after the other. Throws WriteDefect `unknown` if the database may have committed.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
  /**
   * Makes due at `now` what a wrong clock put off by more than a minute: waiting operations, leases, endpoint checks,
   * reconciliations, ticks. Reads all of these; call it once a minute.
   */
  dropAhead(now: Date): Promise<void>;
  ping(): Promise<void>;
  /** Commits a few kilobytes and removes them; rejects if the database accepts no writes, e.g. on a full disk. */
  probeWrite(): Promise<void>;
}

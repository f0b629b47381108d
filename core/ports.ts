// The second door: what an adapter needs to fill a port, and what a contract suite needs to check it: every port, the types
// that they speak of, and the rules that adapters apply.

export type { AgentLimits, AgentTerms, ApprovalRule, KeyKind } from './domain/agent-rights.ts';
export type { ToolName } from './domain/agent-tool.ts';
export { aheadMsMax } from './domain/ahead.ts';
export type { Alert, AlertDestination, AlertKey } from './domain/alert.ts';
export { creditTypes } from './domain/allocation.ts';
export { type ApiKey, keyNarrowings } from './domain/api-key.ts';
export type { Approval, ApprovalDecision, Proposal } from './domain/approval.ts';
export { approve, decline, propose, withdraw } from './domain/approval-moves.ts';
export {
  type AttachedFile,
  type Attachment,
  attachmentBytesMost,
  downloadBytesMost,
  filedFamilies,
} from './domain/attachment.ts';
export { retryAfterSeconds } from './domain/backoff.ts';
export type { BarredAct } from './domain/barred-act.ts';
export {
  type BudgetLimits,
  type BudgetReason,
  type BudgetState,
  type Cause,
  causes,
  dayMs,
  dayOf,
  freshMs,
  inFlightMs,
  type LedgerLimits,
  minuteMs,
  type ProviderLimits,
  refusalOf,
  rememberedMs,
  type Spender,
  secondMs,
  secondOf,
  shareOf,
  useOf,
} from './domain/budget.ts';
export type { BulkItem } from './domain/bulk.ts';
export type { AuditEntry, Plane } from './domain/caller.ts';
export { isCancellable, isEnding } from './domain/cancellation.ts';
export { type ConnectSession, connectSessionNarrowings } from './domain/connect-session.ts';
export {
  type Connection,
  type ConnectionOwner,
  type ConnectionStatus,
  type Credentials,
  connectionStatuses,
  countedStatuses,
  liveStatuses,
  retentionModes,
} from './domain/connection.ts';
export {
  type ConnectionHealth,
  connectionHealths,
  healthOfStatus,
  healthy,
  type MonitoredConnection,
  type RecentCalls,
  syncFailuresMost,
} from './domain/connection-health.ts';
export { type ConsoleSession, consoleSessionNarrowings } from './domain/console-session.ts';
export {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDraft,
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryReadMaxBytes,
  deliveryTimeoutMs,
  type MadeAttempt,
} from './domain/delivery.ts';
export { type EndpointHealth, newHealth } from './domain/endpoint-health.ts';
export {
  badRequest,
  type ErrorCode,
  type FieldError,
  NotStorable,
  notFound,
  ServiceError,
  StorageUnavailable,
  WriteDefect,
  type WriteOutcome,
} from './domain/errors.ts';
export { type Event, type OperationalDraft, recordIdOfEvent, type SequencedDraft } from './domain/event.ts';
export type { ExportPart } from './domain/export.ts';
export type { Factor } from './domain/factor.ts';
export type { FamilyWalk, FollowSetting } from './domain/follow.ts';
export type { HeldContent, HeldWrite, ShownProposal } from './domain/held-write.ts';
export { type HistoryEntry, newestFirst, notedFamilies } from './domain/history.ts';
export {
  type CreatedPlace,
  type CreatedType,
  type IdempotencyScope,
  idempotencyLeaseSeconds,
  type KeyStanding,
  type RecordPlace,
  type StepWrite,
  type StoredAnswer,
  type WriteAttempt,
  type Writer,
} from './domain/idempotency.ts';
export {
  type ApiKeyId,
  type ConnectionId,
  type DeliveryId,
  type EventId,
  type Id,
  isId,
  type MemberId,
  type OperationId,
  type OrganizationId,
  type ProviderAppId,
  type ProviderRequestId,
  type RequestId,
  type WebhookEndpointId,
} from './domain/ids.ts';
export { canonical, canonicalJson, isJsonObject, isWholeText, type Json, type JsonObject } from './domain/json.ts';
export { lateReads, type ReplicaState } from './domain/late-reads.ts';
export {
  type CachedRecord,
  changedAt,
  isStampAhead,
  type LedgerRecord,
  type PreparedWrite,
  type RecordSort,
  recordSorts,
  textField,
  type WritePayload,
} from './domain/ledger-record.ts';
export type { LookAlike } from './domain/look-alike.ts';
export { buildKnows, type Narrowings, needsOf } from './domain/narrowing.ts';
export { cursorMoveOf, type LedgerNotification, unfinishedReadsMost } from './domain/notification.ts';
export {
  isTerminal,
  type Lease,
  type LeasedOperation,
  leaseSeconds,
  type Operation,
  type OperationAttempt,
  type OperationError,
  type OperationReplay,
  type OperationState,
  type OperationStep,
  type OperationType,
  operationStates,
  operationTypes,
  routineTypes,
  terminalStates,
  unfinishedStates,
  waitingState,
} from './domain/operation.ts';
export { cancel, lapse, queueOperation, replay, settle } from './domain/operation-moves.ts';
export {
  type Invitation,
  invitationNarrowings,
  type Member,
  memberNarrowings,
  type Organization,
} from './domain/organization.ts';
export type { HourSum } from './domain/overview.ts';
export {
  type CreatedFilter,
  type Keyset,
  type Listed,
  listedDocumentBytesMost,
  type Page,
  type PageRequest,
  pageBytesMost,
  totalExactBelow,
} from './domain/page.ts';
export type { PaymentProjection } from './domain/payment-transition.ts';
export { type AppCheck, type AppConsent, type AppKey, appKeyOf, type ProviderApp } from './domain/provider-app.ts';
export { type ProviderCall, tokenPath } from './domain/provider-call.ts';
export {
  answerBytesMost,
  type ListedPath,
  type PassedAnswer,
  type PreparedRequest,
  type ProviderRequest,
  type RequestTraits,
} from './domain/provider-request.ts';
export type { DueReconciliation } from './domain/reconciliation.ts';
export type { KnownRecord, ToldRecord } from './domain/record-change.ts';
export {
  type AskedReport,
  type LedgerReport,
  type PseudoAccount,
  type ReportColumn,
  type ReportRow,
  type ReportSpan,
  type ReportWarning,
  reportsRoleMissing,
} from './domain/report.ts';
export { earlierSpan, endOfMonth, monthsOf, spansOf } from './domain/report-days.ts';
export { earlierPeriodsMost, type ReportName, type ReportPeriod, reportNames } from './domain/report-query.ts';
export type { LoggedRequest } from './domain/request-log.ts';
export {
  bankKinds,
  type DocumentSide,
  documentSides,
  isResourceType,
  isTold,
  type ResourceType,
  resourceTypes,
} from './domain/resource.ts';
export {
  type ForgetCut,
  type ForgottenBatch,
  type ForgottenPart,
  forgottenAnswer,
  forgottenParts,
  type PurgeCut,
  type PurgedBatch,
  type PurgeTarget,
  purgedDocument,
  purgedMessage,
  purgeTargets,
} from './domain/retention.ts';
export { type HeldTick, type ScheduleTick, tickHoldSecondsMax } from './domain/schedule.ts';
export { type SealedColumn, type SealedValue, sealedColumns } from './domain/sealed-column.ts';
export { isSecretName, secretMask, withoutSecrets } from './domain/secret-text.ts';
export { parsedWhenRead } from './domain/stored-json.ts';
export { type SyncCursor, type SyncWarning, warningsAfter } from './domain/sync.ts';
export type { ToldLookAlike } from './domain/told-look-alike.ts';
export type { TrackingCategory } from './domain/tracking.ts';
export { daysAfter, type Meter, type UsageEvent, type UsageTotal, usageDay } from './domain/usage.ts';
export { valuesBy } from './domain/values-by.ts';
export { visible } from './domain/visible.ts';
export { endpointsMax, type WebhookEndpoint } from './domain/webhook-endpoint.ts';
export { anyRoom, type ClaimRoom, laneOf, laneRules, type WorkLane, workLanes } from './domain/work-lane.ts';
export { changedByProvider } from './domain/write-warnings.ts';
export { batched } from './engine/batch.ts';
export { comparedField, dayFieldOf, familyOf, hasField, plainTextsOf } from './families/all-families.ts';
export { addressTypes, phoneTypes } from './families/contacts.ts';
export { linesMost } from './families/document-requests.ts';
export { providerIdOf, resourceIdOf } from './families/resource-id.ts';
export { wireRecord } from './families/wire-record.ts';
export type {
  ApiKeyStore,
  ConsoleSessionStore,
  FactorStore,
  InvitationStore,
  MemberStore,
  ProviderAppStore,
} from './ports/access-stores.ts';
export type { AgentSpendingStore, DaySpent, LookAlikeStore, Reservation } from './ports/agent-stores.ts';
export type {
  ConnectionStore,
  ConnectSessionStore,
  CredentialStore,
  DueCut,
  FamilyWalkStore,
  ReconciliationStore,
  ScopeLack,
  SyncCursorStore,
} from './ports/connection-stores.ts';
export type { DueProposal, HeldWriteStore } from './ports/held-write-store.ts';
export type { CallJournal, ProviderCallStore, UsageMeter, UsageStore } from './ports/journals.ts';
export type {
  LedgerAuthorization,
  LedgerClient,
  LedgerGrant,
  LedgerTenant,
  NotificationVerifier,
} from './ports/ledger-authorization.ts';
export type {
  LedgerAccess,
  LedgerCall,
  LedgerFindQuery,
  LedgerGateway,
  LedgerListQuery,
  LedgerPage,
  NamedRecord,
  NewAllocation,
  SentRecord,
  WriteIntent,
} from './ports/ledger-gateway.ts';
export type { MailMessage, MailResult, MailSender } from './ports/mail-sender.ts';
export type {
  OperationFailures,
  OperationFilter,
  OperationStore,
  RetentionStore,
  StepSaved,
} from './ports/operation-stores.ts';
export type { FamilyTraits, OAuthConnect, Provider, ProviderTraits } from './ports/provider.ts';
export type { ProviderRequestStore, RequestEnd } from './ports/provider-request-store.ts';
export type { FoundLate, LateStores, ReadReplica } from './ports/read-replica.ts';
export type {
  CopyOf,
  CopyPlace,
  IdempotencyStore,
  ProjectionStore,
  RecordFilter,
  RecordKey,
  RecordLeaseStore,
  RecordOrder,
  RecordPage,
  RecordStore,
} from './ports/record-stores.ts';
export type { BudgetDecision, RequestBudget, SpendingConnection } from './ports/request-budget.ts';
export type {
  Digester,
  PasswordHasher,
  SealedValueStore,
  SecondFactors,
  SecretPlace,
  SecretVault,
} from './ports/secrets.ts';
export type { Storage, Stores } from './ports/storage.ts';
export type { Clock, DatabaseState, DatabaseWatch, IdGenerator, Log, LogFields, WakeUp } from './ports/system.ts';
export type { Tracing } from './ports/tracing.ts';
export type { EventSender, EventSigner } from './ports/webhook-sending.ts';
export type {
  DeliveryFilter,
  DeliveryStore,
  EventStore,
  NotificationStore,
  WebhookEndpointStore,
} from './ports/webhook-stores.ts';

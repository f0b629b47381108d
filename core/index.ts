// The core's front door: everything that hosts, adapters, contract suites and embedders may name.
export { type Core, createCore } from './create-core.ts';
export { type ApiKey, activeKeysMost, composeKey, environmentOfKey, keyPrefix } from './domain/api-key.ts';
export type { AuditEntry } from './domain/audit.ts';
export { type AutomationType, automationType, type RecipeName, recipeNames, recipeOf } from './domain/automation.ts';
export { jittered, type RetryPolicy, retryDelaySeconds, retryPolicies } from './domain/backoff.ts';
export {
  type BudgetLimits,
  type BudgetReason,
  type BudgetUse,
  budgetOf,
  budgetReasons,
  type Lane,
  lanes,
  longestWaitSeconds,
  minuteShare,
  type ProviderLimits,
} from './domain/budget.ts';
export {
  type BudgetState,
  budgetAt,
  type CallInFlight,
  callInFlight,
  corrected,
  minuteUsed,
  type Refusal,
  refusalOf,
  withCall,
  withoutCall,
} from './domain/budget-state.ts';
export { type Caller, type Environment, environments, type Plane } from './domain/caller.ts';
export {
  type ConnectResult,
  type ConnectSession,
  type ConnectSessionState,
  connectSessionMinutes,
  connectSessionStates,
} from './domain/connect-session.ts';
export {
  type Connection,
  type ConnectionStatus,
  connectionMoves,
  connectionStatuses,
  countedStatuses,
  liveStatuses,
  move,
  type RetentionMode,
  retentionModes,
} from './domain/connection.ts';
export {
  type ConnectionHealth,
  type ConnectionHealthReason,
  connectionHealth,
  connectionHealthReasons,
  connectionHealths,
  healthMessages,
  type MonitoredConnection,
  type RecentCalls,
} from './domain/connection-health.ts';
export { connectionView } from './domain/connection-view.ts';
export {
  type ConsoleSession,
  type SignedIn,
  sessionExpiry,
  sessionIdleHours,
  sessionMostHours,
  sessionsMost,
  sessionTouchSeconds,
} from './domain/console-session.ts';
export { chosenRate, copiedLine, linesOf, withoutEmpty } from './domain/copied-lines.ts';
export {
  type Credentials,
  idleHours,
  isFresh,
  refreshLeaseSeconds,
  refreshMarginSeconds,
} from './domain/credentials.ts';
export {
  type DeliveredType,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDraft,
  deliveredTypes,
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryReadMaxBytes,
  deliveryTimeoutMs,
} from './domain/delivery.ts';
export {
  areEqualTotals,
  type DocumentTotals,
  expectedTotals,
  lineAmountOf,
  noTax,
  shownTotals,
  type TaxRate,
} from './domain/document-totals.ts';
export { disablesAt, type EndpointHealth, healthState, newHealth } from './domain/endpoint-health.ts';
export {
  badRequest,
  conflict,
  type ErrorCode,
  type ErrorDetails,
  type ErrorSnapshot,
  errorCodes,
  type FieldError,
  fromSnapshot,
  NotStorable,
  notFound,
  type ProviderErrorDetail,
  ServiceError,
  snapshotOf,
  unauthorized,
  WriteDefect,
  type WriteOutcome,
} from './domain/errors.ts';
export {
  type Event,
  type EventDraft,
  type EventType,
  eventBody,
  eventEnvelope,
  eventTypes,
  invoiceOfEvent,
} from './domain/event.ts';
export { exactJson, isExactNumber, isWholeText } from './domain/exact-json.ts';
export {
  echoSecondsOf,
  type IdempotencyClaim,
  type IdempotencyScope,
  idempotencyDays,
  idempotencyKeyMaxLength,
  idempotencyLeaseSeconds,
  isForgotten,
  operationKeyExtraDays,
  type ProducedRecord,
  type RecordPlace,
  replaySecondsOf,
  type StoredAnswer,
  twinWaitSeconds,
  type WriteAttempt,
} from './domain/idempotency.ts';
export {
  type ApiKeyId,
  type AuditId,
  type ConnectionId,
  type ConnectSessionId,
  type ConsoleSessionId,
  type DeliveryId,
  type EventId,
  type Id,
  type IdByPrefix,
  type IdPrefix,
  isId,
  isRequestId,
  type MemberId,
  type OperationId,
  type OrganizationId,
  type ProviderAppId,
  type RequestId,
  type WebhookEndpointId,
} from './domain/ids.ts';
export { type Cancellation, decideCancellation } from './domain/invoice-cancellation.ts';
export { correctedCopy } from './domain/invoice-copy.ts';
export { canonical, canonicalJson, isJsonObject, type Json, type JsonObject } from './domain/json.ts';
export { type CachedRecord, type LedgerRecord, numberField, textField } from './domain/ledger-record.ts';
export {
  type ListedPage,
  type ListPlace,
  type ListWindow,
  type PlaceQuery,
  placeAfter,
  placeAt,
  queryAt,
} from './domain/list-place.ts';
export { type Member, type MemberRole, memberRoles, membersMost, temporaryPasswordHours } from './domain/member.ts';
export { type CursorMove, cursorMoveOf, type LedgerNotification, unfinishedReadsMost } from './domain/notification.ts';
export { type OneAfterAnother, oneAfterAnother } from './domain/one-after-another.ts';
export {
  isTerminal,
  type Lease,
  type LeasedOperation,
  leaseSeconds,
  maxLapses,
  type Operation,
  type OperationAttempt,
  type OperationError,
  type OperationReplay,
  type OperationState,
  type OperationStep,
  type OperationType,
  operationStates,
  operationTypes,
  renewEverySeconds,
  terminalStates,
  unfinishedMost,
} from './domain/operation.ts';
export {
  type AttemptOutcome,
  cancel,
  giveUp,
  held,
  isReplayable,
  lapse,
  nextAttemptNumber,
  type OperationDraft,
  queueOperation,
  type ReplayNote,
  redeliver,
  replay,
  settle,
  waitingFor,
} from './domain/operation-moves.ts';
export { connectionLimits, type Organization, plans } from './domain/organization.ts';
export {
  type AttemptSums,
  type ConnectionSums,
  type EndedCount,
  type EndedHour,
  type EndedSums,
  endedMost,
  type Overview,
  overviewHours,
  type StateCount,
  type TerminalState,
  type WaitingSums,
  waitingMost,
} from './domain/overview.ts';
export {
  decodeCursor,
  encodeCursor,
  type Keyset,
  type Listed,
  listedDocumentBytesMost,
  type Page,
  type PageRequest,
  pageBytesMost,
  pageLimitDefault,
  pageLimitMax,
} from './domain/page.ts';
export { passwordLongest, passwordProblem, passwordShortest } from './domain/password.ts';
export { type PaymentFault, paymentFault } from './domain/payment-guard.ts';
export {
  type InvoiceEventType,
  invoiceEventTypes,
  type PaymentProjection,
  type PaymentState,
  paymentStateOf,
  transitionEvents,
} from './domain/payment-transition.ts';
export { assertAllowed, keyPermission, type Permission, permissions, permissionsOf } from './domain/permission.ts';
export { type PreparedWrite, storedCreate, type WritePayload } from './domain/prepared-write.ts';
export {
  type AppConsent,
  type AppKey,
  appConsentMinutes,
  appKeyOf,
  type ConsentOutcome,
  type ProviderApp,
  type ProviderAppStatus,
  providerAppStatuses,
  providerAppsMax,
  type ShownApp,
} from './domain/provider-app.ts';
export {
  type AppCheck,
  type AppCheckName,
  type AppCheckStatus,
  appCheckNames,
  appCheckStatuses,
  checksOf,
  failed,
  passed,
  scopesCheck,
  waiting,
  webhookCheck,
  withChecks,
  withoutChecks,
} from './domain/provider-app-check.ts';
export { type ProviderCall, storedPath, tokenPath } from './domain/provider-call.ts';
export { hasSameStamp, isOlderRevision, providerRevision } from './domain/provider-revision.ts';
export {
  type ConversionAsk,
  convertQuote,
  type QuoteConversion,
  type QuoteRefusal,
} from './domain/quote-conversion.ts';
export { decideQuoteLines, type QuoteLines } from './domain/quote-lines.ts';
export {
  isResourceType,
  type ResourceType,
  resourceTypes,
} from './domain/resource.ts';
export {
  defaultRetentionDays,
  type ForgetCut,
  type ForgottenPart,
  forgottenAnswer,
  forgottenParts,
  isPurged,
  keptSince,
  type PurgeCut,
  type PurgedBatch,
  type PurgeTarget,
  purgedDocument,
  purgedMessage,
  purgeTargets,
  type RetentionDays,
} from './domain/retention.ts';
export {
  type HeldTick,
  latestTick,
  type Rhythm,
  type ScheduleTick,
  tickAheadHoursMax,
  tickHoldSecondsMax,
} from './domain/schedule.ts';
export {
  type KeyUse,
  mayBeDropped,
  type ResealedValue,
  type SealedColumn,
  type SealedValue,
  sealedColumns,
} from './domain/sealed-column.ts';
export {
  failuresMost,
  failureWindowSeconds,
  lockedSeconds,
  type SignInFailures,
  withoutTry,
  withTry,
} from './domain/sign-in-failures.ts';
export { type StopReason, stopReasons } from './domain/stop-reason.ts';
export { cursorAfter, type FinishedWalk, overlapSeconds, type SyncCursor } from './domain/sync-cursor.ts';
export { type SyncScope, syncScopes } from './domain/sync-scope.ts';
export { type SyncWarning, type WarnedRecord, warningsAfter } from './domain/sync-warning.ts';
export { systemPlane } from './domain/system-plane.ts';
export {
  requestMinutesMax,
  type Timeline,
  type TimelineKind,
  timelineEntriesMax,
  timelineKinds,
  timelineOfEntries,
} from './domain/timeline.ts';
export {
  attemptEntry,
  auditEntry,
  callEntry,
  deliveryEntries,
  eventEntry,
  operationEntries,
  replayEntry,
  replayedEntry,
  requestEntry,
  stepEntry,
} from './domain/timeline-entries.ts';
export {
  type BillableMeter,
  byDay,
  type DayUsage,
  daysAfter,
  daysIn,
  isBillable,
  isUsageDay,
  type Meter,
  meters,
  type UsageEvent,
  type UsageGrouping,
  type UsagePeriod,
  type UsageTotal,
  usageDay,
  usageDaysDefault,
  usageDaysMax,
  usageGroupings,
} from './domain/usage.ts';
export {
  endpointsMax,
  type MonitoredEndpoint,
  type WebhookEndpoint,
  wants,
} from './domain/webhook-endpoint.ts';
export {
  anyRoom,
  type ClaimRoom,
  claimRoom,
  type LaneDepth,
  type LaneRule,
  laneOf,
  laneRules,
  type WorkLane,
  workLanes,
} from './domain/work-lane.ts';
export { batched } from './engine/batch.ts';
export type { WorkerApi } from './engine/worker-api.ts';
export { allFamilies, familyOf } from './families/all-families.ts';
export type { Example, Examples, Family } from './families/family.ts';
export { type QuoteSearch, QuoteSearchRequest } from './families/quotes.ts';
export { isProviderUuid, parseResourceId, type ResourceReference, resourceIdOf } from './families/resource-id.ts';
export type { ApiKeyStore } from './ports/api-key-store.ts';
export type { AuditStore } from './ports/audit-store.ts';
export type { BudgetStore, StoredBudget } from './ports/budget-store.ts';
export type { CallJournal } from './ports/call-journal.ts';
export type { Clock } from './ports/clock.ts';
export type { ConnectSessionStore } from './ports/connect-session-store.ts';
export type {
  ConnectionFilter,
  ConnectionStore,
  IdleConnection,
  IdlePlace,
  LinkOfConnection,
} from './ports/connection-store.ts';
export type { ConsoleSessionStore } from './ports/console-session-store.ts';
export type { CorePorts, CoreSettings } from './ports/core-ports.ts';
export type { CredentialStore } from './ports/credential-store.ts';
export type { DeliveryFilter, DeliveryStore } from './ports/delivery-store.ts';
export type { Digester } from './ports/digester.ts';
export type { EndpointHealthStore } from './ports/endpoint-health-store.ts';
export type { EventSender, SendResult } from './ports/event-sender.ts';
export type { EventSigner } from './ports/event-signer.ts';
export type { EventFilter, EventSpan, EventStore } from './ports/event-store.ts';
export type { HostedApp } from './ports/hosted-app.ts';
export type { IdGenerator } from './ports/id-generator.ts';
export type { IdempotencyStore } from './ports/idempotency-store.ts';
export type { LedgerAuthorization, LedgerClient, LedgerGrant, LedgerTenant } from './ports/ledger-authorization.ts';
export type {
  LedgerAccess,
  LedgerCall,
  LedgerFamilyTraits,
  LedgerFindQuery,
  LedgerGateway,
  LedgerListQuery,
  LedgerPage,
  LedgerTraits,
  WriteIntent,
} from './ports/ledger-gateway.ts';
export type { Log, LogFields } from './ports/log.ts';
export type { MemberStore } from './ports/member-store.ts';
export type { NotificationStore, NotifiedConnection } from './ports/notification-store.ts';
export type { NotificationVerifier } from './ports/notification-verifier.ts';
export type {
  OperationFilter,
  OperationScope,
  OperationStore,
  Settlement,
  StepSave,
  StepSaved,
} from './ports/operation-store.ts';
export type { OrganizationStore } from './ports/organization-store.ts';
export type { OverviewStore } from './ports/overview-store.ts';
export type { PasswordHasher } from './ports/password-hasher.ts';
export type { ProjectionStore } from './ports/projection-store.ts';
export type { ProviderAppStore } from './ports/provider-app-store.ts';
export type { ProviderCallStore } from './ports/provider-call-store.ts';
export type { RecordKey, RecordLeaseStore } from './ports/record-lease-store.ts';
export type { RecordFilter, RecordStore } from './ports/record-store.ts';
export type { BudgetDecision, RequestBudget } from './ports/request-budget.ts';
export type { RetentionStore } from './ports/retention-store.ts';
export type { ScheduleStore } from './ports/schedule-store.ts';
export type { SealedValueStore } from './ports/sealed-value-store.ts';
export type { SecretPlace, SecretVault } from './ports/secret-vault.ts';
export type { SignInFailureStore } from './ports/sign-in-failure-store.ts';
export type { Storage, Stores } from './ports/storage.ts';
export type { SyncCursorStore } from './ports/sync-cursor-store.ts';
export type { UsageMeter } from './ports/usage-meter.ts';
export type { UsageStore } from './ports/usage-store.ts';
export type { WakeUp } from './ports/wake-up.ts';
export type { WebhookEndpointStore } from './ports/webhook-endpoint-store.ts';
export { parse } from './schemas/parse.ts';
export { idOf, instant, type Listing, oneOf, parseListQuery, parsePage, type RawQuery } from './schemas/query.ts';
export { AutomationHead, automationRequests } from './schemas/requests/automation.ts';
export { type AutomationInput, automationInputs } from './schemas/requests/automation-inputs.ts';
export { ConnectSessionRequest } from './schemas/requests/connect-session.ts';
export { NativeWriteRequest } from './schemas/requests/native-write.ts';
export { ProviderActionRequest } from './schemas/requests/provider-action.ts';
export { ReasonRequest } from './schemas/requests/reason.ts';
export { SyncRequest } from './schemas/requests/sync.ts';
export { WebhookEndpointPatch, WebhookEndpointRequest } from './schemas/requests/webhook-endpoint-request.ts';
export { WebhookRecoveryRequest } from './schemas/requests/webhook-recovery.ts';
export { type Answered, ReplayedError, type Write } from './use-cases/claim-key.ts';
export type { ConnectStep, Usable } from './use-cases/connect-sessions/connect-step.ts';
export { keyRequestsMost, placesForEach, type TakePlace } from './use-cases/key-places.ts';
export type { ProviderLink, RenderedDocument } from './use-cases/resources/act.ts';
export type { CancelledInvoice, CancelPath } from './use-cases/resources/cancel-invoice.ts';
export type { ResourceListing } from './use-cases/resources/list-resources.ts';
export type { EndpointStatistics } from './use-cases/webhooks/endpoint-statistics.ts';

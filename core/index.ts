// The front door: what a program that embeds the product or hosts it needs.
export { type Core, createCore } from './create-core.ts';
export {
  type AgentLimits,
  type AgentRights,
  type AgentTerms,
  type AmountLimit,
  type ApprovalRule,
  agentDaysMost,
  approvalRules,
  type KeyKind,
  keyKinds,
  lookAlikeHoursMost,
} from './domain/agent-rights.ts';
export { agentTools, paymentRecipe, type ToolName, toolNames, toolsAllow } from './domain/agent-tool.ts';
export { type AlertDestination, alertWays, isMailAddress } from './domain/alert.ts';
export { creditTypes } from './domain/allocation.ts';
export {
  type ApiKey,
  defaultKeyScopes,
  grantedOf,
  type KeyScope,
  keyConnectionsMost,
  keyScopes,
  rolledHoursMost,
} from './domain/api-key.ts';
export {
  attachmentBytesMost,
  attachmentBytesPerDay,
  attachmentKinds,
  attachmentTypes,
  filedFamilies,
  unknownType,
} from './domain/attachment.ts';
export { type RecipeName, recipeNames } from './domain/automation.ts';
export { AwaitsApproval } from './domain/awaits-approval.ts';
export type { PassedLook } from './domain/books-rules.ts';
export { type Brand, contrastOf, textOn } from './domain/brand.ts';
export { longestWaitSeconds } from './domain/budget.ts';
export { type BulkItem, bulkItemStatuses } from './domain/bulk.ts';
export {
  type AuditEntry,
  type Caller,
  type Environment,
  environments,
  operatorOf,
  type Plane,
} from './domain/caller.ts';
export { type CancellableType, isCancellable } from './domain/cancellation.ts';
export { type Locale, locales } from './domain/connect-session.ts';
export { type Connection, connectionStatuses, retentionModes } from './domain/connection.ts';
export { connectionHealths, type MonitoredConnection } from './domain/connection-health.ts';
export { assertAdmitted, type SignedIn } from './domain/console-session.ts';
export { type Delivery, deliveredTypes } from './domain/delivery.ts';
export {
  badRequest,
  databaseRefusal,
  type ErrorCode,
  errorCodes,
  nothingAt,
  ServiceError,
  unauthorized,
  WriteDefect,
  type WriteOutcome,
} from './domain/errors.ts';
export {
  type Event,
  eventEnvelope,
  eventMeanings,
  eventTypes,
  recordEventType,
  type SequencedEventType,
} from './domain/event.ts';
export { type Factor, factorKinds } from './domain/factor.ts';
export { followMinutesLeast, followMinutesMost } from './domain/follow.ts';
export { notedFamilies } from './domain/history.ts';
export { idempotencyKeyMaxLength, type WriteResolution } from './domain/idempotency.ts';
export {
  type ConnectionId,
  isId,
  isRequestId,
  type OperationId,
  type OrganizationId,
  type RequestId,
} from './domain/ids.ts';
export { instantOf, notAnInstant } from './domain/instant.ts';
export { canonicalJson, exactJson, isJsonObject, type Json, type JsonObject } from './domain/json.ts';
export type { ReplicaState } from './domain/late-reads.ts';
export type { CachedRecord } from './domain/ledger-record.ts';
export {
  auditFilters,
  connectionFilters,
  deliveryFilters,
  eventFilters,
  type ListFilters,
  operationFilters,
  proposalFilters,
  providerRequestFilters,
  requestFilters,
} from './domain/list-filter.ts';
export { meant } from './domain/near-word.ts';
export {
  type Lease,
  type LeasedOperation,
  leaseSeconds,
  type Operation,
  type OperationState,
  type OperationType,
  operationStates,
  operationTypes,
  renewEverySeconds,
  type StopReason,
} from './domain/operation.ts';
export {
  type AlertableKind,
  alertableKinds,
  isOperational,
  operationalEvents,
  operationalEventTypes,
} from './domain/operational-event.ts';
export {
  assertAllowed,
  connectionLimitMost,
  type Invitation,
  invitationDays,
  type Member,
  memberRoles,
  type Organization,
  type Permission,
  passwordProblem,
  permissionsOf,
  plans,
  temporaryPasswordHours,
} from './domain/organization.ts';
export { sumPeriods } from './domain/overview.ts';
export {
  cursorLengthMax,
  encodeCursor,
  type Listed,
  type Page,
  type PageRequest,
  pageLimitDefault,
  pageLimitMax,
  totalExactBelow,
} from './domain/page.ts';
export type { Counted, Preview, PreviewedLookAlike } from './domain/preview.ts';
export { type ConsentOutcome, checksOf, type ProviderApp, type ShownApp } from './domain/provider-app.ts';
export {
  earlierPeriodsMost,
  type ReportName,
  type ReportParameter,
  reportBases,
  reportLayouts,
  reportNames,
  reportParameters,
  reportPeriods,
} from './domain/report-query.ts';
export type { LoggedRequest } from './domain/request-log.ts';
export { bankKinds, documentSides, type ResourceType, resourceTypes, toldTypes } from './domain/resource.ts';
export { defaultRetentionDays, type PurgeTarget, purgeTargets, type RetentionDays } from './domain/retention.ts';
export { type KeyUse, mayBeDropped } from './domain/sealed-column.ts';
export { jsonOfList } from './domain/stored-json.ts';
export { type Timeline, timelineEntriesMax } from './domain/timeline.ts';
export { type UsageTotal, usageDaysDefault, usageDaysMax, usageGroupings } from './domain/usage.ts';
export { visible } from './domain/visible.ts';
export type { WebhookEndpoint } from './domain/webhook-endpoint.ts';
export { type ClaimRoom, claimRoom, type LaneDepth, laneOf, type WorkLane, workLanes } from './domain/work-lane.ts';
export { comparedField, dayFieldOf, familyOf, hasField, sortsOf } from './families/all-families.ts';
export { QuoteSearchRequest } from './families/quotes.ts';
export type * from './families/record-types.ts';
export { resourceIdOf } from './families/resource-id.ts';
export { wireRecord } from './families/wire-record.ts';
export type { CorePorts, FileInspector } from './ports/core-ports.ts';
export type { Storage } from './ports/storage.ts';
export type { DatabaseState, DatabaseWatch, Log, WakeUp } from './ports/system.ts';
export type { Tracing } from './ports/tracing.ts';
export { connectionView, followView } from './schemas/answers/connection.ts';
export { parseLimits } from './use-cases/access/keys.ts';
export { normalAddress } from './use-cases/access/organizations.ts';
export type { ArrivingFile } from './use-cases/attachments/upload-attachment.ts';
export type { ConnectOutcome, Link, OfferedTenant } from './use-cases/connect-sessions/outcome.ts';
export type { PortalStep } from './use-cases/connect-sessions/portal.ts';
export type { ShownConnection } from './use-cases/connections/follow-connection.ts';
export type { InvoiceSnapshot } from './use-cases/events/invoice-snapshot.ts';
export { keyRequestsMost, placesForEach } from './use-cases/ledger/key-places.ts';
export { providerNamed } from './use-cases/providers/provider-of.ts';
export type { Replays } from './use-cases/replays/replay-many.ts';
export type { RequestDetail } from './use-cases/requests/read-requests.ts';
export type { RenderedDocument } from './use-cases/resources/act.ts';
export type { ResourceListing } from './use-cases/resources/read-resources.ts';
export type { FamilyCounts } from './use-cases/sync/store-page.ts';
export type { EndpointStatistics } from './use-cases/webhooks/read-endpoints.ts';
export { ReplayedError, type Write } from './use-cases/writes/claim-key.ts';

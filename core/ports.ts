// The second door: what an adapter needs to fill a port, and what a contract suite needs to check it: every port, the types
// that they speak of, and the rules that adapters apply.
export type * from './domain/api-key.ts';
export { retryAfterSeconds } from './domain/backoff.ts';
export type * from './domain/budget.ts';
export {
  budgetAt,
  callInFlight,
  corrected,
  lanes,
  minuteShare,
  minuteUsed,
  refusalOf,
  withCall,
  withCalls,
  withoutCall,
} from './domain/budget.ts';
export type * from './domain/caller.ts';
export type * from './domain/connect-session.ts';
export type * from './domain/connection.ts';
export { connectionStatuses, countedStatuses, liveStatuses, retentionModes } from './domain/connection.ts';
export type * from './domain/connection-health.ts';
export type * from './domain/console-session.ts';
export type * from './domain/delivery.ts';
export {
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryReadMaxBytes,
  deliveryTimeoutMs,
} from './domain/delivery.ts';
export type * from './domain/endpoint-health.ts';
export { newHealth } from './domain/endpoint-health.ts';
export type * from './domain/errors.ts';
export { badRequest, conflict, NotStorable, notFound, ServiceError, unauthorized } from './domain/errors.ts';
export type * from './domain/event.ts';
export { eventBody, invoiceOfEvent } from './domain/event.ts';
export type * from './domain/idempotency.ts';
export type * from './domain/ids.ts';
export { isId } from './domain/ids.ts';
export type * from './domain/json.ts';
export { canonical, canonicalJson, isJsonObject, isWholeText } from './domain/json.ts';
export type * from './domain/ledger-record.ts';
export { textField } from './domain/ledger-record.ts';
export type * from './domain/list-place.ts';
export { placeAfter, placeAt, queryAt } from './domain/list-place.ts';
export type * from './domain/notification.ts';
export { cursorMoveOf, unfinishedReadsMost } from './domain/notification.ts';
export { oneAfterAnother } from './domain/one-after-another.ts';
export type * from './domain/operation.ts';
export { isTerminal, operationStates, operationTypes, terminalStates, unfinishedStates } from './domain/operation.ts';
export type * from './domain/operation-moves.ts';
export { cancel, lapse, queueOperation, replay, settle } from './domain/operation-moves.ts';
export type * from './domain/organization.ts';
export type * from './domain/overview.ts';
export type * from './domain/page.ts';
export { listedDocumentBytesMost, pageBytesMost, totalExactBelow } from './domain/page.ts';
export type * from './domain/payment-transition.ts';
export type * from './domain/provider-app.ts';
export { appKeyOf } from './domain/provider-app.ts';
export type * from './domain/provider-call.ts';
export { tokenPath } from './domain/provider-call.ts';
export type * from './domain/reconciliation.ts';
export type * from './domain/resource.ts';
export { isResourceType, resourceTypes } from './domain/resource.ts';
export type * from './domain/retention.ts';
export { forgottenAnswer, forgottenParts, purgedDocument, purgedMessage, purgeTargets } from './domain/retention.ts';
export type * from './domain/schedule.ts';
export type * from './domain/sealed-column.ts';
export { sealedColumns } from './domain/sealed-column.ts';
export type * from './domain/sync.ts';
export { warningsAfter } from './domain/sync.ts';
export type * from './domain/usage.ts';
export { usageDay } from './domain/usage.ts';
export type * from './domain/webhook-endpoint.ts';
export { endpointsMax, wants } from './domain/webhook-endpoint.ts';
export type * from './domain/work-lane.ts';
export { anyRoom, laneOf, laneRules, workLanes } from './domain/work-lane.ts';
export { batched } from './engine/batch.ts';
export { familyOf } from './families/all-families.ts';
export { linesMost } from './families/document-requests.ts';
export { providerIdOf, resourceIdOf } from './families/resource-id.ts';
export { wireRecord } from './families/wire-record.ts';
export type * from './ports/access-stores.ts';
export type * from './ports/connection-stores.ts';
export type * from './ports/core-ports.ts';
export type * from './ports/journals.ts';
export type * from './ports/ledger-authorization.ts';
export type * from './ports/ledger-gateway.ts';
export type * from './ports/operation-stores.ts';
export type * from './ports/record-stores.ts';
export type * from './ports/request-budget.ts';
export type * from './ports/secrets.ts';
export type * from './ports/storage.ts';
export type * from './ports/system.ts';
export type * from './ports/webhook-sending.ts';
export type * from './ports/webhook-stores.ts';

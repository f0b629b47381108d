// The schemas of answers and requests, for hosts; the console’s pages take their types.

export { oneOf } from '../domain/query-text.ts';
export { allFamilies, familyOf } from '../families/all-families.ts';
export { flag, instant, oneWord, wholeFrom } from '../families/request-fields.ts';
export * from './answers/agent-day.ts';
export * from './answers/allocations.ts';
export * from './answers/attachments.ts';
export * from './answers/automation.ts';
export * from './answers/bulk.ts';
export * from './answers/checked.ts';
export * from './answers/connection.ts';
export * from './answers/console.ts';
export * from './answers/envelope.ts';
export * from './answers/error.ts';
export * from './answers/events.ts';
export * from './answers/history.ts';
export * from './answers/look-alikes.ts';
export * from './answers/operation.ts';
export { presenter } from './answers/present.ts';
export * from './answers/preview.ts';
export * from './answers/proposal.ts';
export * from './answers/provider-requests.ts';
export * from './answers/reports.ts';
export * from './answers/request.ts';
export * from './answers/timeline.ts';
export * from './answers/usage.ts';
export * from './answers/webhooks.ts';
export { parse } from './parse.ts';
export { type Listing, parseListQuery, parsePage, type RawQuery } from './query.ts';
export { AllocationRequest } from './requests/allocations.ts';
export { ApprovalRequest, DecisionRequest } from './requests/approvals.ts';
export { AutomationRequest, automationRequests } from './requests/automations.ts';
export { bulkRequests } from './requests/bulk.ts';
export {
  ConnectionChange,
  ConnectSessionRequest,
  PortalSessionRequest,
  ReconnectSessionRequest,
  SyncRequest,
} from './requests/connections.ts';
export { ExportRequest } from './requests/exports.ts';
export { keyRightsEntries } from './requests/keys.ts';
export { ProviderRequestRequest, SettlementRequest } from './requests/provider-requests.ts';
export { NativeWriteRequest, NoteRequest, ProviderActionRequest, ReasonRequest } from './requests/records.ts';
export { DeliveryReplaysRequest, OperationReplaysRequest } from './requests/replays.ts';
export {
  WebhookEndpointPatch,
  WebhookEndpointRequest,
  WebhookRecoveryRequest,
} from './requests/webhooks.ts';

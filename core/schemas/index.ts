// The third door: the schemas of requests and answers and their types, for hosts and the console’s pages (types only).
export { allFamilies, familyOf } from '../families/all-families.ts';
export { AutomationPlanAnswer, RecipeAnswer } from './answers/automation.ts';
export { ConnectSessionAnswer, ProviderAnswer, ProviderLinkAnswer } from './answers/connecting.ts';
export { ConnectionAnswer, type ConnectionShape } from './answers/connection.ts';
export {
  ApiKeyAnswer,
  type ApiKeyShape,
  AppConsentAnswer,
  type AppConsentShape,
  AuditEntryAnswer,
  type AuditEntryShape,
  ConsoleSessionAnswer,
  type ConsoleSessionShape,
  MemberAnswer,
  type MemberShape,
  OverviewAnswer,
  type OverviewShape,
  ProviderAppAnswer,
  type ProviderAppShape,
  SignedInAnswer,
  type SignedInShape,
} from './answers/console.ts';
export { EndpointStatisticsAnswer, type EndpointStatisticsShape } from './answers/endpoint-statistics.ts';
export {
  cachedListOf,
  cancelledOf,
  ListingMetaAnswer,
  type ListingMetaShape,
  listedOf,
  listOf,
  liveOf,
  SearchMetaAnswer,
  type SearchMetaShape,
  searchOf,
  successOf,
} from './answers/envelope.ts';
export { ErrorAnswer, type ErrorShape, ProblemAnswer } from './answers/error.ts';
export { EventAnswer, type EventShape } from './answers/event.ts';
export { HealthAnswer, NotReadyAnswer, ReadyAnswer } from './answers/health.ts';
export { OperationAnswer, OperationErrorAnswer, type OperationShape } from './answers/operation.ts';
export {
  TimelineAnswer,
  TimelineEntryAnswer,
  type TimelineEntryShape,
  TimelineMetaAnswer,
  type TimelineMetaShape,
} from './answers/timeline.ts';
export { UsageAnswer, type UsageShape } from './answers/usage.ts';
export {
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
  type WebhookDeliveryDetailShape,
  type WebhookDeliveryShape,
} from './answers/webhook-delivery.ts';
export {
  RegisteredWebhookEndpointAnswer,
  type RegisteredWebhookEndpointShape,
  WebhookEndpointAnswer,
} from './answers/webhook-endpoint.ts';
export { parse } from './parse.ts';
export { type Listing, parseListQuery, parsePage, type RawQuery } from './query.ts';
export { automationRequests } from './requests/automation.ts';
export { ConnectSessionRequest } from './requests/connect-session.ts';
export { NativeWriteRequest } from './requests/native-write.ts';
export { ProviderActionRequest } from './requests/provider-action.ts';
export { ReasonRequest } from './requests/reason.ts';
export { SyncRequest } from './requests/sync.ts';
export { WebhookEndpointPatch, WebhookEndpointRequest } from './requests/webhook-endpoint-request.ts';
export { WebhookRecoveryRequest } from './requests/webhook-recovery.ts';

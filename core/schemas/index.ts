// The third door: the schemas of requests and answers and their types, for hosts and the console’s pages (types only).
export { allFamilies, familyOf } from '../families/all-families.ts';
export { AutomationPlanAnswer, RecipeAnswer } from './answers/automation.ts';
export { ConnectionAnswer, ConnectSessionAnswer, ProviderAnswer, ProviderLinkAnswer } from './answers/connection.ts';
export {
  ApiKeyAnswer,
  AppConsentAnswer,
  AuditEntryAnswer,
  ConsoleSessionAnswer,
  MemberAnswer,
  OverviewAnswer,
  ProviderAppAnswer,
  SignedInAnswer,
} from './answers/console.ts';
export {
  type AnswerOf,
  cachedListOf,
  cancelledOf,
  ListingMetaAnswer,
  listedOf,
  listOf,
  liveOf,
  SearchMetaAnswer,
  searchOf,
  successOf,
} from './answers/envelope.ts';
export { ErrorAnswer, ProblemAnswer } from './answers/error.ts';
export { HealthAnswer, NotReadyAnswer, ReadyAnswer } from './answers/health.ts';
export { OperationAnswer, OperationErrorAnswer } from './answers/operation.ts';
export {
  TimelineAnswer,
  TimelineEntryAnswer,
  TimelineMetaAnswer,
} from './answers/timeline.ts';
export { UsageAnswer } from './answers/usage.ts';
export {
  EndpointStatisticsAnswer,
  EventAnswer,
  RegisteredWebhookEndpointAnswer,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
  WebhookEndpointAnswer,
} from './answers/webhooks.ts';
export { parse } from './parse.ts';
export { presenter } from './present.ts';
export { type Listing, parseListQuery, parsePage, type RawQuery } from './query.ts';
export { automationRequests } from './requests/automations.ts';
export { ConnectSessionRequest, SyncRequest } from './requests/connections.ts';
export { NativeWriteRequest, ProviderActionRequest, ReasonRequest } from './requests/records.ts';
export { WebhookEndpointPatch, WebhookEndpointRequest, WebhookRecoveryRequest } from './requests/webhooks.ts';

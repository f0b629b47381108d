// What the API answers, by the names that the pages use; the types are inferred from the schemas of the answers.
import type {
  AppConsentShape,
  EndpointStatisticsShape,
  ListingMetaShape,
  OperationShape,
  OverviewShape,
  ProviderAppShape,
  RegisteredWebhookEndpointShape,
  SignedInShape,
  TimelineEntryShape,
  UsageShape,
  WebhookDeliveryDetailShape,
  WebhookDeliveryShape,
} from '#core/schemas';

export type {
  ApiKeyShape as ApiKey,
  AuditEntryShape as AuditEntry,
  ConnectionShape as Connection,
  ConsoleSessionShape as OwnSession,
  EventShape as ServiceEvent,
  MemberShape as Member,
} from '#core/schemas';

export interface Items<T> {
  readonly items: readonly T[];
}

/** Of searches and timelines some of it is null. */
export type ListMeta = Omit<ListingMetaShape, 'total' | 'total_pages'> & {
  readonly total: number | null;
  /** Of timelines. */
  readonly truncated?: boolean;
};

export type Me = SignedInShape;
export type Role = Me['role'];
export type Permission = Me['permissions'][number];

export type Operation = OperationShape;
export type OperationState = Operation['state'];
export type OperationType = Operation['type'];
export type Step = Operation['steps'][number];
export type WireError = NonNullable<Operation['error']>;
export type TimelineEntry = TimelineEntryShape;

export type WebhookEndpoint = RegisteredWebhookEndpointShape;
export type EndpointHealth = WebhookEndpoint['health'];
export type EndpointStatistics = EndpointStatisticsShape;
/** `body` only of a single delivery. */
export type Delivery = WebhookDeliveryShape & Partial<WebhookDeliveryDetailShape>;
export type DeliveryAttempt = Delivery['attempts'][number];

export type ProviderApp = ProviderAppShape;
export type AppCheck = ProviderApp['checks'][number];
export type Consent = AppConsentShape;

export type Overview = OverviewShape;
export type Hours = Overview['operations'];
export type Budget = Overview['budgets'][number];
export type UsageItem = UsageShape;
export type Meter = UsageItem['meter'];

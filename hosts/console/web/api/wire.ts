// The API's answers under the names that the pages use; their types are inferred from the schemas.
import type {
  AnswerOf,
  ApiKeyAnswer,
  AppConsentAnswer,
  AuditEntryAnswer,
  BegunFactorAnswer,
  BrandingAnswer,
  BulkItemAnswer,
  ConnectionAnswer,
  ConnectionBudgetAnswer,
  ConsoleSessionAnswer,
  EndpointStatisticsAnswer,
  EventAnswer,
  ExportRequest as ExportRequestSchema,
  FactorAnswer,
  FoundAnswer,
  InvitationAnswer,
  ListedBudgetAnswer,
  ListingMetaAnswer,
  MemberAnswer,
  OpenInvitationAnswer,
  OperationAnswer,
  OperationFailuresAnswer,
  OperationReplaysPreview,
  OverviewAnswer,
  ProviderAnswer,
  ProviderAppAnswer,
  RegisteredWebhookEndpointAnswer,
  RequestAnswer,
  RequestDetailAnswer,
  RequestFailuresAnswer,
  SearchAnswer,
  SignedInAnswer,
  TimelineEntryAnswer,
  UsageAnswer,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
} from '#core/schemas';

export type ApiKey = AnswerOf<typeof ApiKeyAnswer>;
export type AuditEntry = AnswerOf<typeof AuditEntryAnswer>;
export type Branding = AnswerOf<typeof BrandingAnswer>;
export type Connection = AnswerOf<typeof ConnectionAnswer>;
export type ConnectionBudget = AnswerOf<typeof ConnectionBudgetAnswer>;
export type Budget = AnswerOf<typeof ListedBudgetAnswer>;
export type OwnSession = AnswerOf<typeof ConsoleSessionAnswer>;
export type ServiceEvent = AnswerOf<typeof EventAnswer>;
export type LoggedRequest = AnswerOf<typeof RequestAnswer>;
export type RequestDetail = AnswerOf<typeof RequestDetailAnswer>;
export type RequestFailures = AnswerOf<typeof RequestFailuresAnswer>;
export type Member = AnswerOf<typeof MemberAnswer>;
export type Invitation = AnswerOf<typeof InvitationAnswer>;
export type OpenInvitation = AnswerOf<typeof OpenInvitationAnswer>;
export type Factor = AnswerOf<typeof FactorAnswer>;
export type BegunFactor = AnswerOf<typeof BegunFactorAnswer>;

export interface Items<T> {
  readonly items: readonly T[];
}

/** In searches and timelines some of these are null. */
export type ListMeta = Omit<AnswerOf<typeof ListingMetaAnswer>, 'total' | 'total_pages'> & {
  readonly total: number | null;
  /** Only for timelines. */
  readonly truncated?: boolean;
};

export type Me = AnswerOf<typeof SignedInAnswer>;
export type Role = Me['role'];
export type Permission = Me['permissions'][number];

export type ExportRequest = AnswerOf<typeof ExportRequestSchema>;

export type Operation = AnswerOf<typeof OperationAnswer>;
export type OperationFailures = AnswerOf<typeof OperationFailuresAnswer>;
export type ReplayPreview<T> = Pick<AnswerOf<typeof OperationReplaysPreview>, 'count'> & {
  readonly sample: readonly T[];
};
export type BulkItem = AnswerOf<typeof BulkItemAnswer>;
export type BulkItemStatus = BulkItem['status'];
export type OperationState = Operation['state'];
export type OperationType = Operation['type'];
export type Step = Operation['steps'][number];
export type WireError = NonNullable<Operation['error']>;
export type TimelineEntry = AnswerOf<typeof TimelineEntryAnswer>;

export type WebhookEndpoint = AnswerOf<typeof RegisteredWebhookEndpointAnswer>;
export type EndpointHealth = WebhookEndpoint['health'];
export type EndpointStatistics = AnswerOf<typeof EndpointStatisticsAnswer>;
/** Only a single delivery has `body`. */
export type Delivery = AnswerOf<typeof WebhookDeliveryAnswer> & Partial<AnswerOf<typeof WebhookDeliveryDetailAnswer>>;
export type DeliveryAttempt = Delivery['attempts'][number];

export type Provider = AnswerOf<typeof ProviderAnswer>;
export type ProviderApp = AnswerOf<typeof ProviderAppAnswer>;
export type AppCheck = ProviderApp['checks'][number];
export type Consent = AnswerOf<typeof AppConsentAnswer>;

export type Found = AnswerOf<typeof FoundAnswer>;
export type Search = AnswerOf<typeof SearchAnswer>;

export type Overview = AnswerOf<typeof OverviewAnswer>;
export type Hours = Overview['operations'];
export type Waiting = Overview['queue']['deliveries'];
export type UsageItem = AnswerOf<typeof UsageAnswer>;
export type Meter = UsageItem['meter'];

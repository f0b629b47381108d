// The API's answers under the names that the pages use; their types are inferred from the schemas.

import type * as answers from '#core/schemas';
import type { AnswerOf } from '#core/schemas';

export type ApiKey = AnswerOf<typeof answers.ApiKeyAnswer>;
export type Attachment = AnswerOf<typeof answers.AttachmentAnswer>;
export type Attached = AnswerOf<typeof answers.AttachedAnswer>;
export type HistoryEntry = AnswerOf<typeof answers.HistoryEntryAnswer>;
export type Report = AnswerOf<typeof answers.ReportAnswer>;
export type AuditEntry = AnswerOf<typeof answers.AuditEntryAnswer>;
export type Branding = AnswerOf<typeof answers.BrandingAnswer>;
export type Connection = AnswerOf<typeof answers.ConnectionAnswer>;
export type ConnectionBudget = AnswerOf<typeof answers.ConnectionBudgetAnswer>;
export type Budget = AnswerOf<typeof answers.ListedBudgetAnswer>;
export type OwnSession = AnswerOf<typeof answers.ConsoleSessionAnswer>;
export type ServiceEvent = AnswerOf<typeof answers.EventAnswer>;
export type LoggedRequest = AnswerOf<typeof answers.RequestAnswer>;
export type RequestDetail = AnswerOf<typeof answers.RequestDetailAnswer>;
export type ProviderRequest = AnswerOf<typeof answers.ProviderRequestAnswer>;
export type ProviderRequestDetail = AnswerOf<typeof answers.ProviderRequestDetailAnswer>;
export type RequestFailures = AnswerOf<typeof answers.RequestFailuresAnswer>;
export type Member = AnswerOf<typeof answers.MemberAnswer>;
export type AlertDestination = AnswerOf<typeof answers.AlertDestinationAnswer>;
export type Invitation = AnswerOf<typeof answers.InvitationAnswer>;
export type OpenInvitation = AnswerOf<typeof answers.OpenInvitationAnswer>;
export type Factor = AnswerOf<typeof answers.FactorAnswer>;
export type BegunFactor = AnswerOf<typeof answers.BegunFactorAnswer>;

export interface Items<T> {
  readonly items: readonly T[];
}

/** In searches and timelines some of these are null. */
export type ListMeta = Omit<AnswerOf<typeof answers.ListingMetaAnswer>, 'total' | 'total_pages'> & {
  readonly total: number | null;
  /** Only for timelines. */
  readonly truncated?: boolean;
};

export type Me = AnswerOf<typeof answers.SignedInAnswer>;
export type Role = Me['role'];
export type Permission = Me['permissions'][number];

export type ExportRequest = AnswerOf<typeof answers.ExportRequest>;

export type Operation = AnswerOf<typeof answers.OperationAnswer>;
export type OperationFailures = AnswerOf<typeof answers.OperationFailuresAnswer>;
export type ReplayPreview<T> = Pick<AnswerOf<typeof answers.OperationReplaysPreview>, 'count'> & {
  readonly sample: readonly T[];
};
/** What a person reads of a write before deciding. */
export type Proposal = AnswerOf<typeof answers.ProposalAnswer>;
export type ListedProposal = AnswerOf<typeof answers.ListedProposalAnswer>;
export type AgentDay = AnswerOf<typeof answers.AgentDayAnswer>;
export type LookAlikeGroup = AnswerOf<typeof answers.LookAlikeGroupAnswer>;
export type BulkItem = AnswerOf<typeof answers.BulkItemAnswer>;
export type BulkItemStatus = BulkItem['status'];
export type OperationState = Operation['state'];
export type OperationType = Operation['type'];
export type Step = Operation['steps'][number];
export type WireError = NonNullable<Operation['error']>;
export type TimelineEntry = AnswerOf<typeof answers.TimelineEntryAnswer>;

export type WebhookEndpoint = AnswerOf<typeof answers.RegisteredWebhookEndpointAnswer>;
export type EndpointHealth = WebhookEndpoint['health'];
export type EndpointStatistics = AnswerOf<typeof answers.EndpointStatisticsAnswer>;
/** Only a single delivery has `body`. */
export type Delivery = AnswerOf<typeof answers.WebhookDeliveryAnswer> &
  Partial<AnswerOf<typeof answers.WebhookDeliveryDetailAnswer>>;
export type DeliveryAttempt = Delivery['attempts'][number];

export type Provider = AnswerOf<typeof answers.ProviderAnswer>;
export type ProviderApp = AnswerOf<typeof answers.ProviderAppAnswer>;
export type AppCheck = ProviderApp['checks'][number];
export type Consent = AnswerOf<typeof answers.AppConsentAnswer>;

export type RecordCounts = AnswerOf<typeof answers.RecordCountsAnswer>;
export type Found = AnswerOf<typeof answers.FoundAnswer>;
export type Search = AnswerOf<typeof answers.SearchAnswer>;

export type Overview = AnswerOf<typeof answers.OverviewAnswer>;
export type Hours = Overview['operations'];
export type Waiting = Overview['queue']['deliveries'];
export type UsageItem = AnswerOf<typeof answers.UsageAnswer>;
export type Meter = UsageItem['meter'];

import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { QuoteSearchRequest } from '#core';
import * as schemas from '#core/schemas';
import { asInput, asJsonSchema } from '../../hosts/koa/routes/input-json-schema.ts';
import { pascal, resourceWords } from '../../hosts/koa/routes/resource-words.ts';

const families = resourceWords.map(({ type, singular }) => ({ ...schemas.familyOf(type), singular }));

const answers: Record<string, v.GenericSchema> = {
  ApiError: schemas.ErrorAnswer,
  ApiProblem: schemas.ProblemAnswer,
  ListMeta: schemas.ListingMetaAnswer,
  SearchMeta: schemas.SearchMetaAnswer,
  ProviderLink: schemas.ProviderLinkAnswer,
  Provider: schemas.ProviderAnswer,
  ConnectSession: schemas.ConnectSessionAnswer,
  PortalSession: schemas.PortalSessionAnswer,
  ConnectSessionStatus: schemas.ConnectSessionStatusAnswer,
  Connection: schemas.ConnectionAnswer,
  ConnectionBudget: schemas.ConnectionBudgetAnswer,
  LookAlikeGroup: schemas.LookAlikeGroupAnswer,
  Operation: schemas.OperationAnswer,
  OperationReplaysPreview: schemas.OperationReplaysPreview,
  DeliveryReplaysPreview: schemas.DeliveryReplaysPreview,
  OperationFailures: schemas.OperationFailuresAnswer,
  OperationError: schemas.OperationErrorAnswer,
  BulkItem: schemas.BulkItemAnswer,
  BulkItemError: schemas.BulkItemErrorAnswer,
  BulkCounts: schemas.BulkCountsAnswer,
  Recipe: schemas.RecipeAnswer,
  AutomationPlan: schemas.AutomationPlanAnswer,
  PurgedEvent: schemas.PurgedEventAnswer,
  ProviderRequestMade: schemas.ProviderRequestMade,
  ProviderRequest: schemas.ProviderRequestAnswer,
  ProviderRequestDetail: schemas.ProviderRequestDetailAnswer,
  LoggedRequest: schemas.RequestAnswer,
  LoggedRequestDetail: schemas.RequestDetailAnswer,
  RequestFailures: schemas.RequestFailuresAnswer,
  TimelineEntry: schemas.TimelineEntryAnswer,
  TimelineMeta: schemas.TimelineMetaAnswer,
  Allocation: schemas.AllocationAnswer,
  RemovedAllocation: schemas.RemovedAllocationAnswer,
  Attachment: schemas.AttachmentAnswer,
  Attached: schemas.AttachedAnswer,
  CheckedWrite: schemas.CheckedAnswer,
  HistoryEntry: schemas.HistoryEntryAnswer,
  Note: schemas.NoteAnswer,
  FinancialReport: schemas.ReportAnswer,
  Usage: schemas.UsageAnswer,
  WebhookEndpoint: schemas.WebhookEndpointAnswer,
  RegisteredWebhookEndpoint: schemas.RegisteredWebhookEndpointAnswer,
  WebhookDelivery: schemas.WebhookDeliveryAnswer,
  WebhookDeliveryDetail: schemas.WebhookDeliveryDetailAnswer,
  WebhookEndpointStatistics: schemas.EndpointStatisticsAnswer,
  ...Object.fromEntries(families.map(({ singular, answer }) => [singular, answer])),
};
/** The answer to an update is one of these, or tells that it would be taken. */
for (const { singular, answer } of families.filter(({ writes }) => writes === 'creates_and_updates')) {
  answers[`Written${singular}`] = schemas.writtenOf(answer);
}
answers['WrittenAttachment'] = schemas.writtenOf(schemas.AttachedAnswer);
/** Lists show these with small differences. */
const listed = ['Connection', 'Operation', 'WebhookDelivery', ...families.map(({ singular }) => singular)];
for (const name of listed) {
  answers[`Listed${name}`] = schemas.listedOf(answers[name] as v.ObjectSchema<v.ObjectEntries, undefined>);
}
answers['ListedEvent'] = schemas.listedOf(schemas.EventAnswer);
for (const event of schemas.WebhookEventAnswer.options) answers[eventName(event.entries.type.literal)] = event;
answers['WebhookEvent'] = schemas.WebhookEventAnswer;

/** `invoice.paid` becomes InvoicePaidEvent. */
export function eventName(type: string): string {
  return `${pascal(type.split(/[._]/))}Event`;
}

const requests: Record<string, v.GenericSchema> = {
  ConnectSessionCreate: schemas.ConnectSessionRequest,
  ReconnectSessionCreate: schemas.ReconnectSessionRequest,
  PortalSessionCreate: schemas.PortalSessionRequest,
  WebhookEndpointCreate: schemas.WebhookEndpointRequest,
  WebhookEndpointUpdate: schemas.WebhookEndpointPatch,
  WebhookRecovery: schemas.WebhookRecoveryRequest,
  ConnectionSync: schemas.SyncRequest,
  ConnectionPatch: schemas.ConnectionChange,
  OperationReplays: schemas.OperationReplaysRequest,
  DeliveryReplays: schemas.DeliveryReplaysRequest,
  NoteInput: schemas.NoteRequest,
  AllocationCreate: schemas.AllocationRequest,
  ProviderRequestCreate: schemas.ProviderRequestRequest,
  ProviderRequestSettle: schemas.SettlementRequest,
  ReasonInput: schemas.ReasonRequest,
  RecordReference: schemas.ProviderActionRequest,
  NativeWrite: schemas.NativeWriteRequest,
  QuoteSearch: QuoteSearchRequest,
};
for (const { singular, type, requests: own } of families) {
  for (const [kind, schema] of Object.entries(schemas.bulkRequests[type] ?? {})) {
    requests[`${singular}Bulk${kind}`] = schema;
  }
  if (own) requests[`${singular}Create`] = own.create;
  if (own?.update) requests[`${singular}Update`] = own.update;
}
for (const [recipe, schema] of Object.entries(schemas.automationRequests)) {
  // `invoice.record_payment` becomes InvoiceRecordPaymentAutomation; its input is InvoiceRecordPaymentInput.
  const name = pascal(recipe.split(/[._]/));
  const { input } = schema.entries;
  if (!Object.values(requests).includes(input)) requests[`${name}Input`] = input;
  requests[`${name}Automation`] = schema;
}
requests['AutomationCreate'] = schemas.AutomationRequest;

const overrideRef = ({ referenceId }: { readonly referenceId: string }) => `#/components/schemas/${referenceId}`;
const asAnswer: ConversionConfig = { ...asJsonSchema, typeMode: 'output', overrideRef };
const asRequest: ConversionConfig = { ...asInput, overrideRef };

/** `components.schemas`: every named shape. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...toJsonSchemaDefs(answers, asAnswer), ...toJsonSchemaDefs(requests, asRequest) };
}

export const isRequestSchema = (component: string): boolean => component in requests;

/** Returns an answer's schema, with references to named shapes. */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return withoutDefinitions(toJsonSchema(schema, { ...asAnswer, definitions: answers }));
}

/** References the request bodies by name; without a name the reference would be broken. */
export function requestSchema(bodies: readonly v.GenericSchema[]): JsonSchema {
  const nameOf = (body: v.GenericSchema) => Object.keys(requests).find((name) => requests[name] === body);
  const each = bodies.map((body) => ({ $ref: `#/components/schemas/${nameOf(body)}` }));
  return each.length > 1 ? { oneOf: each } : { ...each[0] };
}

function withoutDefinitions({ $schema, $defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

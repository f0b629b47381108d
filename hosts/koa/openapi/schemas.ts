import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { QuoteSearchRequest, type ResourceType } from '#core';
import {
  AutomationPlanAnswer,
  automationRequests,
  ConnectionAnswer,
  ConnectSessionAnswer,
  ConnectSessionRequest,
  ErrorAnswer,
  EventAnswer,
  familyOf,
  ListingMetaAnswer,
  NativeWriteRequest,
  OperationAnswer,
  OperationErrorAnswer,
  ProblemAnswer,
  ProviderActionRequest,
  ProviderAnswer,
  ProviderLinkAnswer,
  ReasonRequest,
  RecipeAnswer,
  RegisteredWebhookEndpointAnswer,
  SearchMetaAnswer,
  SyncRequest,
  TimelineEntryAnswer,
  TimelineMetaAnswer,
  UsageAnswer,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
  WebhookEndpointAnswer,
  WebhookEndpointPatch,
  WebhookEndpointRequest,
  WebhookRecoveryRequest,
} from '#core/schemas';
import { resourceWords } from '../routes/resource-words.ts';

type Named = Record<string, v.GenericSchema>;

const answers: Named = {
  Error: ErrorAnswer,
  Problem: ProblemAnswer,
  ListMeta: ListingMetaAnswer,
  SearchMeta: SearchMetaAnswer,
  ProviderLink: ProviderLinkAnswer,
  Provider: ProviderAnswer,
  ConnectSession: ConnectSessionAnswer,
  Connection: ConnectionAnswer,
  Operation: OperationAnswer,
  OperationError: OperationErrorAnswer,
  Recipe: RecipeAnswer,
  AutomationPlan: AutomationPlanAnswer,
  Event: EventAnswer,
  TimelineEntry: TimelineEntryAnswer,
  TimelineMeta: TimelineMetaAnswer,
  Usage: UsageAnswer,
  WebhookEndpoint: WebhookEndpointAnswer,
  RegisteredWebhookEndpoint: RegisteredWebhookEndpointAnswer,
  WebhookDelivery: WebhookDeliveryAnswer,
  WebhookDeliveryDetail: WebhookDeliveryDetailAnswer,
  ...Object.fromEntries(resourceWords.map(({ type, singular }) => [singular, familyOf(type).answer])),
};

const requests: Named = {
  ConnectSessionCreate: ConnectSessionRequest,
  WebhookEndpointCreate: WebhookEndpointRequest,
  WebhookEndpointUpdate: WebhookEndpointPatch,
  WebhookRecovery: WebhookRecoveryRequest,
  Sync: SyncRequest,
  Reason: ReasonRequest,
  DocumentReference: ProviderActionRequest,
  NativeWrite: NativeWriteRequest,
  QuoteSearch: QuoteSearchRequest,
  ...Object.fromEntries(resourceWords.flatMap(({ type, singular }) => normalized(type, singular))),
  ...Object.fromEntries(Object.entries(automationRequests).map(([recipe, schema]) => [automationName(recipe), schema])),
};

/** `invoice.record_payment` is InvoiceRecordPaymentAutomation. */
function automationName(recipe: string): string {
  const words = recipe.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Automation`;
}

function normalized(type: ResourceType, singular: string): [string, v.GenericSchema][] {
  const { requests } = familyOf(type);
  if (!requests) return [];
  return [
    [`${singular}Create`, requests.create],
    [`${singular}Update`, requests.update],
  ];
}

const shared: ConversionConfig = {
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Requests are shown as what a client may send. A check in code has no JSON Schema: the answer names what it refuses. */
const asInput: ConversionConfig = {
  ...shared,
  typeMode: 'input',
  errorMode: 'ignore',
  overrideSchema: ({ valibotSchema }) => (valibotSchema === nativeDocument ? { type: 'object' } : undefined),
};
const nativeDocument: unknown = NativeWriteRequest.entries.provider_data;

const asOutput: ConversionConfig = { ...shared, typeMode: 'output' };

/** `components.schemas`: every named shape, once. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...toJsonSchemaDefs(answers, asOutput), ...toJsonSchemaDefs(requests, asInput) };
}

/** An answer's schema with references to what has a name. */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return withoutDefinitions(toJsonSchema(schema, { ...asOutput, definitions: answers }));
}

/** What a client may send for this schema, as a JSON Schema of its own. */
export function inputJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { overrideRef: _refs, ...whole } = asInput;
  return toJsonSchema(schema, whole);
}

/** One of several request bodies, by reference to what has a name. */
export function requestSchema(schemas: readonly v.GenericSchema[]): JsonSchema {
  const each = schemas.map((schema) => {
    const name = Object.keys(requests).find((key) => requests[key] === schema);
    if (name === undefined) throw new Error('a request body has no name in the OpenAPI document');
    return { $ref: `#/components/schemas/${name}` };
  });
  const [only, ...others] = each;
  return only !== undefined && others.length === 0 ? only : { anyOf: each };
}

function withoutDefinitions({ $schema, $defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

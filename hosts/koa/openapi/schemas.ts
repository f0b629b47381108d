import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { QuoteSearchRequest } from '#core';
import * as schemas from '#core/schemas';
import { pascal, resourceWords } from '../routes/resource-words.ts';

const families = resourceWords.map(({ type, singular }) => ({ ...schemas.familyOf(type), singular }));

const answers: Record<string, v.GenericSchema> = {
  Error: schemas.ErrorAnswer,
  Problem: schemas.ProblemAnswer,
  ListMeta: schemas.ListingMetaAnswer,
  SearchMeta: schemas.SearchMetaAnswer,
  ProviderLink: schemas.ProviderLinkAnswer,
  Provider: schemas.ProviderAnswer,
  ConnectSession: schemas.ConnectSessionAnswer,
  Connection: schemas.ConnectionAnswer,
  Operation: schemas.OperationAnswer,
  OperationError: schemas.OperationErrorAnswer,
  Recipe: schemas.RecipeAnswer,
  AutomationPlan: schemas.AutomationPlanAnswer,
  Event: schemas.EventAnswer,
  TimelineEntry: schemas.TimelineEntryAnswer,
  TimelineMeta: schemas.TimelineMetaAnswer,
  Usage: schemas.UsageAnswer,
  WebhookEndpoint: schemas.WebhookEndpointAnswer,
  RegisteredWebhookEndpoint: schemas.RegisteredWebhookEndpointAnswer,
  WebhookDelivery: schemas.WebhookDeliveryAnswer,
  WebhookDeliveryDetail: schemas.WebhookDeliveryDetailAnswer,
  ...Object.fromEntries(families.map(({ singular, answer }) => [singular, answer])),
};

const requests: Record<string, v.GenericSchema> = {
  ConnectSessionCreate: schemas.ConnectSessionRequest,
  WebhookEndpointCreate: schemas.WebhookEndpointRequest,
  WebhookEndpointUpdate: schemas.WebhookEndpointPatch,
  WebhookRecovery: schemas.WebhookRecoveryRequest,
  Sync: schemas.SyncRequest,
  Reason: schemas.ReasonRequest,
  DocumentReference: schemas.ProviderActionRequest,
  NativeWrite: schemas.NativeWriteRequest,
  QuoteSearch: QuoteSearchRequest,
};
for (const { singular, requests: own } of families) {
  if (own) Object.assign(requests, { [`${singular}Create`]: own.create, [`${singular}Update`]: own.update });
}
for (const [recipe, schema] of Object.entries(schemas.automationRequests)) {
  // `invoice.record_payment` is InvoiceRecordPaymentAutomation.
  requests[`${pascal(recipe.split(/[._]/))}Automation`] = schema;
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
const nativeDocument: unknown = schemas.NativeWriteRequest.entries.provider_data;

const asOutput: ConversionConfig = { ...shared, typeMode: 'output' };

/** `components.schemas`: every named shape, once. */
export function componentSchemas(): Record<string, JsonSchema> {
  return { ...toJsonSchemaDefs(answers, asOutput), ...toJsonSchemaDefs(requests, asInput) };
}

/** An answer's schema with references to what has a name. */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return withoutDefinitions(toJsonSchema(schema, { ...asOutput, definitions: answers }));
}

/** One of several request bodies, by references to their names; without a name the reference leads nowhere. */
export function requestSchema(bodies: readonly v.GenericSchema[]): JsonSchema {
  const nameOf = (body: v.GenericSchema) => Object.keys(requests).find((name) => requests[name] === body);
  const each = bodies.map((body) => ({ $ref: `#/components/schemas/${nameOf(body)}` }));
  return each.length > 1 ? { anyOf: each } : { ...each[0] };
}

/** What a client may send for this schema, as a JSON Schema of its own. */
export function inputJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { overrideRef: _refs, ...whole } = asInput;
  return toJsonSchema(schema, whole);
}

function withoutDefinitions({ $schema, $defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

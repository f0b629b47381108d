// Makes the OpenAPI document from the routes and from the schemas that check requests and answers.
import { idempotencyKeyMaxLength } from '#core';
import { includeParameter, listParameters } from '../../hosts/koa/routes/query-parameters.ts';
import { resourceWords } from '../../hosts/koa/routes/resource-words.ts';
import type { Route } from '../../hosts/koa/routes/route.ts';
import { exampled } from './described-fields.ts';
import { nameParts } from './named-parts.ts';
import { describeOperation, pathOf } from './operation.ts';
import { errorResponses, headers, heldResponses } from './responses.ts';
import { componentSchemas, isRequestSchema } from './schemas.ts';
import { webhooks } from './webhooks.ts';

/** A test compares it with package.json. */
const version = '0.1.0';

const introduction = `Connect a customer's accounting organization, read and write its records through one stable API, and hear of every change by signed webhook.

**Answers.** Success is \`{ success: true, message, data, meta? }\`; an error is flat: \`{ success: false, message, code, reason?, request_id, retryable, … }\`. With \`Accept: application/problem+json\` errors also carry the members of RFC 9457. Unknown query parameters and unknown fields of a body are refused by name.

**Lists.** \`limit\` with either \`page\` or \`cursor\`; \`meta.next_cursor\` leads to the next page. A list read by \`cursor\` has null as \`meta.page\`.

**Writes.** Every write to the provider takes an \`Idempotency-Key\`; repeating a write with the same key is always safe.

**Limits.** One API key runs at most 50 requests of a host process at once, of which at most 10 wait (\`Prefer: wait\`, for a request with the same \`Idempotency-Key\` that is still running, or for a record that another change holds). Beyond that: 429 \`RATE_LIMITED\`, \`reason\` \`key_concurrency\`, \`Retry-After\`.

**Generators.** Operations with \`x-internal: true\` are for the customer's browser and for the provider: leave them out of a client.

**Ids.** Every parameter that takes the service's id of a record also takes the provider's own id: 1-100 bytes of UTF-8, percent-encoded in a path. The service's ids have at most 166 characters.`;

const tags: Readonly<Record<string, string>> = {
  Discovery: 'Providers, and this document.',
  Connecting: 'Links by which customers connect an organization.',
  Connections: 'Connected organizations.',
  ...Object.fromEntries(resourceWords.map(({ tag, spoken }) => [tag, `Accounting records: ${spoken}.`])),
  Reports: 'What the provider computes of an organization’s books, live.',
  'Provider requests': 'Requests of one’s own to the provider, for what this API does not model.',
  Automations: 'Several writes as one durable piece of work.',
  Operations: 'Durable background work.',
  Events: 'What the service announced.',
  Webhooks: 'Signed events to your own endpoints.',
  Requests: 'Answered requests to this API.',
  Usage: 'What was used, and which of it is billable.',
  Health: 'For load balancers.',
  'Provider notifications': 'Called by the provider.',
  'Hosted connect page': 'Opened by the customer’s browser.',
};

export function openApiDocument(routes: readonly Route[], baseUrl: string): object {
  const { schemas, pointing } = nameParts(componentSchemas(), isRequestSchema);
  const { components, ...rest } = pointing(wholeDocument(routes, baseUrl)) as { readonly components: object };
  return { ...rest, components: { ...components, schemas: schemas() } };
}

function wholeDocument(routes: readonly Route[], baseUrl: string): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Ledgerport',
      version,
      summary: 'Accounting integration through one API.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Whoever runs this host' },
    },
    externalDocs: { description: 'The guides, which every host serves.', url: `${baseUrl}/docs` },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(routes),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `acct_test_…` reaches the test environment, `acct_live_…` the live one. The scope that an operation names is needed (FORBIDDEN with `reason` `scope_missing` otherwise).',
        },
      },
      parameters: sharedParameters(),
      headers,
      responses: { ...errorResponses(), ...heldResponses() },
    },
  };
}

function paths(routes: readonly Route[]): Record<string, Record<string, object>> {
  const made: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const doc of route.operations.filter(({ listedAs }) => listedAs === undefined)) {
      const path = pathOf(route, doc);
      made[path] = { ...made[path], [route.method.toLowerCase()]: describeOperation(route, doc) };
    }
  }
  return made;
}

const pathParameters: Readonly<Record<string, string>> = {
  connect_session_id: 'A connect session, `cs_…`.',
  connection_id: 'A connection of this organization and environment, `conn_…`.',
  resource_id: 'The service’s id of the record, or the provider’s own.',
  allocation_id:
    'The provider’s id of the allocation; or the id of the invoice, if the credit has one allocation to it.',
  attachment_id: 'The service’s id of the file, `att_…`, or the provider’s own.',
  provider_id: 'The provider’s own, immutable id of the invoice.',
  operation_id: 'An operation, `op_…`.',
  webhook_endpoint_id: 'A webhook endpoint, `we_…`.',
  delivery_id: 'A webhook delivery, `dlv_…`.',
  event_id: 'An event, `evt_…`.',
  provider_request_id: 'A provider request, `prq_…`.',
  request_id: 'A request’s id, `req_…`, or its `X-Request-ID`.',
  provider: 'A provider’s id in `GET /v1/providers`.',
  provider_app_id: 'A provider app, `app_…`.',
  token: 'The secret part of a connect link.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any text of your own, unique to this write. For 30 days a request with the same key and body gets the first answer again and writes nothing. A key of kind `agent` sends `Request-Ref` in its place where it creates.',
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyMaxLength },
  example: 'order-1001-invoice',
};

const agentHeaders = {
  RequestRef: {
    name: 'Request-Ref',
    in: 'header',
    required: false,
    description:
      'Of a key of kind `agent`, in place of the Idempotency-Key, and required there: what this write is for in the caller’s world, such as an order or a ticket, and no random id. The same reference and call get the first answer again, whichever key of the organization and environment asks; another call under it is CONFLICT with `reason` `ref_used`. A reference whose last try certainly wrote nothing is free. Other keys get BAD_REQUEST.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
    example: 'order 1001',
  },
  CompanyName: {
    name: 'Company-Name',
    in: 'header',
    required: false,
    description:
      'Of a key of kind `agent` that reaches several companies, and required there: the name of this connection’s company, percent-encoded or in UTF-8. Another name is CONFLICT with `reason` `company_mismatch`, and nothing is written.',
    schema: { type: 'string', minLength: 1, maxLength: 1000 },
    example: 'Harbour Coffee Ltd',
  },
  NotSameAs: {
    name: 'Not-Same-As',
    in: 'header',
    required: false,
    description:
      'Of a key of kind `agent`: the look-alike that this write is not, by the `id` that `looks_the_same` told, or by the provider’s id. It must be the newest one.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d',
  },
};

/** `components.parameters`, shared by several operations. */
function sharedParameters(): Record<string, object> {
  const inPath = Object.entries(pathParameters).map(([name, description]) => ({
    ...{ name, in: 'path', required: true, description, schema: { type: 'string' } },
  }));
  const inQuery = [...listParameters, includeParameter].map((one) => ({ ...one, in: 'query', required: false }));
  return {
    ...Object.fromEntries([...inPath, ...inQuery].map((parameter) => [parameter.name, exampled(parameter)])),
    IdempotencyKey: { ...idempotencyKey, required: true },
    OptionalIdempotencyKey: { ...idempotencyKey, required: false },
    ...agentHeaders,
    PreferWait: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`wait=N` (RFC 7240): wait up to N seconds for the provider’s budget instead of being refused with RATE_LIMITED; above 20 counts as 20. At most ten requests of a key wait at a time; one more is RATE_LIMITED with `reason` `key_concurrency`.',
      schema: { type: 'string' },
      example: 'wait=10',
    },
    RequestId: exampled({
      name: 'X-Request-ID',
      in: 'header',
      required: false,
      description: 'Your own id of the request; the service uses it when it has 1-128 characters of `[A-Za-z0-9._-]`.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    }),
  };
}

// Makes the OpenAPI document of the routes and the schemas that check them: nothing is said twice.
import { resourceWords } from '../routes/resource-words.ts';
import type { Route } from '../routes/route.ts';
import { describeOperation, pathOf } from './operation.ts';
import { sharedParameters } from './parameters.ts';
import { errorResponses, headers } from './responses.ts';
import { componentSchemas } from './schemas.ts';

const introduction = `Connect a customer's accounting organization, read and write its records through one stable API, and hear of every change by signed webhook.

**Answers.** Success is \`{ success: true, message, data, meta? }\`; an error is flat: \`{ success: false, message, code, reason?, request_id, retryable, … }\`. With \`Accept: application/problem+json\` errors also carry the members of RFC 9457. Unknown query parameters and unknown fields of a body are refused by name.

**Lists.** \`limit\` with either \`page\` or \`cursor\`; \`meta.next_cursor\` leads to the next page. A list read by \`cursor\` has null as \`meta.page\`.

**Writes.** Every write to the provider takes an \`Idempotency-Key\`; repeating a write with the same key is always safe.

**Limits.** One API key runs at most 50 requests of a host process at once, of which at most 10 wait (\`Prefer: wait\`, for a request with the same \`Idempotency-Key\` that is still running, or for a record that another change holds). Beyond that: 429 \`RATE_LIMITED\`, \`reason\` \`key_concurrency\`, \`Retry-After\`.

**Ids.** Every parameter that takes the service's id of a record also takes the provider's own id.`;

const tags: Readonly<Record<string, string>> = {
  Discovery: 'Providers, and this document.',
  Connecting: 'Links by which customers connect an organization.',
  Connections: 'Connected organizations.',
  ...Object.fromEntries(resourceWords.map(({ tag, spoken }) => [tag, `Accounting records: ${spoken}.`])),
  Automations: 'Several writes as one durable piece of work.',
  Operations: 'Durable background work.',
  Events: 'What the service announced.',
  Webhooks: 'Signed events to your own endpoints.',
  Usage: 'What was used, and what is billed.',
  Health: 'For load balancers.',
  'Provider notifications': 'Called by the provider.',
  'Hosted connect page': 'Opened by the customer’s browser.',
};

export function openApiDocument(routes: readonly Route[], baseUrl: string): object {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Ledgerport',
      version: 'v1',
      summary: 'Accounting integration through one API.',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(routes),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `acct_test_…` reaches the test environment, `acct_live_…` the live one.',
        },
      },
      parameters: sharedParameters(),
      headers,
      responses: errorResponses(),
      schemas: componentSchemas(),
    },
  };
}

function paths(routes: readonly Route[]): Record<string, Record<string, object>> {
  const made: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const doc of route.operations) {
      const path = pathOf(route, doc);
      made[path] = { ...made[path], [route.method.toLowerCase()]: describeOperation(route, doc) };
    }
  }
  return made;
}

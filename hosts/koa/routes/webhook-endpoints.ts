import {
  listOf,
  RegisteredWebhookEndpointAnswer,
  successOf,
  WebhookEndpointAnswer,
  WebhookEndpointRequest,
} from '#core';
import { presentListingMeta } from '../present/listing-meta.ts';
import { presentWebhookEndpoint } from '../present/webhook-endpoint.ts';
import { bodyErrors, idempotencyErrors } from './error-codes.ts';
import { listParameters } from './query-parameters.ts';
import { apiRoute, type Route } from './route.ts';

const one = {
  status: 200,
  description: 'The endpoint.',
  contentType: 'application/json',
  schema: successOf(WebhookEndpointAnswer),
} as const;

const register = apiRoute({
  method: 'POST',
  path: '/v1/webhook-endpoints',
  operations: [
    {
      operationId: 'createWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Register a webhook endpoint',
      description: 'The answer holds `signing_secret`, this once and never again.',
      idempotencyKey: 'optional',
      body: {
        description: 'An HTTPS destination and the events that it wants.',
        schemas: [WebhookEndpointRequest],
        examples: {
          payments: {
            summary: 'What happens to invoices',
            value: {
              url: 'https://app.example.com/hooks/accounting',
              event_types: ['invoice.updated', 'invoice.paid'],
              description: 'Billing',
            },
          },
          everything: {
            summary: 'Every event, also types to come',
            value: { url: 'https://app.example.com/hooks/all', event_types: ['*'] },
          },
        },
      },
      success: {
        status: 201,
        description: 'The endpoint with its signing secret.',
        contentType: 'application/json',
        schema: successOf(RegisteredWebhookEndpointAnswer),
      },
      errors: [...bodyErrors, 'READ_ONLY', ...idempotencyErrors],
    },
  ],
  handle: async ({ core, caller, write }) => {
    const { value, replayed } = await core.webhooks.createEndpoint(caller, { write });
    const { endpoint, signingSecret } = value;
    return {
      message: replayed
        ? 'Webhook endpoint was already registered'
        : 'Webhook endpoint registered; keep its signing secret',
      data: {
        ...presentWebhookEndpoint(endpoint),
        ...(signingSecret === null ? {} : { signing_secret: signingSecret }),
      },
      replayed,
    };
  },
});

const list = apiRoute({
  method: 'GET',
  path: '/v1/webhook-endpoints',
  operations: [
    {
      operationId: 'listWebhookEndpoints',
      tag: 'Webhooks',
      summary: 'List webhook endpoints',
      description: 'The endpoints of the key’s environment, newest first, without removed ones.',
      query: listParameters,
      success: {
        status: 200,
        description: 'One page of endpoints.',
        contentType: 'application/json',
        schema: listOf(WebhookEndpointAnswer),
      },
      errors: ['BAD_REQUEST'],
    },
  ],
  handle: async ({ core, caller, query }) => {
    const listing = await core.webhooks.listEndpoints(caller, query);
    return {
      message: 'Webhook endpoints',
      data: { items: listing.items.map(presentWebhookEndpoint) },
      meta: presentListingMeta(listing),
    };
  },
});

const read = apiRoute({
  method: 'GET',
  path: '/v1/webhook-endpoints/:webhook_endpoint_id',
  operations: [
    {
      operationId: 'getWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Get a webhook endpoint',
      success: one,
      errors: ['NOT_FOUND'],
    },
  ],
  handle: async ({ core, caller, param }) => {
    const endpoint = await core.webhooks.findEndpoint(caller, param('webhook_endpoint_id'));
    return { message: 'Webhook endpoint', data: presentWebhookEndpoint(endpoint) };
  },
});

const remove = apiRoute({
  method: 'DELETE',
  path: '/v1/webhook-endpoints/:webhook_endpoint_id',
  operations: [
    {
      operationId: 'deleteWebhookEndpoint',
      tag: 'Webhooks',
      summary: 'Remove a webhook endpoint',
      description: 'Stops its deliveries. What was delivered stays on record.',
      success: one,
      errors: ['READ_ONLY', 'NOT_FOUND'],
    },
  ],
  handle: async ({ core, caller, param }) => {
    const endpoint = await core.webhooks.removeEndpoint(caller, param('webhook_endpoint_id'));
    return { message: 'Webhook endpoint removed', data: presentWebhookEndpoint(endpoint) };
  },
});

export const webhookEndpointRoutes: readonly Route[] = [register, list, read, remove];

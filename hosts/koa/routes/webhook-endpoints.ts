import {
  listOf,
  RegisteredWebhookEndpointAnswer,
  successOf,
  WebhookDeliveryAnswer,
  WebhookEndpointAnswer,
  WebhookEndpointPatch,
  WebhookEndpointRequest,
} from '#core/schemas';
import { pageOf, presentDelivery, presentWebhookEndpoint } from '../present/answers.ts';
import { listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const one = json(200, 'The endpoint.', successOf(WebhookEndpointAnswer));

export const webhookEndpointRoutes = apiRoutes('Webhooks', {
  'POST /v1/webhook-endpoints': {
    audits: true,
    operationId: 'createWebhookEndpoint',
    summary: 'Register a webhook endpoint',
    description:
      'Only this answer holds `signing_secret`. CONFLICT with `reason` `endpoint_limit_reached` when the environment has 100 endpoints, disabled ones too.',
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
    success: json(201, 'The endpoint with its signing secret.', successOf(RegisteredWebhookEndpointAnswer)),
    handle: async ({ core, caller, write }) => {
      const { value, replayed } = await core.webhooks.createEndpoint(caller, { write });
      return {
        message: replayed
          ? 'Webhook endpoint was already registered'
          : 'Webhook endpoint registered; keep its signing secret',
        data: presentWebhookEndpoint(value.endpoint, value.signingSecret),
        replayed,
      };
    },
  },
  'GET /v1/webhook-endpoints': {
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'The endpoints of the key’s environment, newest first, without removed ones.',
    query: listParameters,
    success: json(200, 'One page of endpoints.', listOf(WebhookEndpointAnswer)),
    handle: async ({ core, caller, query }) =>
      pageOf('Webhook endpoints', await core.webhooks.listEndpoints(caller, query), (one) =>
        presentWebhookEndpoint(one),
      ),
  },
  'GET /v1/webhook-endpoints/:webhook_endpoint_id': {
    operationId: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint',
    success: one,
    handle: async ({ core, caller, param }) => {
      const endpoint = await core.webhooks.findEndpoint(caller, param('webhook_endpoint_id'));
      return { message: 'Webhook endpoint', data: presentWebhookEndpoint(endpoint) };
    },
  },
  'PATCH /v1/webhook-endpoints/:webhook_endpoint_id': {
    audits: true,
    operationId: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'A field that is left out stays as it is. Deliveries on their way go to the new address. The service sends nothing to a `disabled` endpoint, and deliveries that wait for it end as `failed` (`recover` sends them later). Enabling and a new address reset `health`. Enabling is CONFLICT with `reason` `endpoint_limit_reached` in an environment that has more than 100 endpoints from an earlier release.',
    body: {
      description: 'The fields to change.',
      schemas: [WebhookEndpointPatch],
      examples: {
        move: { summary: 'Another address', value: { url: 'https://app.example.com/hooks/v2' } },
        disable: { summary: 'Send nothing for now', value: { status: 'disabled' } },
      },
    },
    success: one,
    errors: ['CONFLICT'],
    handle: async ({ core, caller, param, write }) => {
      const endpoint = await core.webhooks.updateEndpoint(caller, param('webhook_endpoint_id'), write.body);
      return { message: 'Webhook endpoint changed', data: presentWebhookEndpoint(endpoint) };
    },
  },
  'DELETE /v1/webhook-endpoints/:webhook_endpoint_id': {
    audits: true,
    operationId: 'deleteWebhookEndpoint',
    summary: 'Remove a webhook endpoint',
    description: 'Stops its deliveries. Earlier deliveries stay readable.',
    success: one,
    handle: async ({ core, caller, param }) => {
      const endpoint = await core.webhooks.removeEndpoint(caller, param('webhook_endpoint_id'));
      return { message: 'Webhook endpoint removed', data: presentWebhookEndpoint(endpoint) };
    },
  },
  'POST /v1/webhook-endpoints/:webhook_endpoint_id/rotate-secret': {
    audits: true,
    operationId: 'rotateWebhookEndpointSecret',
    summary: 'Rotate a signing secret',
    description:
      'Only this answer holds the new `signing_secret`. For 24 hours deliveries carry a signature of each of the two secrets (two `v1=` values). CONFLICT with `reason` `secret_changed_meanwhile` when another rotation came at the same time.',
    idempotencyKey: 'optional',
    success: json(200, 'The endpoint with its new signing secret.', successOf(RegisteredWebhookEndpointAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const asked = { endpointId: param('webhook_endpoint_id'), write };
      const { value, replayed } = await core.webhooks.rotateSecret(caller, asked);
      return {
        message: replayed ? 'Signing secret was already rotated' : 'Signing secret rotated; keep the new one',
        data: presentWebhookEndpoint(value.endpoint, value.signingSecret),
        replayed,
      };
    },
  },
  'POST /v1/webhook-endpoints/:webhook_endpoint_id/test': {
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'Sends `endpoint.test` to this endpoint only, signed like every event, in one attempt. The delivery says how it went. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint.',
    idempotencyKey: 'optional',
    success: json(200, 'The delivery, queued.', successOf(WebhookDeliveryAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const asked = { endpointId: param('webhook_endpoint_id'), write };
      const { value, replayed } = await core.webhooks.tryEndpoint(caller, asked);
      return { message: `Test delivery is ${value.state}`, data: presentDelivery(value), replayed };
    },
  },
});

import {
  EndpointStatisticsAnswer,
  listOf,
  OperationAnswer,
  presentDelivery,
  presenter,
  presentOperation,
  presentWebhookEndpoint,
  RegisteredWebhookEndpointAnswer,
  successOf,
  WaitingAnswer,
  WebhookDeliveryAnswer,
  WebhookEndpointAnswer,
  WebhookEndpointPatch,
  WebhookEndpointRequest,
  WebhookRecoveryRequest,
} from '#core/schemas';
import { pageOf, presentHours } from '../present/answers.ts';
import { listParameters, periodParameter } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const presentWaiting = presenter(WaitingAnswer);
const one = json(200, 'The endpoint.', successOf(WebhookEndpointAnswer));

export const webhookRoutes = apiRoutes('Webhooks', {
  'POST /v1/webhook-endpoints': {
    secret: true,
    settings: true,
    audits: true,
    operationId: 'createWebhookEndpoint',
    summary: 'Register a webhook endpoint',
    description:
      'Only this answer holds `signing_secret`. CONFLICT with `reason` `endpoint_limit_reached` when the environment has 100 endpoints, including disabled ones; NOT_FOUND for a repetition whose endpoint was removed.',
    idempotencyKey: 'optional',
    errors: ['NOT_FOUND'],
    body: {
      description: 'An HTTPS address, and the events to send there.',
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
          summary: 'Every event, even of future types',
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
      pageOf('Webhook endpoints', await core.webhooks.listEndpoints(caller, query), presentWebhookEndpoint),
  },
  'GET /v1/webhook-endpoints/:webhook_endpoint_id': {
    operationId: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint',
    description: 'With its health; never its signing secret.',
    success: one,
    handle: async ({ core, caller, param }) => {
      const endpoint = await core.webhooks.findEndpoint(caller, param('webhook_endpoint_id'));
      return { message: 'Webhook endpoint', data: presentWebhookEndpoint(endpoint) };
    },
  },
  'PATCH /v1/webhook-endpoints/:webhook_endpoint_id': {
    settings: true,
    audits: true,
    operationId: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'An absent field stays as it is. Unfinished deliveries go to the new address. The service sends nothing to a `disabled` endpoint: deliveries that wait for it are held for 24 hours (`health.kept_until`), are sent when it is enabled before, and else end as `failed` (`recover` sends them later). Enabling and a new address reset `health`.',
    body: {
      description: 'The fields to change.',
      schemas: [WebhookEndpointPatch],
      examples: {
        move: { summary: 'Another address', value: { url: 'https://app.example.com/hooks/v2' } },
        disable: { summary: 'Send nothing for now', value: { status: 'disabled' } },
      },
    },
    success: one,
    handle: async ({ core, caller, param, write }) => {
      const endpoint = await core.webhooks.updateEndpoint(caller, param('webhook_endpoint_id'), write.body);
      return { message: 'Webhook endpoint changed', data: presentWebhookEndpoint(endpoint) };
    },
  },
  'DELETE /v1/webhook-endpoints/:webhook_endpoint_id': {
    settings: true,
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
    secret: true,
    settings: true,
    audits: true,
    operationId: 'rotateWebhookEndpointSecret',
    summary: 'Rotate a signing secret',
    description:
      'Only this answer holds the new `signing_secret`. For 24 hours deliveries carry a signature of each of the two secrets (two `v1=` values). CONFLICT with `reason` `secret_changed_meanwhile` when another rotation happened at the same time.',
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
    settings: true,
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'Sends `endpoint.test` to this endpoint only, signed like every event, in one attempt. The delivery shows the result. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint.',
    idempotencyKey: 'optional',
    success: json(200, 'The delivery, queued.', successOf(WebhookDeliveryAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const asked = { endpointId: param('webhook_endpoint_id'), write };
      const { value, replayed } = await core.webhooks.tryEndpoint(caller, asked);
      return { message: `Test delivery is ${value.state}`, data: presentDelivery(value), replayed };
    },
  },
  'POST /v1/webhook-endpoints/:webhook_endpoint_id/recover': {
    scope: 'admin',
    audits: true,
    operationId: 'recoverWebhookEndpoint',
    summary: 'Redeliver what did not arrive',
    description:
      'Starts a `webhook.recover` operation for the events in the range that were created after the endpoint: deliveries that ended without success begin a new run; deliveries that still wait, and events that the endpoint subscribes to and never got, are sent now. They are sent in the order of `sequence`, one at a time for each connection. Progress is in the operation’s steps. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint.',
    idempotencyKey: 'optional',
    body: {
      description: 'Which events, and why; stored in the audit log.',
      schemas: [WebhookRecoveryRequest],
      examples: {
        outage: {
          summary: 'After an outage',
          value: {
            since: '2026-11-18T06:00:00Z',
            until: '2026-11-21T09:30:00Z',
            reason: 'the receiver was down over the weekend',
          },
        },
      },
    },
    success: json(202, 'The operation, queued.', successOf(OperationAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const asked = { endpointId: param('webhook_endpoint_id'), write };
      const { value, replayed } = await core.webhooks.recoverEndpoint(caller, asked);
      return { message: `Recovery is ${value.state}`, data: presentOperation(value), replayed };
    },
  },
  'GET /v1/webhook-endpoints/:webhook_endpoint_id/statistics': {
    operationId: 'getWebhookEndpointStatistics',
    summary: 'Get the statistics of an endpoint',
    description:
      'How the deliveries and attempts that ended in the period went, by `hours` (each from its `at` to that of the next, the last until now) and in sum, and what waits now.',
    query: [periodParameter],
    success: json(200, 'Counts and the success rate.', successOf(EndpointStatisticsAnswer)),
    handle: async ({ core, caller, param, query }) => {
      const statistics = await core.webhooks.endpointStatistics(caller, param('webhook_endpoint_id'), query);
      const { id, since, successRate, hours, waiting, ...counts } = statistics;
      const sums = { ...counts, hours: presentHours(hours), waiting: presentWaiting(waiting) };
      const data = { webhook_endpoint_id: id, since: since.toISOString(), success_rate: successRate, ...sums };
      return { message: 'Webhook endpoint statistics', data };
    },
  },
});

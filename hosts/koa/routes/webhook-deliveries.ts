import { deliveredTypes, operationStates } from '#core';
import {
  EndpointStatisticsAnswer,
  listedOf,
  listOf,
  OperationAnswer,
  successOf,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
  WebhookRecoveryRequest,
} from '#core/schemas';
import { pageOf, presentDelivery, presentOperation } from '../present/answers.ts';
import { createdFilters, filter, listParameters } from './query-parameters.ts';
import { apiRoutes, json, reasonBody } from './route.ts';

export const webhookDeliveryRoutes = apiRoutes('Webhooks', {
  'GET /v1/webhook-deliveries': {
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: 'Every event on its way to every endpoint, with all attempts, newest first.',
    query: [
      ...listParameters,
      filter('state', 'Only deliveries in this state, such as `dead_letter`.', operationStates),
      filter('webhook_endpoint_id', 'Only deliveries to this endpoint.'),
      filter('event_id', 'Only deliveries of this event.'),
      filter('event_type', 'Only deliveries of events of this type.', deliveredTypes),
      filter('connection_id', 'Only deliveries of events of this connection.'),
      ...createdFilters('deliveries'),
    ],
    success: json(200, 'One page of deliveries.', listOf(listedOf(WebhookDeliveryAnswer))),
    handle: async ({ core, caller, query }) =>
      pageOf('Webhook deliveries', await core.webhooks.listDeliveries(caller, query), presentDelivery),
  },
  'GET /v1/webhook-deliveries/:delivery_id': {
    operationId: 'getWebhookDelivery',
    summary: 'Get a webhook delivery',
    description: 'With every attempt and the exact body that is sent.',
    success: json(200, 'The delivery.', successOf(WebhookDeliveryDetailAnswer)),
    handle: async ({ core, caller, param }) => {
      const { delivery, body } = await core.webhooks.findDelivery(caller, param('delivery_id'));
      return { message: `Webhook delivery is ${delivery.state}`, data: { ...presentDelivery(delivery), body } };
    },
  },
  'POST /v1/webhook-deliveries/:delivery_id/replay': {
    audits: true,
    operationId: 'replayWebhookDelivery',
    summary: 'Replay a webhook delivery',
    description:
      'Sends an ended delivery once more, also one that succeeded; its earlier attempts stay readable. CONFLICT with `reason` `delivery_not_terminal` while it is on its way, `endpoint_not_enabled` when its endpoint is disabled or removed, `event_expired` when its event is no longer stored.',
    idempotencyKey: 'required',
    body: reasonBody('Why; stored in the audit log.', 'Why', 'the receiver lost its database'),
    success: json(202, 'The delivery, queued again.', successOf(WebhookDeliveryAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.webhooks.replayDelivery(caller, {
        deliveryId: param('delivery_id'),
        write,
      });
      return { message: `Webhook delivery is ${value.state}`, data: presentDelivery(value), replayed };
    },
  },
  'POST /v1/webhook-endpoints/:webhook_endpoint_id/recover': {
    audits: true,
    operationId: 'recoverWebhookEndpoint',
    summary: 'Redeliver what did not arrive',
    description:
      'Starts a `webhook.recover` operation for the events that were created in the range, after the endpoint was: deliveries that ended without success begin a new run, those that still wait are sent now, and so are events that the endpoint wants and never got. They are sent in the order of `sequence`, one at a time for each connection. Progress is in the operation’s steps. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint.',
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
    description: 'How the deliveries and attempts of the last 24 hours went.',
    success: json(200, 'Counts and the success rate.', successOf(EndpointStatisticsAnswer)),
    handle: async ({ core, caller, param }) => {
      const statistics = await core.webhooks.endpointStatistics(caller, param('webhook_endpoint_id'));
      const { id, since, successRate, ...counts } = statistics;
      const data = { webhook_endpoint_id: id, since: since.toISOString(), success_rate: successRate, ...counts };
      return { message: 'Webhook endpoint statistics', data };
    },
  },
});

import { deliveredTypes, operationStates, ReasonRequest } from '#core';
import { listedOf, listOf, successOf, WebhookDeliveryAnswer, WebhookDeliveryDetailAnswer } from '#core/schemas';
import { presentDelivery } from '../present/answers.ts';
import { presentListed, presentListingMeta } from '../present/lists.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoute, json, type Route } from './route.ts';

const instant = { type: 'string', format: 'date-time' };

export const webhookDeliveryRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/webhook-deliveries',
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    description: 'Every event on its way to every endpoint, with all attempts, newest first.',
    query: [
      ...listParameters,
      filter('state', 'Only deliveries in this state, such as `dead_letter`.', {
        type: 'string',
        enum: operationStates,
      }),
      filter('webhook_endpoint_id', 'Only deliveries to this endpoint.'),
      filter('event_id', 'Only deliveries of this event.'),
      filter('event_type', 'Only deliveries of events of this type.', { type: 'string', enum: deliveredTypes }),
      filter('connection_id', 'Only deliveries of events of this connection.'),
      filter('created_after', 'Only deliveries created after this time.', instant),
      filter('created_before', 'Only deliveries created before this time.', instant),
    ],
    success: json(200, 'One page of deliveries.', listOf(listedOf(WebhookDeliveryAnswer))),

    handle: async ({ core, caller, query }) => {
      const listing = await core.webhooks.listDeliveries(caller, query);
      return {
        message: 'Webhook deliveries',
        data: { items: presentListed(listing.items, presentDelivery) },
        meta: presentListingMeta(listing),
      };
    },
  }),
  apiRoute({
    method: 'GET',
    path: '/v1/webhook-deliveries/:delivery_id',
    operationId: 'getWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Get a webhook delivery',
    description: 'With every attempt and the exact body that is sent.',
    success: json(200, 'The delivery.', successOf(WebhookDeliveryDetailAnswer)),
    errors: ['NOT_FOUND'],
    handle: async ({ core, caller, param }) => {
      const { delivery, body } = await core.webhooks.findDelivery(caller, param('delivery_id'));
      return { message: `Webhook delivery is ${delivery.state}`, data: { ...presentDelivery(delivery), body } };
    },
  }),
  apiRoute({
    method: 'POST',
    path: '/v1/webhook-deliveries/:delivery_id/replay',
    audits: true,
    operationId: 'replayWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Replay a webhook delivery',
    description:
      'Sends an ended delivery once more, also one that succeeded; its earlier attempts are kept. CONFLICT with `reason` `delivery_not_terminal` while it is on its way, `endpoint_not_enabled` when its endpoint is disabled or removed, `event_expired` when its event is no longer kept.',
    idempotencyKey: 'required',
    body: {
      description: 'Why; kept in the audit log.',
      schemas: [ReasonRequest],
      examples: { reason: { summary: 'Why', value: { reason: 'the receiver lost its database' } } },
    },
    success: json(202, 'The delivery, queued again.', successOf(WebhookDeliveryAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.webhooks.replayDelivery(caller, {
        deliveryId: param('delivery_id'),
        write,
      });
      return { message: `Webhook delivery is ${value.state}`, data: presentDelivery(value), replayed };
    },
  }),
];

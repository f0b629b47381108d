import { listOf, operationStates, WebhookDeliveryAnswer } from '#core';
import { presentDelivery } from '../present/delivery.ts';
import { presentListingMeta } from '../present/listing-meta.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoute, type Route } from './route.ts';

export const webhookDeliveryRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/webhook-deliveries',
    operations: [
      {
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
        ],
        success: {
          status: 200,
          description: 'One page of deliveries.',
          contentType: 'application/json',
          schema: listOf(WebhookDeliveryAnswer),
        },
        errors: ['BAD_REQUEST'],
      },
    ],
    handle: async ({ core, caller, query }) => {
      const listing = await core.webhooks.listDeliveries(caller, query);
      return {
        message: 'Webhook deliveries',
        data: { items: listing.items.map(presentDelivery) },
        meta: presentListingMeta(listing),
      };
    },
  }),
];

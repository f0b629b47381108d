import { EndpointStatisticsAnswer, successOf } from '#core/schemas';
import { apiRoute, json } from './route.ts';

export const endpointStatisticsRoute = apiRoute({
  method: 'GET',
  path: '/v1/webhook-endpoints/:webhook_endpoint_id/statistics',
  operationId: 'getWebhookEndpointStatistics',
  tag: 'Webhooks',
  summary: 'Get how an endpoint has been doing',
  description: 'How the deliveries and attempts of the last 24 hours went.',
  success: json(200, 'Counts and the success rate.', successOf(EndpointStatisticsAnswer)),
  errors: ['NOT_FOUND'],
  handle: async ({ core, caller, param }) => {
    const statistics = await core.webhooks.endpointStatistics(caller, param('webhook_endpoint_id'));
    const { id, since, deliveries, attempts, successRate, capped } = statistics;
    const counts = { deliveries, attempts, success_rate: successRate, capped };
    const data = { webhook_endpoint_id: id, since: since.toISOString(), ...counts };
    return { message: 'Webhook endpoint statistics', data };
  },
});

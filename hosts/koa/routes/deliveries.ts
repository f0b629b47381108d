import { deliveryFilters } from '#core';
import {
  DeliveryReplaysPreview,
  DeliveryReplaysRequest,
  listedOf,
  listOf,
  OperationAnswer,
  presentDelivery,
  successOf,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
} from '#core/schemas';
import { pageOf, presentReplays } from '../present/answers.ts';
import { filterParameters, listParameters } from './query-parameters.ts';
import { apiRoutes, json, reasonBody } from './route.ts';

export const deliveryRoutes = apiRoutes('Webhooks', {
  'GET /v1/webhook-deliveries': {
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: 'Every event on its way to every endpoint, with all attempts, newest first.',
    query: [...listParameters, ...filterParameters(deliveryFilters)],
    success: json(200, 'One page of deliveries.', listOf(listedOf(WebhookDeliveryAnswer))),
    handle: async ({ core, caller, query }) =>
      pageOf('Webhook deliveries', await core.webhooks.listDeliveries(caller, query), presentDelivery),
  },
  'POST /v1/webhook-deliveries/replay': {
    scope: 'admin',
    audits: true,
    operationId: 'replayManyWebhookDeliveries',
    summary: 'Replay all deliveries that match',
    description:
      'Starts a `webhook.redeliver_many` operation that sends, oldest first, each delivery again that matches the filter and was created before this request. Nothing is sent twice, and what fails again is not sent again. Deliveries to a disabled or removed endpoint and those of events that are no longer stored are skipped; those to a paused endpoint are held. Its steps show the progress, its result the counts: `matched`, `replayed`, `skipped`, and `skipped_because` by reason. Cancelling it stops it between two hundreds. It waits while the organization has 50,000 unfinished operations. With `dry_run` nothing is sent: the answer counts what matches now and shows the newest ten.',
    idempotencyKey: 'required',
    body: {
      description: 'Which deliveries, and why; stored in the audit log.',
      schemas: [DeliveryReplaysRequest],
      examples: {
        customer: {
          summary: 'What one customer’s receiver missed',
          value: {
            filter: { external_account_id: 'customer-4711', created_after: '2026-11-21T14:05:00Z' },
            reason: 'the receiver was down',
            dry_run: true,
          },
        },
      },
    },
    success: json(202, 'The operation, queued.', successOf(OperationAnswer)),
    others: [json(200, 'The count and sample of a dry run.', successOf(DeliveryReplaysPreview))],
    handle: async ({ core, caller, write }) =>
      presentReplays(await core.webhooks.replayDeliveries(caller, write), presentDelivery),
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
    scope: 'admin',
    audits: true,
    operationId: 'replayWebhookDelivery',
    summary: 'Replay a webhook delivery',
    description:
      'Sends an ended delivery once more, even one that succeeded; its earlier attempts stay readable. A delivery that waits for its next attempt, or is held because its endpoint is paused, is sent now: that is one of its ten attempts, and a success resumes the endpoint. CONFLICT with `reason` `delivery_not_terminal` while it is being sent, `endpoint_not_enabled` when its endpoint is disabled or removed, `event_expired` when its event is no longer stored.',
    idempotencyKey: 'required',
    body: reasonBody('Why; stored in the audit log.', 'Why', 'the receiver lost its database'),
    success: json(202, 'The delivery, due now.', successOf(WebhookDeliveryAnswer)),
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.webhooks.replayDelivery(caller, {
        deliveryId: param('delivery_id'),
        write,
      });
      return { message: `Webhook delivery is ${value.state}`, data: presentDelivery(value), replayed };
    },
  },
});

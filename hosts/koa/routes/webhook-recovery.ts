import { WebhookRecoveryRequest } from '#core';
import { OperationAnswer, successOf } from '#core/schemas';
import { presentOperation } from '../present/answers.ts';
import { apiRoute, json } from './route.ts';

export const recoverRoute = apiRoute({
  method: 'POST',
  path: '/v1/webhook-endpoints/:webhook_endpoint_id/recover',
  audits: true,
  operationId: 'recoverWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Redeliver what did not arrive',
  description:
    'Starts a `webhook.recover` operation over the events created in the range and since the endpoint exists: deliveries that ended without success begin a new run, those that still wait go now, and events that the endpoint wants and never got are delivered. They go out in the order of `sequence`, one at a time of a connection. Progress is in the operation’s steps. CONFLICT with `reason` `endpoint_not_enabled` for a disabled endpoint.',
  idempotencyKey: 'optional',
  body: {
    description: 'Which events, and why; kept in the audit log.',
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
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ core, caller, param, write }) => {
    const { value, replayed } = await core.webhooks.recoverEndpoint(caller, {
      endpointId: param('webhook_endpoint_id'),
      write,
    });
    return { message: `Recovery is ${value.state}`, data: presentOperation(value), replayed };
  },
});

import { actorOf } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { WebhookRecoveryRequest } from '../../schemas/requests/webhooks.ts';
import { recordAct } from '../access/record-act.ts';
import { findOperation } from '../operations/read-operations.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered } from '../writes/claim-key.ts';
import { type EndpointPath, lockEndpoint, requireEnabled } from './change-endpoint.ts';
import { findEndpoint } from './read-endpoints.ts';

/**
 * Queues `recoverDeliveries` for an endpoint (`POST /v1/webhook-endpoints/:webhook_endpoint_id/recover`). Throws
 * BAD_REQUEST `since` or `until`, CONFLICT `endpoint_not_enabled`. The Idempotency-Key is optional here.
 */
export function recoverEndpoint(ports: CorePorts) {
  return async (
    caller: Caller,
    { endpointId, write }: EndpointPath<WebhookRecoveryRequest>,
  ): Promise<Answered<Operation>> => {
    const { id, createdAt } = await findEndpoint(ports)(caller, endpointId);
    const asked = rangeOf(parse(WebhookRecoveryRequest, write.body), createdAt, ports.clock.now());
    return changeOnce(ports, caller, write, {
      act: ['webhook_endpoint.recover', id],
      keyRequired: false,
      queuesWork: true,
      async draft() {
        const input = { webhook_endpoint_id: id, ...asked, requested_by: caller.actor };
        const work = { type: 'webhook.recover', connectionId: null, subject: id, input } as const;
        const operation = draftOperation(ports, caller, {
          ...work,
          requestId: caller.requestId,
          begunBy: actorOf(caller),
        });
        return {
          forReplay: operation.id,
          async apply(stores) {
            requireEnabled(await lockEndpoint(stores, caller, id));
            await stores.operations.insert([operation]);
            const details = { ...operation.input, operation_id: operation.id };
            await recordAct(stores, ports, caller, { action: 'webhook_endpoint.recovered', subject: id, details });
            return operation;
          },
        };
      },
      replay: (stored) => findOperation(ports)(caller, String(stored)),
    });
  };
}

/**
 * The range begins no earlier than the endpoint's creation and ends no later than now, because later events are delivered
 * anyway.
 */
function rangeOf({ since, until, reason }: WebhookRecoveryRequest, createdAt: Date, now: Date) {
  const asked = new Date(since);
  const from = asked < createdAt ? createdAt : asked;
  const to = new Date(Math.min(until === undefined ? now.getTime() : Date.parse(until), now.getTime()));
  if (asked >= now) throw badRequest('since', 'must be in the past');
  if (asked < to && to <= createdAt) throw badRequest('until', 'must be after the endpoint was created');
  if (from >= to) throw badRequest('until', 'must be after since');
  return { since: from.toISOString(), until: to.toISOString(), reason };
}

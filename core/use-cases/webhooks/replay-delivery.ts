import type { Caller } from '../../domain/caller.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { probing } from '../../domain/endpoint-health.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/operation.ts';
import { hurry, isHurried, redeliver } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/records.ts';
import { recordAct } from '../access/record-act.ts';
import { actDetails } from '../operations/move-operation.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { findDelivery } from './read-deliveries.ts';
import { assertSendable } from './send-again.ts';

export interface DeliveryPath {
  readonly deliveryId: string;
  readonly write: Write<ReasonRequest>;
}

/**
 * Sends an ended delivery once more, even one that succeeded; earlier attempts stay on record. Sends a waiting or held one
 * now, even to a paused endpoint: it is an attempt of its ten, and its success resumes the endpoint. Throws CONFLICT
 * `delivery_not_terminal` while a worker is sending it, `endpoint_not_enabled` if its endpoint may be sent nothing,
 * `event_expired` if its event is no longer stored.
 */
export function replayDelivery(ports: CorePorts) {
  const find = findDelivery(ports);
  return async (caller: Caller, { deliveryId, write }: DeliveryPath): Promise<Answered<Delivery>> => {
    const { delivery } = await find(caller, deliveryId);
    const { reason } = parse(ReasonRequest, write.body);
    return changeOnce(ports, caller, write, {
      act: ['webhook_delivery.replay', delivery.id],
      keyRequired: true,
      queuesWork: true,
      draft: async () => ({
        forReplay: delivery.id,
        apply: (stores) => requeue(stores, ports, caller, { delivery, reason }),
      }),
      replay: async () => (await find(caller, delivery.id)).delivery,
    });
  };
}

async function requeue(
  stores: Stores,
  ports: CorePorts,
  caller: Caller,
  { delivery, reason }: { readonly delivery: Delivery; readonly reason: string },
): Promise<Delivery> {
  const { operations, deliveries, webhookEndpoints } = stores;
  const { id, operationId, endpointId } = delivery;
  // A worker that claims it waits for this lock or has the delivery running, so it is never sent by both.
  const before = await operations.lock(caller, operationId);
  if (!before) throw notFound('webhook delivery');
  if (before.state === 'running') {
    throw conflict('delivery_not_terminal', 'the delivery is being sent at this moment');
  }
  const endpoint = await webhookEndpoints.lock(caller, endpointId);
  await assertSendable(stores, before, endpoint);
  const note = { actor: caller.actor, reason, traceparent: ports.tracing?.traceparent() };
  const now = ports.clock.now();
  const after = isTerminal(before.state) ? redeliver(before, note, now) : hurry(before, note, now);
  // It is the probe, unless one is on its way, so that no other goes out beside it.
  if (endpoint?.pausedAt && endpoint.probeId === null && isHurried(after))
    await webhookEndpoints.update(probing(endpoint, operationId, now));
  if (!(await operations.update(after, before.state))) throw new Error('a locked operation changed its state');
  const act = { action: 'webhook_delivery.replayed', subject: id, details: actDetails(before, reason) };
  await recordAct(stores, ports, caller, act);
  const requeued = await deliveries.find(caller, id);
  if (!requeued) throw notFound('webhook delivery');
  return requeued;
}

import type { Caller } from '../../domain/caller.ts';
import { badRequest, conflict, notFound } from '../../domain/errors.ts';
import { isId, type OperationId, type WebhookEndpointId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { WebhookRecoveryRequest } from '../../schemas/requests/webhook-recovery.ts';
import { assertWritable } from '../assert-writable.ts';
import { changeOnce } from '../change-once.ts';
import type { Answered } from '../claim-key.ts';
import { requireBacklogCapacity } from '../require-backlog-capacity.ts';
import { findEndpoint } from './read-endpoints.ts';
import type { EndpointPath } from './rotate-secret.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'wakeUp' | 'settings'>;

/**
 * Queues the recovery of what did not reach an endpoint (`POST /v1/webhook-endpoints/:webhook_endpoint_id/recover`): see
 * `recoverDeliveries`. CONFLICT `endpoint_not_enabled` for a disabled one. The Idempotency-Key is optional here.
 */
export function recoverEndpoint(ports: Ports) {
  const find = findEndpoint(ports);
  return async (caller: Caller, { endpointId, write }: EndpointPath): Promise<Answered<Operation>> => {
    const { id, createdAt } = await find(caller, endpointId);
    assertWritable(ports.settings);
    const asked = rangeOf(parse(WebhookRecoveryRequest, write.body), createdAt, ports.clock.now());
    return changeOnce(ports, caller, write, {
      keyRequired: false,
      wakeUp: ports.wakeUp,
      async draft() {
        await requireBacklogCapacity(ports, caller.organizationId);
        const operation = draft(ports, caller, id, asked);
        return { keep: { operation_id: operation.id }, apply: (stores) => queue(stores, ports, caller, id, operation) };
      },
      replay: (kept) => requireOperation(ports.storage, caller, keptId(kept)),
    });
  };
}

interface Asked {
  readonly since: string;
  readonly until: string;
  readonly reason: string;
}

/**
 * What is still to come is delivered anyway, so a range ends now at the latest; what came before the endpoint was never
 * meant for it, so a range begins with its creation at the earliest.
 */
function rangeOf({ since, until, reason }: WebhookRecoveryRequest, createdAt: Date, now: Date): Asked {
  const asked = new Date(since);
  const from = asked < createdAt ? createdAt : asked;
  const to = new Date(Math.min(until === undefined ? now.getTime() : Date.parse(until), now.getTime()));
  if (asked >= now) throw badRequest('since', 'since: must be in the past');
  if (asked < to && to <= createdAt) throw badRequest('until', 'until: must be after the endpoint was created');
  if (from >= to) throw badRequest('until', 'until: must be after since');
  return { since: from.toISOString(), until: to.toISOString(), reason };
}

function draft(ports: Ports, caller: Caller, id: WebhookEndpointId, asked: Asked): Operation {
  const { organizationId, environment, requestId, actor } = caller;
  return queueOperation(
    {
      id: ports.ids.next('op'),
      organizationId,
      environment,
      type: 'webhook.recover',
      connectionId: null,
      subject: id,
      input: { webhook_endpoint_id: id, ...asked, requested_by: actor },
      requestId,
    },
    ports.clock.now(),
  );
}

async function queue(
  { webhookEndpoints, operations, audit }: Stores,
  ports: Ports,
  caller: Caller,
  id: WebhookEndpointId,
  operation: Operation,
): Promise<Operation> {
  const endpoint = await webhookEndpoints.lock(caller, id);
  if (!endpoint) throw notFound('webhook endpoint');
  if (endpoint.status !== 'enabled') {
    throw conflict('endpoint_not_enabled', `the webhook endpoint is ${endpoint.status}`);
  }
  await operations.insert([operation]);
  await audit.record({
    id: ports.ids.next('audit'),
    organizationId: caller.organizationId,
    environment: caller.environment,
    actor: caller.actor,
    action: 'webhook_endpoint.recovered',
    subject: id,
    details: { ...operation.input, operation_id: operation.id },
    requestId: caller.requestId,
    at: operation.createdAt,
  });
  return operation;
}

async function requireOperation(
  { operations }: Pick<Stores, 'operations'>,
  caller: Caller,
  id: OperationId | undefined,
): Promise<Operation> {
  const operation = id && (await operations.find(caller, id));
  if (!operation) throw notFound('operation');
  return operation;
}

function keptId(kept: Json): OperationId | undefined {
  const id = isJsonObject(kept) ? kept['operation_id'] : undefined;
  return typeof id === 'string' && isId('op', id) ? id : undefined;
}

// `webhook.deliver`: sends one event to one endpoint, signed anew at each attempt.
import { type DeliveryVerdict, deliveryVerdict, endpointTestBody, type MadeAttempt } from '../../domain/delivery.ts';
import {
  afterFailure,
  afterSuccess,
  disabled,
  disablesAt,
  isHeld,
  storesSuccess,
} from '../../domain/endpoint-health.ts';
import { eventBody } from '../../domain/event.ts';
import type { EventId, WebhookEndpointId } from '../../domain/ids.ts';
import type { Operation, OperationError } from '../../domain/operation.ts';
import { type AttemptOutcome, isHurried, nextAttemptNumber } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { type Conclusion, inputId, type OperationKind } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Span } from '../../ports/tracing.ts';
import type { SendResult } from '../../ports/webhook-sending.ts';
import { recordAct } from '../access/record-act.ts';
import { signingSecrets } from './endpoint-secret.ts';
import { type Cause, tellDisabled, tellPaused, tellResumed } from './tell-endpoint.ts';

export function deliverEvent(ports: CorePorts): OperationKind {
  const { storage, clock } = ports;
  return async ({ operation }) => {
    const endpointId = inputId(operation, 'we', 'endpoint_id');
    const [endpoint, message] = await Promise.all([
      storage.webhookEndpoints.find(operation, endpointId),
      messageOf(storage, operation, endpointId),
    ]);
    if (!endpoint) return { kind: 'cancelled' };
    const waits = isHeld(endpoint, operation.id) && !goesOut(operation, endpoint);
    if (endpoint.status !== 'enabled' && !waits) return { kind: 'failed', error: endpointDisabled };
    if (!message) return { kind: 'failed', error: eventExpired };
    if (waits) return hold(ports, operation, endpointId);
    const at = clock.now();
    const result = await send(ports, endpoint, { ...message, sentAt: at, requestId: operation.requestId });
    const attempt = attemptOf(operation, at, result);
    const retryAfterSeconds = result.kind === 'answered' ? result.retryAfterSeconds : null;
    const verdict = deliveryVerdict(attempt, retryAfterSeconds);
    if (verdict.kind === 'delivered') return delivered(ports, { operation, endpoint, attempt });
    return async (stores) => {
      await stores.deliveries.addAttempts([attempt]);
      return noteFailure(stores, ports, { operation, endpoint, verdict });
    };
  };
}

function causeOf({ id, requestId }: Operation): Cause {
  return { operationId: id, requestId };
}

/** A person wants it sent now, so it does not wait until a paused endpoint is resumed. */
function goesOut(operation: Operation, { status }: WebhookEndpoint): boolean {
  return isTrial(operation) || (status === 'enabled' && isHurried(operation));
}

function isTrial({ input }: Operation): boolean {
  return input['trial'] === true;
}

function ended(code: 'CONFLICT' | 'NOT_FOUND', reason: string, message: string): OperationError {
  return { code, reason, message, retryable: false };
}

export const endpointDisabled = ended('CONFLICT', 'endpoint_disabled', 'the webhook endpoint is disabled');
const eventExpired = ended('NOT_FOUND', 'event_expired', 'the event is no longer stored');

interface Message {
  readonly eventId: EventId;
  readonly body: string;
}

async function messageOf(
  { events }: Stores,
  operation: Operation,
  endpointId: WebhookEndpointId,
): Promise<Message | undefined> {
  const { environment, createdAt } = operation;
  const eventId = inputId(operation, 'evt', 'event_id');
  if (isTrial(operation)) return { eventId, body: endpointTestBody({ eventId, endpointId, environment, createdAt }) };
  const event = await events.find(operation, eventId);
  return event && !isPurged(event.data) ? { eventId, body: eventBody(event) } : undefined;
}

/**
 * Settles without an attempt. Resuming an endpoint locks it, too, so a delivery is held only if somebody will release it.
 */
function hold({ clock }: CorePorts, operation: Operation, endpointId: WebhookEndpointId): Conclusion {
  return async ({ webhookEndpoints }) => {
    const endpoint = await webhookEndpoints.lock(operation, endpointId);
    return { kind: 'held', until: endpoint && isHeld(endpoint, operation.id) ? null : clock.now() };
  };
}

async function send(
  ports: CorePorts,
  endpoint: WebhookEndpoint,
  message: Message & { readonly sentAt: Date; readonly requestId: string },
): Promise<SendResult> {
  const secrets = await signingSecrets(ports, endpoint, message.sentAt);
  const signatures = ports.signer.headers({ ...message, secrets });
  const post = async (span?: Span): Promise<SendResult> => {
    const traceparent = endpoint.sendTraceparent ? ports.tracing?.traceparent() : undefined;
    // The causing request: a receiver finds the delivery's timeline by it.
    const said = { 'content-type': 'application/json', 'x-request-id': message.requestId };
    const headers = { ...said, ...(traceparent && { traceparent }), ...signatures };
    const result = await ports.sender.send({ url: endpoint.url, headers, body: message.body });
    const status = result.kind === 'answered' ? result.status : undefined;
    span?.set({ 'http.response.status_code': status });
    if (status === undefined || status >= 300) span?.fail(String(status ?? 'no_answer'));
    return result;
  };
  return ports.tracing ? ports.tracing.span('webhook.send', { kind: 'client' }, post) : post();
}

function attemptOf(operation: Operation, at: Date, result: SendResult): MadeAttempt {
  return {
    organizationId: operation.organizationId,
    deliveryId: inputId(operation, 'dlv', 'delivery_id'),
    run: operation.run,
    number: nextAttemptNumber(operation),
    at,
    durationMs: result.durationMs,
    responseStatus: result.kind === 'answered' ? result.status : null,
    responseExcerpt: result.kind === 'answered' ? result.excerpt : null,
    error: result.kind === 'failed' ? result.error : null,
  };
}

/** The success of a healthy endpoint changes only the delivery, so it shares a commit with others. */
function delivered(
  ports: CorePorts,
  { operation, endpoint, attempt }: Pick<FailedDelivery, 'operation' | 'endpoint'> & { readonly attempt: MadeAttempt },
): Conclusion {
  const result = { response_status: attempt.responseStatus };
  const success = { kind: 'succeeded', result } as const;
  const also = ({ deliveries }: Stores) => deliveries.addAttempts([attempt]);
  if (!storesSuccess(endpoint, attempt.at)) return { ...success, also };
  return async (stores) => {
    const { webhookEndpoints } = stores;
    const now = ports.clock.now();
    const latest = await webhookEndpoints.lock(endpoint, endpoint.id);
    if (latest && storesSuccess(latest, now)) {
      await webhookEndpoints.update(afterSuccess(latest, now));
      if (latest.status === 'enabled')
        await tellResumed(stores, ports, latest, { ...causeOf(operation), reason: 'delivered' });
    }
    await also(stores);
    return success;
  };
}

interface FailedDelivery {
  readonly operation: Operation;
  readonly endpoint: WebhookEndpoint;
  readonly verdict: Exclude<DeliveryVerdict, { readonly kind: 'delivered' }>;
}

/**
 * Only its probe changes a paused endpoint, so that the many deliveries on their way when it was paused do not wait for its
 * row. A failed trial does not count: a person sent it to see whether the endpoint works.
 */
async function noteFailure(
  stores: Stores,
  ports: CorePorts,
  { operation, endpoint: seen, verdict }: FailedDelivery,
): Promise<AttemptOutcome> {
  const { webhookEndpoints } = stores;
  const isPaused = async () => {
    const found = await webhookEndpoints.find(seen, seen.id);
    return found !== undefined && isHeld(found, operation.id);
  };
  if (verdict.kind === 'retry' && (isTrial(operation) || (await isPaused()))) return verdict;
  const before = await webhookEndpoints.lock(seen, seen.id);
  if (!before) return { kind: 'cancelled' };
  if (before.status !== 'enabled') return { kind: 'failed', error: endpointDisabled };
  const at = ports.clock.now();
  if (verdict.kind === 'gone') {
    await noteDisabled(stores, ports, operation, disabled(before, 'gone', at));
    return { kind: 'failed', error: verdict.error };
  }
  const { error, retryAfterSeconds } = verdict;
  const after = afterFailure(before, { operationId: operation.id, at, error: error.message, retryAfterSeconds });
  if (after.status === 'disabled') {
    await noteDisabled(stores, ports, operation, after);
    return { kind: 'failed', error: endpointDisabled };
  }
  await webhookEndpoints.update(await tellPaused(stores, ports, after, causeOf(operation)));
  if (after.pausedAt && !before.pausedAt) {
    ports.log.warn('a webhook endpoint keeps failing: its deliveries are held and one at a time is tried', {
      webhook_endpoint_id: after.id,
      organization_id: after.organizationId,
      consecutive_failures: after.consecutiveFailures,
      disables_at: disablesAt(after)?.toISOString(),
    });
  }
  return verdict;
}

/** Nothing more is sent to the endpoint; a sweep ends what waits for it. */
async function noteDisabled(
  stores: Stores,
  ports: CorePorts,
  operation: Operation,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const { requestId } = operation;
  const { organizationId, environment, id, statusReason: reason } = endpoint;
  await stores.webhookEndpoints.update({ ...endpoint, updatedAt: ports.clock.now() });
  const actor = { organizationId, environment, actor: 'system', requestId } as const;
  await recordAct(stores, ports, actor, { action: 'webhook_endpoint.disabled', subject: id, details: { reason } });
  await tellDisabled(stores, ports, endpoint, { ...causeOf(operation), by: 'service' });
  ports.log.warn('a webhook endpoint was disabled', { webhook_endpoint_id: id, reason });
}

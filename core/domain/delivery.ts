import type { Plane } from './caller.ts';
import { eventBody, eventTypes } from './event.ts';
import type { ConnectionId, DeliveryId, EventId, OperationId, OrganizationId, WebhookEndpointId } from './ids.ts';
import type { Operation, OperationError } from './operation.ts';

/** A test delivery's type; it has no connection and no sequence, and lists leave it out. */
export const endpointTestType = 'endpoint.test';

export const deliveredTypes = [...eventTypes, endpointTestType] as const;
export type DeliveredType = (typeof deliveredTypes)[number];

export interface DeliveryAttempt {
  readonly run: number;
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** At most 8 KiB of text. */
  readonly responseExcerpt: string | null;
  readonly error: string | null;
}

export interface MadeAttempt extends DeliveryAttempt {
  readonly organizationId: OrganizationId;
  readonly deliveryId: DeliveryId;
}

/** One event on its way to one endpoint. An operation does the work; its state is the delivery's state. */
export interface Delivery extends Plane, Pick<Operation, 'requestId' | 'state' | 'nextAttemptAt' | 'updatedAt'> {
  readonly id: DeliveryId;
  readonly endpointId: WebhookEndpointId;
  readonly eventId: EventId;
  /** Whose event it is; null for a test event. */
  readonly connectionId: ConnectionId | null;
  readonly eventType: DeliveredType;
  readonly operationId: OperationId;
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: Date;
}

export type DeliveryDraft = Omit<Delivery, 'state' | 'nextAttemptAt' | 'attempts' | 'updatedAt'>;

export const deliveryTimeoutMs = 15_000;
export const deliveryConnectTimeoutMs = 5_000;
export const deliveryReadMaxBytes = 64 * 1024;
export const deliveryExcerptMaxBytes = 8 * 1024;

export function endpointTestBody(
  trial: Pick<Delivery, 'eventId' | 'endpointId' | 'environment' | 'createdAt'>,
): string {
  const { eventId: id, endpointId, environment, createdAt } = trial;
  const data = { webhook_endpoint_id: endpointId };
  return eventBody({ id, type: endpointTestType, environment, createdAt, connectionId: null, sequence: null, data });
}

export type DeliveryVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone'; readonly error: OperationError }
  | { readonly kind: 'retry'; readonly error: OperationError; readonly retryAfterSeconds: number };

export const retryAfterMaxSeconds = 24 * 60 * 60;

export function deliveryVerdict(
  { responseStatus: status, error }: Pick<DeliveryAttempt, 'responseStatus' | 'error'>,
  retryAfterSeconds: number | null,
): DeliveryVerdict {
  if (status === null) return retry('endpoint_unreachable', error ?? 'the endpoint could not be reached', 0);
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const message = `the endpoint answered ${status}`;
  if (status === 410) return { kind: 'gone', error: failure('endpoint_gone', message, false) };
  const asked = status === 429 || status === 503 ? (retryAfterSeconds ?? 0) : 0;
  return retry('endpoint_answer', message, Math.min(Math.max(asked, 0), retryAfterMaxSeconds));
}

function retry(reason: string, message: string, retryAfterSeconds: number): DeliveryVerdict {
  return { kind: 'retry', error: failure(reason, message, true), retryAfterSeconds };
}

/** There is no error code for a customer's endpoint, so the reason tells that it was not the ledger that failed. */
function failure(reason: string, message: string, retryable: boolean): OperationError {
  return { code: 'PROVIDER_ERROR', reason, message, retryable };
}

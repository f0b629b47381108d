import type { Plane } from './caller.ts';
import { endpointTestType } from './endpoint-test.ts';
import { eventTypes } from './event.ts';
import type { DeliveryId, EventId, OperationId, RequestId, WebhookEndpointId } from './ids.ts';
import type { OperationState } from './operation.ts';

/** All that is ever delivered. */
export const deliveredTypes = [...eventTypes, endpointTestType] as const;
export type DeliveredType = (typeof deliveredTypes)[number];

/** One try to hand an event to an endpoint. */
export interface DeliveryAttempt {
  readonly run: number;
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  /** Null when no answer came. */
  readonly responseStatus: number | null;
  /** At most 8 KiB of text. */
  readonly responseExcerpt: string | null;
  readonly error: string | null;
}

export interface MadeAttempt extends DeliveryAttempt {
  readonly deliveryId: DeliveryId;
}

/** One event on its way to one endpoint. The work itself is an operation, whose state is the delivery's state. */
export interface Delivery extends Plane {
  readonly id: DeliveryId;
  readonly endpointId: WebhookEndpointId;
  readonly eventId: EventId;
  readonly eventType: DeliveredType;
  readonly operationId: OperationId;
  readonly requestId: RequestId;
  readonly state: OperationState;
  readonly nextAttemptAt: Date | null;
  readonly attempts: readonly DeliveryAttempt[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type DeliveryDraft = Pick<
  Delivery,
  | 'id'
  | 'organizationId'
  | 'environment'
  | 'endpointId'
  | 'eventId'
  | 'eventType'
  | 'operationId'
  | 'requestId'
  | 'createdAt'
>;

export const deliveryTimeoutMs = 15_000;
export const deliveryConnectTimeoutMs = 5_000;
export const deliveryReadMaxBytes = 64 * 1024;
export const deliveryExcerptMaxBytes = 8 * 1024;

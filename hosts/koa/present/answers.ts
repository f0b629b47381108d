// What the API answers of each thing.
import {
  type CachedRecord,
  type Delivery,
  disablesAt,
  healthState,
  isBillable,
  type JsonObject,
  type MonitoredEndpoint,
  type Operation,
  resourceIdOf,
  type UsageTotal,
  waitingFor,
} from '#core';
import { OperationAnswer, RegisteredWebhookEndpointAnswer, UsageAnswer, WebhookDeliveryAnswer } from '#core/schemas';
import { presenter } from './present.ts';

const operationAnswer = presenter(OperationAnswer);
const deliveryAnswer = presenter(WebhookDeliveryAnswer);
const endpointAnswer = presenter(RegisteredWebhookEndpointAnswer);
const usageAnswer = presenter(UsageAnswer);

export function presentOperation(operation: Operation) {
  return operationAnswer({ ...operation, operationId: operation.id, waitingFor: waitingFor(operation) });
}

export function presentDelivery(delivery: Delivery) {
  const last = delivery.attempts.at(-1);
  return deliveryAnswer({
    ...delivery,
    deliveryId: delivery.id,
    webhookEndpointId: delivery.endpointId,
    attemptCount: delivery.attempts.length,
    responseStatus: last?.responseStatus ?? null,
    responseExcerpt: last?.responseExcerpt ?? null,
  });
}

/** With the signing secret in the one answer that holds it. */
export function presentWebhookEndpoint(endpoint: MonitoredEndpoint, signingSecret: string | null = null) {
  const { id, health } = endpoint;
  return endpointAnswer({
    ...endpoint,
    webhookEndpointId: id,
    health: {
      ...health,
      state: healthState(health),
      nextProbeAt: health.pausedAt && health.nextCheckAt,
      disablesAt: disablesAt(health),
    },
    signingSecret: signingSecret ?? undefined,
  });
}

export function presentUsage(total: UsageTotal) {
  return usageAnswer({ ...total, billable: isBillable(total.meter) });
}

/** A normalized record with what every record carries; the provider's own document only where it was asked for. */
export function presentRecord(record: CachedRecord, includeNative: boolean): JsonObject {
  return {
    id: resourceIdOf(record.type, record.providerId),
    provider_id: record.providerId,
    fetched_at: record.fetchedAt.toISOString(),
    provider_updated_at: record.providerUpdatedAt?.toISOString() ?? null,
    ...record.fields,
    ...(includeNative ? { provider_data: record.native } : {}),
  };
}

/** A record as the provider holds it now. */
export function presentLive(record: CachedRecord, includeNative: boolean) {
  return { source: 'provider', item: presentRecord(record, includeNative) };
}

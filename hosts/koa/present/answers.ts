import {
  actorOfId,
  type BulkItem,
  type Core,
  type Delivery,
  disablesAt,
  encodeCursor,
  fromSnapshot,
  healthState,
  isBillable,
  type Listed,
  type LoggedRequest,
  type Operation,
  type RequestDetail,
  type ResourceListing,
  resourceIdOf,
  resourceTypes,
  type Timeline,
  timelineEntriesMax,
  totalExactBelow,
  type UsageTotal,
  type WebhookEndpoint,
  waitingFor,
} from '#core';
import {
  type AnswerOf,
  BulkItemAnswer,
  type Listing,
  OperationAnswer,
  presenter,
  RegisteredWebhookEndpointAnswer,
  RequestAnswer,
  RequestDetailAnswer,
  RequestFailuresAnswer,
  TimelineEntryAnswer,
  type TimelineMetaAnswer,
  UsageAnswer,
  WebhookDeliveryAnswer,
} from '#core/schemas';

const operationAnswer = presenter(OperationAnswer);
const deliveryAnswer = presenter(WebhookDeliveryAnswer);
const endpointAnswer = presenter(RegisteredWebhookEndpointAnswer);
const usageAnswer = presenter(UsageAnswer);

export function presentOperation(operation: Operation) {
  const actor = operation.begunBy ?? actorOfId('system', null);
  return operationAnswer({ ...operation, operationId: operation.id, actor, waitingFor: waitingFor(operation) });
}

const itemAnswer = presenter(BulkItemAnswer);

export function presentBulkItem({ type, providerId, error, ...item }: BulkItem) {
  const failure = error && fromSnapshot(error);
  return itemAnswer({
    ...item,
    id: providerId && resourceIdOf(type, providerId),
    providerId,
    error: failure && {
      ...failure.details,
      code: failure.code,
      message: failure.message,
      retryable: failure.retryable,
    },
  });
}

export function presentHours<Hour extends { readonly at: Date }>(hours: readonly Hour[]) {
  return hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
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

/** Only answers with a new signing secret contain it. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint, signingSecret: string | null = null) {
  return endpointAnswer({
    ...endpoint,
    webhookEndpointId: endpoint.id,
    health: {
      ...endpoint,
      state: healthState(endpoint),
      nextProbeAt: endpoint.pausedAt && endpoint.nextCheckAt,
      disablesAt: disablesAt(endpoint),
    },
    signingSecret: signingSecret ?? undefined,
  });
}

export function presentUsage(total: UsageTotal) {
  return usageAnswer({ ...total, billable: isBillable(total.meter) });
}

export function pageOf<T>(message: string, listing: Listing<Listed<T>>, present: (item: T) => object) {
  const items = listing.items.map((item) => withoutLarge(present(item), item.truncated));
  return { message, data: { items }, meta: positionOf(listing) };
}

function positionOf({ request, total, hasMore, next }: Omit<Listing<never>, 'items'>) {
  return {
    // A list read by cursor does not count the items before it.
    page: 'page' in request ? request.page : null,
    limit: request.limit,
    total,
    total_pages: Math.ceil(total / request.limit),
    has_more: hasMore,
    next_cursor: next === null ? null : encodeCursor(next),
    ...(total >= totalExactBelow && { total_is_estimate: true }),
  };
}

/** Wraps the items' stored JSON text. */
export function cachedPage(listing: ResourceListing): string {
  const { itemsJson, lastSyncedAt } = listing;
  const meta = JSON.stringify(positionOf(listing));
  const data = `"items":${itemsJson},"source":"cache","last_synced_at":${JSON.stringify(lastSyncedAt)}`;
  return `{"success":true,"message":"Cached records","data":{${data}},"meta":${meta}}`;
}

/** Replaces documents that are too large for a list by null. */
function withoutLarge(shape: object, truncated: readonly string[] | undefined): object {
  if (truncated === undefined) return shape;
  const nulls = truncated.filter((name) => name in shape).map((name) => [name, null]);
  return { ...shape, ...Object.fromEntries(nulls), truncated };
}

const requestAnswer = presenter(RequestAnswer);
const requestDetailAnswer = presenter(RequestDetailAnswer);
const failuresAnswer = presenter(RequestFailuresAnswer);

function requestView({ actor, actorName, resourceId, isReplayed, ...request }: LoggedRequest) {
  const type = resourceTypes.find((one) => request.route.split('/').includes(one));
  const record = type && resourceId !== null ? { type, id: resourceId } : null;
  return { ...request, actor: actorOfId(actor, actorName), record, replayed: isReplayed };
}

export function presentRequest(request: LoggedRequest) {
  return requestAnswer(requestView(request));
}

export function presentRequestDetail({ operation, events, calls, ...request }: RequestDetail) {
  const begun = operation && { ...operation, operationId: operation.id };
  return requestDetailAnswer({ ...requestView(request), operation: begun, events, providerCalls: calls });
}

const onlyPage = { page: 1, total_pages: 1, has_more: false, next_cursor: null } as const;

export function presentFailures({ groups, isWhole }: Awaited<ReturnType<Core['requests']['failures']>>) {
  const { message, data, meta } = wholeList('Failed requests', groups.map(failuresAnswer));
  return { message, data, meta: isWhole ? meta : { ...meta, total_is_estimate: true } };
}

export function wholeList(message: string, items: readonly object[]) {
  return { message, data: { items }, meta: { ...onlyPage, limit: items.length, total: items.length } };
}

const presentEntry = presenter(TimelineEntryAnswer);

export function timelineOf(message: string, { items, truncated }: Timeline) {
  const total = truncated ? null : items.length;
  const meta: AnswerOf<typeof TimelineMetaAnswer> = { ...onlyPage, limit: timelineEntriesMax, total, truncated };
  return { message, data: { items: items.map(presentEntry) }, meta };
}

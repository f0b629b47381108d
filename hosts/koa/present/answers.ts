import {
  type Core,
  encodeCursor,
  type Listed,
  type PassedLook,
  type Preview,
  type Replays,
  type RequestDetail,
  type ResourceListing,
  type Timeline,
  timelineEntriesMax,
  totalExactBelow,
} from '#core';
import {
  type AnswerOf,
  aboutRequest,
  type Listing,
  OperationFailuresAnswer,
  presentChecked,
  presenter,
  presentOperation,
  presentPreview,
  RequestDetailAnswer,
  RequestFailuresAnswer,
  TimelineEntryAnswer,
  type TimelineMetaAnswer,
  withoutLarge,
} from '#core/schemas';
import type { Reply } from '../routes/route.ts';

export function presentHours<Hour extends { readonly at: Date }>(hours: readonly Hour[]) {
  return hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
}

export function pageOf<T>(message: string, listing: Listing<Listed<T>>, present: (item: T) => object) {
  return { message, data: { items: shown(listing.items, present) }, meta: positionOf(listing) };
}

function shown<T>(items: readonly Listed<T>[], present: (item: T) => object) {
  return items.map((item) => withoutLarge(present(item), item.truncated));
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

const requestDetailAnswer = presenter(RequestDetailAnswer);
const failuresAnswer = presenter(RequestFailuresAnswer);

export function presentRequestDetail({ operation, events, calls, ...request }: RequestDetail) {
  const begun = operation && { ...operation, operationId: operation.id };
  return requestDetailAnswer({ ...request, ...aboutRequest(request), operation: begun, events, providerCalls: calls });
}

const onlyPage = { page: 1, total_pages: 1, has_more: false, next_cursor: null } as const;

const failedOperationsAnswer = presenter(OperationFailuresAnswer);

export function presentFailures({ groups, isWhole }: Awaited<ReturnType<Core['requests']['failures']>>) {
  return partOfList('Failed requests', groups.map(failuresAnswer), isWhole);
}

export function presentFailedOperations({ groups, isWhole }: Awaited<ReturnType<Core['operations']['failures']>>) {
  return partOfList('Failed operations', groups.map(failedOperationsAnswer), isWhole);
}

function partOfList(title: string, items: readonly object[], isWhole: boolean) {
  const { message, data, meta } = wholeList(title, items);
  return { message, data, meta: isWhole ? meta : { ...meta, total_is_estimate: true } };
}

export function presentReplays<Item>(replays: Replays<Listed<Item>>, present: (item: Item) => object): Reply {
  if (replays.kind === 'queued') {
    const { operation, replayed } = replays;
    return { message: `Replay is ${operation.state}`, data: presentOperation(operation), replayed };
  }
  const { total, isWhole, sample } = replays;
  const count = { value: total, at_least: !isWhole };
  return { status: 200, message: 'Nothing was replayed', data: { count, sample: shown(sample, present) } };
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

/** The answer to a look before a write that found nothing against it. */
export function looked(passed: PassedLook): Reply {
  const data = presentChecked({ ...passed, valid: true });
  return { status: 200, message: 'Nothing known speaks against this write', data };
}

/** What an agent's write would meet. */
export function previewed({ changes, lookAlikes, ...preview }: Preview): Reply {
  const told = lookAlikes.map(({ by, ...lookAlike }) => ({ ...lookAlike, ...(by && { by }) }));
  const changed = changes?.map(({ path, ...values }) => ({ field: path, ...values })) ?? null;
  const data = presentPreview({ ...preview, changes: changed, lookAlikes: told });
  return { status: 200, message: 'Nothing was written', data };
}

// Looks in the provider's books for a create that ended in an unknown way, once the provider has forgotten our key.
import { secondsAfter } from '../domain/backoff.ts';
import { type ErrorCode, ServiceError } from '../domain/errors.ts';
import { echoSecondsOf } from '../domain/idempotency.ts';
import type { LedgerRecord, PreparedWrite } from '../domain/ledger-record.ts';
import { type LedgerListQuery, type ListWindow, placeAfter, placeAt, queryAt } from '../domain/list-place.ts';
import type { LedgerPage } from '../ports/ledger-gateway.ts';
import type { LedgerWrite } from './write-claim.ts';

/** A create that was sent, or was about to be, and whose key the provider has forgotten. */
export interface UncertainCreate {
  readonly write: PreparedWrite;
  readonly firstSentAt: Date;
  /** The provider's id of a record that looks like it and certainly is not. */
  readonly otherThan?: string | undefined;
}

/** The provider's clock and ours may differ so much. */
const clockToleranceSeconds = 60;
/** Hosts of one deployment may differ so much. */
const hostToleranceSeconds = 5;
/** More than a connection's budget lets begin in that time. */
const openCreatesMax = 1000;

/**
 * Looks at the provider for the record that this create made: changed since it was first sent, holding what it sent, not
 * seen before, and not what another of our writes made. Undefined where it made none: its key being forgotten, it never
 * will, and may be sent again. Throws `write_unresolved` where several may be it, or where a write still under way may
 * have made the one; and what the provider calls throw, but no refusal: that would pass for the provider's answer to the
 * write. The store of the answers decides whether the record may be adopted.
 *
 * Of a connection without retention it is not known which records were there before: one that already held the same and
 * has been changed since counts as made by this create.
 */
export async function readBack(context: LedgerWrite, create: UncertainCreate): Promise<LedgerRecord | undefined> {
  try {
    const record = await onlyCandidate(context, create);
    return record && (await unlessOfOthers(context, create, record));
  } catch (error) {
    if (error instanceof ServiceError && refusals.has(error.code)) throw unresolved(null, error);
    throw error;
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND']);

export const pagesMax = 10;

/** Throws `write_unresolved` when there are several, or more pages than we read. */
async function onlyCandidate(context: LedgerWrite, create: UncertainCreate): Promise<LedgerRecord | undefined> {
  const { type } = create.write;
  const { ports, ledger } = context;
  const found = new Map<string, LedgerRecord>();
  const since = secondsAfter(create.firstSentAt, -clockToleranceSeconds);
  const pageOf = (query: LedgerListQuery) => ledger.list(type, query);
  const { listWindow } = ports.gateway.traits.families[type];
  for await (const records of changedRecords(pageOf, listWindow, since)) {
    if (!records) throw unresolved();
    for (const record of await possible(context, create, records)) found.set(record.providerId, record);
    if (found.size > 1) throw unresolved();
  }
  return [...found.values()][0];
}

/**
 * What has changed at the provider since a moment, page by page; a record may come twice. Ends with undefined where a
 * record could not be read, and after ten pages.
 */
export async function* changedRecords(
  pageOf: (query: LedgerListQuery) => Promise<LedgerPage>,
  window: ListWindow,
  since: Date,
): AsyncGenerator<readonly LedgerRecord[] | undefined> {
  let place = placeAt(since);
  for (let calls = 0; calls < pagesMax; calls++) {
    const page = await pageOf(queryAt(place, window));
    yield page.unreadable.length > 0 ? undefined : page.records;
    const next = placeAfter(place, page, window);
    if (!next) return;
    place = next;
  }
  yield undefined;
}

async function possible(
  { ports: { storage, gateway }, ledger: { connection }, claim: { scope } }: LedgerWrite,
  { write, firstSentAt, otherThan }: UncertainCreate,
  records: readonly LedgerRecord[],
): Promise<readonly LedgerRecord[]> {
  const alike = records.filter((record) => record.providerId !== otherThan && gateway.couldBe(write, record));
  if (alike.length === 0) return [];
  const ids = alike.map(({ providerId }) => providerId);
  const seenBy = secondsAfter(firstSentAt, -hostToleranceSeconds);
  const place = { connectionId: connection.id, type: write.type };
  const known = await storage.records.knownBefore(place, ids, seenBy);
  const others = await storage.idempotency.producedByOthers(place, ids, scope);
  return alike.filter(({ providerId }) => !known.has(providerId) && !others.has(providerId));
}

/**
 * Another write may have made the record and may not have its answer yet. Its answer cannot be missed, because the open
 * creates are asked for before the finished ones.
 */
async function unlessOfOthers(
  { ports, ledger, claim: { scope } }: LedgerWrite,
  { write }: UncertainCreate,
  record: LedgerRecord,
): Promise<LedgerRecord | undefined> {
  const { storage, gateway, clock } = ports;
  const now = clock.now();
  const echoSeconds = echoSecondsOf(gateway.traits.keyMemorySeconds);
  const place = { connectionId: ledger.connection.id, type: write.type };
  const begun = {
    after: secondsAfter(now, -echoSeconds),
    until: record.providerUpdatedAt ? secondsAfter(record.providerUpdatedAt, clockToleranceSeconds) : now,
  };
  const open = await storage.idempotency.openCreates(place, begun, scope, openCreatesMax);
  // Of a connection without retention nobody knows what the other write sent.
  const rivals = open.filter(
    ({ prepared }) => prepared === null || gateway.couldBe(prepared as unknown as PreparedWrite, record),
  );
  const last = rivals.at(-1);
  if (last) {
    const seconds = echoSeconds - (now.getTime() - last.firstSentAt.getTime()) / 1000;
    throw unresolved(Math.max(1, Math.ceil(seconds)));
  }
  const taken = await storage.idempotency.producedByOthers(place, [record.providerId], scope);
  if (taken.size > 0) return undefined;
  // Lists leave out some of what a record shows when it is read by its id (provider: a quote's total discount).
  return ledger.read(record.type, record.providerId);
}

/** Thrown while it is not known whether the write happened. */
export function unresolved(retryAfterSeconds: number | null = null, cause?: unknown): ServiceError {
  return new ServiceError(
    'PROVIDER_ERROR',
    'it is not known yet whether the earlier write happened; repeat it with the same Idempotency-Key, and look at the provider before you use another',
    { reason: 'write_unresolved', outcome: 'unknown', ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) },
    cause,
  );
}

// Looks in the provider's books for a create that ended in an unknown way, once the provider has forgotten our key.
import { secondsAfter } from '../../domain/backoff.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { echoSecondsOf } from '../../domain/idempotency.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { type LedgerListQuery, type ListWindow, placeAfter, placeAt, queryAt } from '../../domain/list-place.ts';
import type { LedgerPage } from '../../ports/ledger-gateway.ts';
import type { Stores } from '../../ports/storage.ts';
import { inProgress, type LedgerWrite } from './write-claim.ts';

/** The provider has forgotten the key of a create that may have been sent. */
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
/** A connection's budget lets fewer begin in that time. */
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
export async function readBack(write: LedgerWrite, create: UncertainCreate): Promise<LedgerRecord | undefined> {
  try {
    const record = await onlyCandidate(write, create);
    if (!record) return undefined;
    await assertNoRival(write, create, record);
    // Lists leave out some of what a record shows when it is read by its id (provider: a quote's total discount).
    return await write.ledger.read(record.type, record.providerId);
  } catch (error) {
    if (error instanceof ServiceError && refusals.has(error.code)) throw unresolved(null, error);
    throw error;
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND']);

export const pagesMax = 10;

/** Throws `write_unresolved` when there are several, or more pages than we read. */
async function onlyCandidate(
  { ports, ledger, claim }: LedgerWrite,
  { write, firstSentAt, otherThan }: UncertainCreate,
): Promise<LedgerRecord | undefined> {
  const { storage, gateway } = ports;
  const { type } = write;
  const place = { connectionId: ledger.connection.id, type };
  const since = secondsAfter(firstSentAt, -clockToleranceSeconds);
  const seenBy = secondsAfter(firstSentAt, -hostToleranceSeconds);
  let only: LedgerRecord | undefined;
  const pageOf = (query: LedgerListQuery) => ledger.list(type, query);
  for await (const records of changedRecords(pageOf, gateway.traits.families[type].listWindow, since)) {
    if (!records) throw unresolved();
    const alike = records.filter((record) => record.providerId !== otherThan && gateway.couldBe(write, record));
    if (alike.length === 0) continue;
    const ids = alike.map(({ providerId }) => providerId);
    const known = await storage.records.knownBefore(place, ids, seenBy);
    const others = await storage.idempotency.producedByOthers(place, ids, claim.writer);
    for (const record of alike.filter(({ providerId }) => !known.has(providerId) && !others.has(providerId))) {
      if (only && only.providerId !== record.providerId) throw unresolved();
      only = record;
    }
  }
  return only;
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

/**
 * Throws `write_unresolved` where another write may have made the record and may not have its answer yet. Its answer cannot
 * be missed: `adopt` asks for the finished ones afterwards.
 */
async function assertNoRival(
  { ports, ledger, claim }: LedgerWrite,
  { write }: UncertainCreate,
  record: LedgerRecord,
): Promise<void> {
  const { storage, gateway, clock } = ports;
  const now = clock.now();
  const echoSeconds = echoSecondsOf(gateway.traits.keyMemorySeconds);
  const place = { connectionId: ledger.connection.id, type: write.type };
  const begun = {
    after: secondsAfter(now, -echoSeconds),
    until: record.providerUpdatedAt ? secondsAfter(record.providerUpdatedAt, clockToleranceSeconds) : now,
  };
  const open = await storage.idempotency.openCreates(place, begun, claim.writer, openCreatesMax);
  // Of a connection without retention nobody knows what the other write sent.
  const last = open.findLast(
    ({ prepared }) => prepared === null || gateway.couldBe(prepared as unknown as PreparedWrite, record),
  );
  if (!last) return;
  const seconds = echoSeconds - (now.getTime() - last.firstSentAt.getTime()) / 1000;
  throw unresolved(Math.max(1, Math.ceil(seconds)));
}

/**
 * Of several writes that found one record, one adopts it: asked for in the transaction that ends the write, after records
 * are stored. Throws IDEMPOTENCY_IN_PROGRESS, which undoes it, when another write has the record.
 */
export async function adopt(
  stores: Pick<Stores, 'projections' | 'idempotency'>,
  { ledger: { connection }, claim }: LedgerWrite,
  { type, providerId }: LedgerRecord,
): Promise<void> {
  await stores.projections.lock([connection]);
  const place = { connectionId: connection.id, type };
  if ((await stores.idempotency.producedByOthers(place, [providerId], claim.writer)).size > 0) throw inProgress();
}

/** Thrown while it is not known whether the write happened. */
export function unresolved(retryAfterSeconds: number | null = null, cause?: unknown): ServiceError {
  return new ServiceError(
    'PROVIDER_ERROR',
    'it is not known yet whether the earlier write happened; repeat it with the same Idempotency-Key, and look at the provider before you use another',
    { reason: 'write_unresolved', outcome: 'unknown', ...(retryAfterSeconds !== null && { retryAfterSeconds }) },
    cause,
  );
}

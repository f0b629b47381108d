// Repeats creates that ended in an unknown way, and searches the books for one that bears no mark and whose key the
// provider has forgotten.
import { secondsAfter } from '../../domain/backoff.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { arrivesUntil, echoSecondsOf, idempotencyDays, repetitionOf } from '../../domain/idempotency.ts';
import { canonicalJson, type Json } from '../../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type EqualRecord, type LostCreate, sharedOut } from '../../domain/shared-out.ts';
import { familyOf } from '../../families/all-families.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { keySecondsOf } from '../providers/provider-of.ts';
import type { LedgerWrite } from './holder.ts';
import { inProgress } from './verdict.ts';

/**
 * Decides how to repeat a create that was sent at `sentAt` without an answer. Throws `write_unresolved` while its mark
 * cannot be relied on.
 */
export function repeatedBy({ ports, ledger }: Pick<LedgerWrite, 'ports' | 'ledger'>, sentAt: Date) {
  const { by, waitSeconds } = repetitionOf(ledger.provider.traits.repeats, sentAt, ports.clock.now());
  if (waitSeconds > 0) throw unresolved(waitSeconds);
  return by;
}

/** A create that may have been sent, and whose key the provider has forgotten. */
interface UncertainCreate {
  readonly write: PreparedWrite;
  readonly firstSentAt: Date;
  /** The provider's id of a record that matches the create but was not made by it. */
  readonly otherThan?: string | undefined;
}

/** The provider's clock and ours differ by at most this. */
const clockToleranceSeconds = 60;
/** The clocks of two hosts differ by at most this. */
const hostToleranceSeconds = 5;
/** More than a connection's budget lets begin in that time. */
const openCreatesMax = 1000;

/**
 * Finds the record that this create made at the provider: changed since the create was first sent, with the values it sent,
 * not known before, and not made by another of our writes. Equal records are shared out among the equal creates of ours that
 * have no answer. Undefined if none is left for this one: the provider has forgotten the key, so the create may be sent again.
 * Throws `write_unresolved` if there are more records than such creates, or if a write that may still arrive may have made
 * one of them; throws what provider calls throw, except refusals, which would pass for the provider's answer to the write.
 * Afterwards `adopt` decides whether this write gets the record.
 *
 * With zero retention nobody knows earlier records: one that matched before and has changed since counts as made by this
 * create. Nor is it known there which creates are equal, so several records are never shared out.
 */
export async function readBack(write: LedgerWrite, create: UncertainCreate): Promise<LedgerRecord | undefined> {
  try {
    const candidates = await candidatesOf(write, create);
    await assertNoRival(write, candidates);
    const record = await ownOf(write, create, candidates);
    // A list may omit fields that a read by id shows.
    return record && (await write.ledger.read(record.type, record.providerId));
  } catch (error) {
    if (error instanceof ServiceError && refusals.has(error.code)) throw unresolved(null, error);
    throw error;
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND']);

export const pagesMax = 10;

/** Throws `write_unresolved` if a record cannot be read, or there are too many pages. */
async function candidatesOf(
  reader: LedgerWrite,
  { write, firstSentAt, otherThan }: UncertainCreate,
): Promise<readonly LedgerRecord[]> {
  const { couldBe } = reader.ledger.provider.gateway;
  const isAlike = (record: LedgerRecord) => record.providerId !== otherThan && couldBe(write, record);
  const found = new Map<string, LedgerRecord>();
  for await (const records of unclaimed(reader, write.type, firstSentAt, isAlike)) {
    if (!records) throw unresolved();
    for (const record of records) found.set(record.providerId, record);
  }
  return [...found.values()];
}

/** Throws `write_unresolved` if there are more of these equal records than creates that may have made them. */
async function ownOf(
  reader: LedgerWrite,
  { write, firstSentAt }: UncertainCreate,
  candidates: readonly LedgerRecord[],
): Promise<LedgerRecord | undefined> {
  const own = lostCreate(reader, write.type, firstSentAt);
  const records = candidates.map(({ providerUpdatedAt: at }) => ({ at }));
  let place = sharedOut(own, [], records);
  if (place === 'unknown') place = sharedOut(own, await openEquals(reader, write, records), records);
  if (place === 'unknown') throw unresolved();
  return place === 'none' ? undefined : candidates[place];
}

/** The creates of our other writes that sent the same, and of which nobody knows whether they made one of the records. */
async function openEquals(
  { ports, ledger, claim }: LedgerWrite,
  write: PreparedWrite,
  records: readonly EqualRecord[],
): Promise<readonly LostCreate[]> {
  const { type } = write;
  const place = { connectionId: ledger.connection.id, type };
  const now = ports.clock.now();
  const latest = Math.max(...records.map(({ at }) => (at ?? now).getTime()));
  const begun = {
    after: secondsAfter(now, -idempotencyDays * 86_400),
    until: secondsAfter(new Date(latest), clockToleranceSeconds),
  };
  const open = await ports.storage.idempotency.openCreates(place, begun, claim.writer, openCreatesMax);
  const text = canonicalJson(write as unknown as Json);
  return open
    .filter(({ prepared }) => prepared !== null && canonicalJson(prepared) === text)
    .map(({ firstSentAt }) => lostCreate({ ledger }, type, firstSentAt));
}

/** In a family of twins, what has changed after the call can have arrived may be somebody else's; elsewhere people edit ours. */
function lostCreate({ ledger }: Pick<LedgerWrite, 'ledger'>, type: ResourceType, firstSentAt: Date): LostCreate {
  const from = secondsAfter(firstSentAt, -clockToleranceSeconds);
  if (!familyOf(type).hasTwins) return { from, until: endOfTime };
  return { from, until: lastStampOf({ ledger }, firstSentAt) };
}

const endOfTime = new Date(8.64e15);

/** The latest stamp of a record that a create made which was first sent then, as long as nobody has changed it. */
export function lastStampOf({ ledger }: Pick<LedgerWrite, 'ledger'>, firstSentAt: Date): Date {
  return secondsAfter(arrivesUntil(keySecondsOf(ledger.provider), firstSentAt), clockToleranceSeconds);
}

/** A write that reads the books for its own create. */
export interface BooksReader extends Pick<LedgerWrite, 'ports' | 'ledger'> {
  readonly claim: Pick<LedgerWrite['claim'], 'writer'>;
}

/**
 * Yields records that a create first sent at `firstSentAt` may have made: changed since, not known before, and not made by
 * another of our writes; page by page, like `changedRecords`.
 */
export async function* unclaimed(
  { ports, ledger, claim }: BooksReader,
  type: ResourceType,
  firstSentAt: Date,
  isAlike: (record: LedgerRecord) => boolean = () => true,
): AsyncGenerator<readonly LedgerRecord[] | undefined> {
  const { storage } = ports;
  const place = { connectionId: ledger.connection.id, type };
  const since = secondsAfter(firstSentAt, -clockToleranceSeconds);
  const seenBy = secondsAfter(firstSentAt, -hostToleranceSeconds);
  for await (const records of changedRecords(ledger, type, since)) {
    const alike = records?.filter(isAlike);
    if (!alike || alike.length === 0) {
      yield alike;
      continue;
    }
    const ids = alike.map(({ providerId }) => providerId);
    const known = await storage.records.knownBefore(place, ids, seenBy);
    const others = await storage.idempotency.producedByOthers(place, ids, claim.writer);
    yield alike.filter(({ providerId }) => !known.has(providerId) && !others.has(providerId));
  }
}

/**
 * Yields records changed since a moment, page by page; a record may come twice. Yields undefined for a page with an
 * unreadable record, and after ten pages.
 */
export async function* changedRecords(
  ledger: Pick<Ledger, 'list'>,
  type: ResourceType,
  since: Date,
): AsyncGenerator<readonly LedgerRecord[] | undefined> {
  let after: string | null = null;
  for (let calls = 0; calls < pagesMax; calls++) {
    const { records, unreadable, next } = await ledger.list(type, { since, after });
    yield unreadable.length > 0 ? undefined : records;
    if (next === null) return;
    after = next;
  }
  yield undefined;
}

/**
 * Throws `write_unresolved` if another write without an answer may have made one of the records. A write that is answered
 * meanwhile is not missed: `adopt` looks at answered ones afterwards.
 */
export async function assertNoRival(
  { ports, ledger, claim }: BooksReader,
  records: readonly LedgerRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  const { storage, clock } = ports;
  const { gateway } = ledger.provider;
  const now = clock.now();
  const echoSeconds = echoSecondsOf(keySecondsOf(ledger.provider));
  const place = { connectionId: ledger.connection.id, type: first.type };
  const latestMs = Math.max(...records.map(({ providerUpdatedAt }) => (providerUpdatedAt ?? now).getTime()));
  const begun = {
    after: secondsAfter(now, -echoSeconds),
    until: secondsAfter(new Date(latestMs), clockToleranceSeconds),
  };
  const open = await storage.idempotency.openCreates(place, begun, claim.writer, openCreatesMax);
  // Nobody knows what the other write sent if it has zero retention or is a bulk write.
  const last = open.findLast(({ prepared }) =>
    records.some((record) => prepared === null || gateway.couldBe(prepared as unknown as PreparedWrite, record)),
  );
  if (!last) return;
  const seconds = echoSeconds - (now.getTime() - last.firstSentAt.getTime()) / 1000;
  throw unresolved(Math.max(1, Math.ceil(seconds)));
}

/**
 * Lets one of several writes that found the same records, of one family, adopt them. Call it in the transaction that ends
 * the write, after records are stored. Throws IDEMPOTENCY_IN_PROGRESS, which rolls back, if another write has one of them.
 */
export async function adopt(
  stores: Pick<Stores, 'projections' | 'idempotency'>,
  { ledger: { connection }, claim }: BooksReader,
  records: readonly LedgerRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  await stores.projections.lock([connection]);
  const place = { connectionId: connection.id, type: first.type };
  const ids = records.map(({ providerId }) => providerId);
  if ((await stores.idempotency.producedByOthers(place, ids, claim.writer)).size > 0) throw inProgress();
}

/** As `adopt`, for allocations by the names under which they are stored as produced. */
export async function adoptProduced(
  stores: Pick<Stores, 'projections' | 'idempotency'>,
  { ledger: { connection }, claim }: BooksReader,
  names: readonly string[],
): Promise<void> {
  await stores.projections.lock([connection]);
  const place = { connectionId: connection.id, type: 'allocations' } as const;
  if ((await stores.idempotency.producedByOthers(place, names, claim.writer)).size > 0) throw inProgress();
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

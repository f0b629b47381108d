// What became of a create whose end nobody knows, told from the provider's books once it has forgotten our key.
import type { Lane } from '../domain/budget.ts';
import type { Connection } from '../domain/connection.ts';
import { type ErrorCode, ServiceError } from '../domain/errors.ts';
import { echoSecondsOf, type IdempotencyScope, type RecordPlace } from '../domain/idempotency.ts';
import type { LedgerRecord } from '../domain/ledger-record.ts';
import { type PreparedWrite, storedCreate } from '../domain/prepared-write.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LedgerListQuery } from '../ports/ledger-gateway.ts';
import { changedRecords } from './changed-records.ts';
import { type LedgerCallWishes, type LedgerPorts, withLedger } from './with-ledger.ts';

export type ReadBackPorts = LedgerPorts & Pick<CorePorts, 'gateway'>;

/** A create that was sent, or was about to be, and whose key the provider has forgotten. */
export interface UncertainCreate {
  readonly connection: Connection;
  readonly lane: Lane;
  readonly cause: LedgerCallWishes;
  readonly write: PreparedWrite;
  readonly firstSentAt: Date;
  /** The key that it is done under. */
  readonly scope: IdempotencyScope;
  /** A record that looks like it and certainly is not. */
  readonly otherThan?: string | undefined;
}

export type ReadBack =
  /** This record is what the create made; adopting it is decided by the store that keeps the answer. */
  | { readonly kind: 'made'; readonly record: LedgerRecord }
  /** It made nothing and, its key being forgotten, never will: it may be sent again. */
  | { readonly kind: 'not_made' }
  | { readonly kind: 'undecided'; readonly retryAfterSeconds: number | null };

/** The provider's clock and ours may differ so much. */
const clockToleranceSeconds = 60;
/** Hosts of one deployment may differ so much. */
const hostToleranceSeconds = 5;
/** More than a connection's budget lets begin in that time. */
const openCreatesMax = 1000;

/**
 * Looks at the provider for records that this create may have made: changed since it was first sent, holding what it
 * sent, not seen before, and not what another of our writes made. One decides, none decides, several do not; nor does
 * one that a write still under way may have made. Throws what the provider calls throw, but no refusal: that would pass
 * for the provider's answer to the write.
 *
 * Of a connection without retention nothing tells which records were there before: one that already held the same and
 * has been changed since counts as made by this create.
 */
export function readBack(ports: ReadBackPorts) {
  return async (create: UncertainCreate): Promise<ReadBack> => {
    try {
      const found = await candidates(ports, create);
      if (!found) return { kind: 'undecided', retryAfterSeconds: null };
      const [record] = found;
      return record ? await soleCandidate(ports, create, record) : { kind: 'not_made' };
    } catch (error) {
      if (error instanceof ServiceError && refusals.has(error.code)) throw unresolved(null, error);
      throw error;
    }
  };
}

const refusals: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND']);

/** None or one; undefined when there are several or more pages than we read. */
async function candidates(
  ports: ReadBackPorts,
  create: UncertainCreate,
): Promise<readonly [LedgerRecord?] | undefined> {
  const { connection, lane, write, cause } = create;
  const since = shifted(create.firstSentAt, -clockToleranceSeconds);
  const pageOf = (query: LedgerListQuery) =>
    withLedger(ports)(connection, lane, (access) => ports.gateway.list(access, write.type, query), cause);
  const found = new Map<string, LedgerRecord>();
  const { listWindow } = ports.gateway.traits.families[write.type];
  const isWhole = await changedRecords(pageOf, listWindow, since, async (records) => {
    for (const record of await possible(ports, create, records)) found.set(record.providerId, record);
    return found.size < 2;
  });
  return isWhole ? ([...found.values()] as [LedgerRecord?]) : undefined;
}

async function possible(
  { storage, gateway }: ReadBackPorts,
  { connection, write, firstSentAt, scope, otherThan }: UncertainCreate,
  records: readonly LedgerRecord[],
): Promise<readonly LedgerRecord[]> {
  const alike = records.filter((record) => record.providerId !== otherThan && gateway.couldBe(write, record));
  if (alike.length === 0) return [];
  const ids = alike.map(({ providerId }) => providerId);
  const seenBy = shifted(firstSentAt, -hostToleranceSeconds);
  const known = await storage.records.knownBefore(connection.id, write.type, ids, seenBy);
  const others = await storage.idempotency.producedByOthers(placeOf(connection, write), ids, scope);
  return alike.filter(({ providerId }) => !known.has(providerId) && !others.has(providerId));
}

/**
 * Another write may have made it and may still be told so by the provider. Asked in this order, its answer in between is
 * not missed.
 */
async function soleCandidate(ports: ReadBackPorts, create: UncertainCreate, record: LedgerRecord): Promise<ReadBack> {
  const { storage, gateway, clock } = ports;
  const { connection, write, scope } = create;
  const now = clock.now();
  const echoSeconds = echoSecondsOf(gateway.traits.keyMemorySeconds);
  const place = placeOf(connection, write);
  const begun = {
    after: shifted(now, -echoSeconds),
    until: record.providerUpdatedAt ? shifted(record.providerUpdatedAt, clockToleranceSeconds) : now,
  };
  const open = await storage.idempotency.openCreates(place, begun, scope, openCreatesMax);
  // Of a connection without retention nobody knows what the other write sent.
  const rivals = open.filter(({ prepared }) => prepared === null || gateway.couldBe(storedCreate(prepared), record));
  const last = rivals.at(-1);
  if (last) {
    const seconds = echoSeconds - (now.getTime() - last.firstSentAt.getTime()) / 1000;
    return { kind: 'undecided', retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
  }
  const taken = await storage.idempotency.producedByOthers(place, [record.providerId], scope);
  return taken.size === 0 ? { kind: 'made', record: await whole(ports, create, record) } : { kind: 'not_made' };
}

/** Lists leave out some of what a record shows when it is read by its id (provider: a quote's total discount). */
function whole(ports: ReadBackPorts, { connection, lane, cause }: UncertainCreate, record: LedgerRecord) {
  const { type, providerId } = record;
  return withLedger(ports)(connection, lane, (access) => ports.gateway.read(access, type, providerId), cause);
}

function placeOf({ id }: Connection, { type }: PreparedWrite): RecordPlace {
  return { connectionId: id, type };
}

function shifted(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** What the caller is told while nobody can say. */
export function unresolved(retryAfterSeconds: number | null = null, cause?: unknown): ServiceError {
  return new ServiceError(
    'PROVIDER_ERROR',
    'nobody can say yet whether the earlier write happened; repeat it with the same Idempotency-Key, and look at the provider before using another',
    { reason: 'write_unresolved', outcome: 'unknown', ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) },
    cause,
  );
}

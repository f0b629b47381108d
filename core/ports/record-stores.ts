import type { Plane } from '../domain/caller.ts';
import type { ConnectionOwner } from '../domain/connection.ts';
import type {
  CreatedPlace,
  IdempotencyClaim,
  IdempotencyScope,
  KeyStanding,
  RecordPlace,
  StoredAnswer,
  WriteAttempt,
  Writer,
} from '../domain/idempotency.ts';
import type { ConnectionId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import type { CachedRecord, RecordSort } from '../domain/ledger-record.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { PaymentProjection } from '../domain/payment-transition.ts';
import type { KnownRecord, ToldRecord } from '../domain/record-change.ts';
import type { BankKind, DocumentSide, ResourceType } from '../domain/resource.ts';

/** Texts match exactly, except `contains` and `email`; ranges include both ends and no record without the field. */
export interface RecordFilter {
  readonly providerId?: string;
  /** Any of these, at least one; where there are several, each has at most 100 characters. */
  readonly statuses?: readonly string[];
  /** Of a family without numbers whose records have a code of their own: the code. */
  readonly number?: string;
  readonly externalReference?: string;
  readonly contactId?: string;
  /**
   * Finds records whose number, external reference or contact's name (of contacts: their own name) contains these
   * characters, at least two, in any case. Two characters alone must begin a word.
   */
  readonly contains?: string;
  /** A contact's whole e-mail address, in any case. */
  readonly email?: string;
  /** By the provider's stamp. */
  readonly updatedSince?: Date;
  /** Days such as `2026-01-31`; of a family without an issue date, whose lists find days, its `date`. */
  readonly issueDateFrom?: string;
  readonly issueDateTo?: string;
  readonly dueDateFrom?: string;
  readonly dueDateTo?: string;
  /** The field `type` of a document, or `kind` of a bank transaction and of what it leaves. */
  readonly side?: DocumentSide | BankKind;
  /** The bank account of a bank transaction. */
  readonly bankAccountId?: string;
  readonly currency?: string;
  /** Amounts as decimals in their shortest form, compared exactly. */
  readonly totalFrom?: string;
  readonly totalTo?: string;
  /** Of a credit note its remaining credit. */
  readonly amountDueFrom?: string;
  readonly amountDueTo?: string;
  /** Items come without `provider_data`; no native document is read. */
  readonly withoutNative?: boolean;
}

/**
 * Sorts by a field's value, then first seen, then id, all in one direction. Records without a value come first (last if
 * descending). The field `number` compares by the bytes of its first 100 characters.
 */
export interface RecordOrder {
  readonly by: RecordSort;
  readonly isDescending: boolean;
}

export interface RecordPage extends Omit<Page<never>, 'items'> {
  /** JSON list of items as `wireRecord` makes them; documents that `truncated` names are null. */
  readonly itemsJson: string;
}

/** `contains` as in lists, also in a contact's e-mail address and number; `whole` is an amount or any id of the record. */
type RecordSearch = { readonly limit: number } & (
  | { readonly contains: string; readonly type: ResourceType }
  | { readonly whole: string }
);

interface FoundRecord {
  readonly connectionId: ConnectionId;
  readonly type: ResourceType;
  /** As `wireRecord` makes it, perhaps without large fields. */
  readonly item: JsonObject;
}

export interface CopyPlace extends RecordPlace {
  readonly providerId: string;
}

/** A record as it was read for a connection. */
export interface CopyOf {
  readonly connectionId: ConnectionId;
  readonly record: CachedRecord;
}

export interface RecordStore {
  /**
   * Stores records of one or more connections, but keeps a newer stored revision, and what was told of each record. Equal
   * content moves `fetchedAt` at most once a minute. In a transaction it locks the copies until the end. Throws NotStorable, and stores none, if the database refuses a record; the transaction can continue
   * without it.
   */
  put(copies: readonly (readonly [ConnectionOwner, readonly CachedRecord[]])[]): Promise<void>;
  /**
   * What is known of each record whose copy has these fields, in their order; undefined where another state is stored, or
   * none. Of a family whose changes are told.
   */
  known(copies: readonly CopyOf[]): Promise<readonly (KnownRecord | undefined)[]>;
  /** Notes what was told of the copies as they are stored now. Call it in the transaction that stored them. */
  noteTold(told: readonly (CopyPlace & { readonly told: ToldRecord })[]): Promise<void>;
  /**
   * Ids of records that bring nothing new: a newer one is stored, or one with the same stamp and fields of which is known
   * what was told.
   */
  unchanged(place: RecordPlace, records: readonly CachedRecord[]): Promise<ReadonlySet<string>>;
  /** Ids of the records last fetched before `at`. */
  fetchedBefore(place: RecordPlace, at: Date): Promise<readonly string[]>;
  /** Since when complete walks of the family miss records; a record that was read since is left out. */
  missedSince(place: RecordPlace): Promise<ReadonlyMap<string, Date>>;
  /** Notes that the complete walk that began at `at` missed these records of the family, and no others. */
  noteMissed(place: RecordPlace, providerIds: readonly string[], at: Date): Promise<void>;
  /** Removes records, but keeps those fetched since `fetchedBefore`. Returns the ids of the removed ones. */
  remove(place: RecordPlace, providerIds: readonly string[], fetchedBefore: Date): Promise<readonly string[]>;
  /**
   * Without an order, sorts by the time when a record was first seen, newest first, so that a cursor never skips or repeats
   * a record updated meanwhile. Sorted by a field, a record moves when the field changes.
   */
  list(place: RecordPlace, filter: RecordFilter, page: PageRequest, order?: RecordOrder): Promise<RecordPage>;
  /** Searches all connections of the plane; if many records match, returns any of them. */
  search(plane: Plane, wanted: RecordSearch): Promise<readonly FoundRecord[]>;
  /**
   * Makes up to `limit` records that an earlier build stored known to searches, filters and sorts; returns how many there
   * were. Of one family it waits for others who do the same: once it returns 0, that family's lists miss nothing.
   */
  indexMissing(limit: number, place?: RecordPlace): Promise<number>;
  /** The fields of the copies of these records, by id; a record without a copy is left out, and what `truncated` names is null. */
  fieldsOf(place: RecordPlace, providerIds: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /** Returns which of the ids were first stored before `at`. */
  knownBefore(place: RecordPlace, providerIds: readonly string[], at: Date): Promise<ReadonlySet<string>>;
}

export interface RecordKey {
  readonly tenantId: string;
  readonly type: ResourceType;
  readonly providerId: string;
}

/**
 * Lets one change at a time work on a record, across all processes. The next change takes over an abandoned lease, so a
 * record has one row.
 */
export interface RecordLeaseStore {
  /**
   * Gives the lease to one of any number of simultaneous owners; false while another owner has it. An owner may take its
   * own lease again at once, which invalidates the earlier token.
   */
  take(record: RecordKey, lease: { owner: string; token: string; now: Date; until: Date }): Promise<boolean>;
  /**
   * Prolongs the lease; false when it was lost, so that another change may have been made. A crash of the database's
   * machine cannot undo this once anything else was stored after it.
   */
  renew(record: RecordKey, token: string, until: Date): Promise<boolean>;
  /** An invalid token does nothing. */
  release(record: RecordKey, token: string): Promise<void>;
}

export interface ProjectionStore {
  /**
   * Locks the connections' announcements until the transaction ends, so that one transaction at a time compares, changes
   * projections and appends events. Call it inside a transaction, after storing records and before finding.
   */
  lock(connections: readonly ConnectionOwner[]): Promise<void>;
  /** At most 1,000 invoices; returns projections in their order, undefined for invoices never announced. */
  find(
    invoices: readonly Pick<PaymentProjection, 'connectionId' | 'providerInvoiceId'>[],
  ): Promise<readonly (PaymentProjection | undefined)[]>;
  /** Takes each invoice at most once. */
  put(projections: readonly PaymentProjection[]): Promise<void>;
  /** As `put`, but leaves stored projections as they are. */
  seed(projections: readonly PaymentProjection[]): Promise<void>;
}

/** Lets one request of each key write, and gives its answer to all others. */
export interface IdempotencyStore {
  /**
   * Of any number of simultaneous claims, one is `claimed`. A key past its `expiresAt` counts as new. `connectionId`, whose
   * documents the answer may contain, is stored with the key.
   */
  claim(
    scope: IdempotencyScope,
    request: {
      fingerprint: string;
      connectionId: ConnectionId | null;
      leaseToken: string;
      now: Date;
      leaseUntil: Date;
      expiresAt: Date;
    },
  ): Promise<IdempotencyClaim>;
  /** How these keys stand, without those that nobody has used, that were freed, or that are over. */
  standing(plane: Plane, keys: readonly string[], now: Date): Promise<ReadonlyMap<string, KeyStanding>>;
  /** Stores the attempt that is about to be sent; false when the lease was lost. */
  recordAttempt(scope: IdempotencyScope, leaseToken: string, attempt: WriteAttempt): Promise<boolean>;
  /**
   * Stores the answer for good and, for a create, which record it created. False, and nothing is stored, when the lease was
   * lost.
   */
  answer(
    scope: IdempotencyScope,
    leaseToken: string,
    answer: StoredAnswer,
    producedId: string | null,
  ): Promise<boolean>;
  /** Gives a key that is held another end; false when the lease was lost. */
  endAt(scope: IdempotencyScope, leaseToken: string, at: Date): Promise<boolean>;
  /** Frees the key, because nothing was written. */
  release(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /**
   * Frees a key whose holder was lost before anything was sent: its lease is over, and no attempt is stored. False, and nothing
   * is changed, for every other key, and for one of another fingerprint.
   */
  releaseLost(scope: IdempotencyScope, fingerprint: string, now: Date): Promise<boolean>;
  /** Ends the lease, because the result is unknown: the next request with the key takes over and gets the attempt. */
  suspend(scope: IdempotencyScope, leaseToken: string): Promise<void>;
  /** Returns which of the ids other keys and steps produced, in any organization and environment. */
  producedByOthers(place: CreatedPlace, providerIds: readonly string[], writer: Writer): Promise<ReadonlySet<string>>;
  /**
   * Unanswered creates under other keys and by other steps, begun after `after` and by `until`: at most `limit` of keys and
   * of steps, oldest first.
   */
  openCreates(
    place: CreatedPlace,
    begun: { after: Date; until: Date },
    writer: Writer,
    limit: number,
  ): Promise<readonly WriteAttempt[]>;
}

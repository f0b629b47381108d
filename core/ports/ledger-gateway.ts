import type { AttachedFile, Attachment } from '../domain/attachment.ts';
import type { BarredAct } from '../domain/barred-act.ts';
import type { ProviderLimits } from '../domain/budget.ts';
import type { ServiceError } from '../domain/errors.ts';
import type { HistoryEntry } from '../domain/history.ts';
import type { JsonObject } from '../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../domain/ledger-record.ts';
import type { ProviderCall } from '../domain/provider-call.ts';
import type { PassedAnswer, PreparedRequest } from '../domain/provider-request.ts';
import type { AskedReport, LedgerReport } from '../domain/report.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { TrackingCategory } from '../domain/tracking.ts';

export type LedgerCall = ProviderLimits &
  Pick<ProviderCall, 'method' | 'path' | 'status' | 'bytesIn'> &
  Partial<Pick<ProviderCall, 'correlationId'>> & {
    /** The path is a template of the provider's list, without anything that a caller gave. */
    readonly isTemplate?: true;
  };

export interface LedgerAccess {
  readonly accessToken: string;
  readonly tenantId: string;
  /** Called once for each call, answered or not. */
  readonly report: (call: LedgerCall) => void;
}

interface Change {
  readonly type: ResourceType;
  readonly providerId: string;
  readonly existing: JsonObject | null;
  /** The version that the change is based on, where the provider compares and sets; it refuses the change if the record has moved. */
  readonly version?: string | undefined;
  /** The lines are the live document's own and net, even if its header says otherwise; they are written as exclusive. */
  readonly linesAreNet?: true;
  /** The categories of the books, where lines of `existing` show an option whose id the provider leaves out. */
  readonly categories?: readonly TrackingCategory[] | undefined;
}

export type WriteIntent =
  | { readonly kind: 'create'; readonly type: ResourceType; readonly fields: JsonObject }
  | { readonly kind: 'create_native'; readonly type: ResourceType; readonly document: JsonObject }
  /** Reactivates an archived record and changes nothing else. */
  | { readonly kind: 'restore'; readonly type: ResourceType; readonly providerId: string }
  | (Change & { readonly kind: 'update'; readonly fields: JsonObject })
  | (Change & { readonly kind: 'update_native'; readonly document: JsonObject })
  /** Makes the quote an invoice, where the provider does that itself. */
  | { readonly kind: 'convert_quote'; readonly type: 'invoices'; readonly quote: LedgerRecord };

export interface LedgerListQuery {
  /** Records that changed since; null: all. */
  readonly since: Date | null;
  /** `next` of an earlier page, perhaps of days ago; null or a text that the gateway cannot read begins at `since`. */
  readonly after: string | null;
}

/** The most records in a page of `find`. */
export const foundMost = 100;

export interface LedgerFindQuery {
  readonly type: ResourceType;
  /**
   * Values of `foundBy` fields, none empty; `contact_id` is the provider's id. The answer may hold records with other case or longer
   * numbers, so callers compare. With a list of values, which may have only letters, digits and `_ .@/-`, finds each of
   * them.
   */
  readonly where: Readonly<Record<string, string | readonly string[]>>;
  /** As of a list; null or a text that the gateway cannot read begins at the first record. */
  readonly after: string | null;
}

export interface LedgerPage {
  readonly records: readonly LedgerRecord[];
  /** Ids of listed entries that cannot be read; null for one without an id. */
  readonly unreadable: readonly (string | null)[];
  /** Where the next page begins: opaque, at most 1,000 characters; null at the end. */
  readonly next: string | null;
}

/** A record by the provider's id. */
export type NamedRecord = Pick<LedgerRecord, 'type' | 'providerId'>;

/** A part of a credit that settles an invoice, by the provider's id of the invoice. */
export interface NewAllocation {
  readonly invoice: string;
  readonly amount: number;
  /** Null for the provider's choice, which may be another day in any case. */
  readonly date: string | null;
}

export type ReadTogether = Pick<LedgerPage, 'records' | 'unreadable'>;

/**
 * `next`: the write goes on with this call, which does not create; it is stored before it is sent, and a repeat of it
 * succeeds. Only of a gateway that leaves marks: a repeat of the call before it gives the same `next` again.
 */
export type SentRecord = LedgerRecord & { readonly next?: PreparedWrite };

/**
 * Reads and writes the records of one tenant. Every call is bounded in time and bytes.
 *
 * Throws ServiceError only: NOT_FOUND · PROVIDER_REJECTED (its validation messages) · RATE_LIMITED (`provider`) ·
 * ACTION_REQUIRED with reason `token_rejected`, `scope_missing` or `tenant_forbidden` · PROVIDER_ERROR,
 * PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT. Errors of a write have an `outcome`.
 */
export interface LedgerGateway {
  /** The live record with its native document, by the provider's id. One call. */
  read(access: LedgerAccess, type: ResourceType, providerId: string): Promise<LedgerRecord>;
  /**
   * As `read`, for at most `together.reads` records in one call. Leaves out ids without a record. An unreadable record does
   * not affect the others.
   */
  readMany(access: LedgerAccess, type: ResourceType, providerIds: readonly string[]): Promise<ReadTogether>;
  /**
   * One page of a family, oldest change first. Reading on to the end shows the last state of every record, even of those
   * that change between two pages, which come again. A family that is synced whole is one page. An unreadable record does
   * not affect the others.
   */
  list(access: LedgerAccess, type: ResourceType, query: LedgerListQuery): Promise<LedgerPage>;
  /**
   * Finds all matching records, archived ones too, at most `foundMost` a page; no character of a value changes the query.
   */
  find(access: LedgerAccess, query: LedgerFindQuery): Promise<LedgerPage>;
  /** Pure: the same intent gives the same payload. Throws BAD_REQUEST naming a field that the provider does not have. */
  prepare(intent: WriteIntent): PreparedWrite;
  /**
   * The provider's id of the record that a native document names. Throws BAD_REQUEST naming
   * what the provider is known to refuse or misread.
   */
  identify(type: ResourceType, document: JsonObject): string | undefined;
  /** Pure: the normalized fields of a native document, complete or not; missing ones are null, missing lines an empty list. */
  describe(type: ResourceType, document: JsonObject): JsonObject;
  /**
   * Pure: the normalized fields that a write sets, to be compared with its answer. What it clears, and what cannot be told,
   * is null or left out. Without this method no write is compared.
   */
  asked?(write: PreparedWrite): JsonObject;
  /**
   * Sends exactly what was prepared, under the provider's idempotency key (at most 128 characters); returns the record as
   * written. A gateway that leaves marks derives them from the key. Makes one writing call; reads around it are free. A
   * refused `next` leaves nothing behind of the calls before it. A change of another version than the live one throws
   * CONFLICT `record_changed`, where the provider compares; a change that the record has already succeeds.
   */
  send(access: LedgerAccess, write: PreparedWrite, providerKey: string): Promise<SentRecord>;
  /**
   * Sends prepared writes of one family, all creates or all updates of different records, in one call under one key.
   * Returns for each, in their order, the record as written, the provider's refusal of this write, or null if the answer
   * does not tell; no record is told of twice, whatever the provider answers. Throws as `send` if the call as a whole fails; a refusal then concerns all writes. A gateway that leaves
   * marks may make several calls; a repeat with the same key and writes finds, by a mark each, what was made. If one of
   * them fails, the outcome of the whole is unknown, unless nothing was made.
   */
  sendMany(
    access: LedgerAccess,
    writes: readonly PreparedWrite[],
    providerKey: string,
  ): Promise<readonly (LedgerRecord | ServiceError | null)[]>;
  /**
   * Makes the provider mail a sales invoice to its contact; while the provider remembers the key, a repeat mails nothing.
   * Drafts and bills are refused.
   */
  emailInvoice(access: LedgerAccess, providerId: string, providerKey: string): Promise<void>;
  /**
   * Pure. For a create: true if it may have made the listed record, because the record has each sent value or one that
   * it may have become since. For a change: true if the live record has each value that this call sets. Values that the
   * provider added are not compared. The core asks about creates if only keys tell a repeat, and about changes if the
   * provider compares.
   */
  couldBe(write: PreparedWrite, record: LedgerRecord): boolean;
  /** Renders the document as PDF; the stream fails if it is too long or stalls. */
  renderPdf(access: LedgerAccess, type: ResourceType, providerId: string): Promise<AsyncIterable<Uint8Array>>;
  /** The files of a record, without their bytes, in one call. This and the next two: where a family can `attachments`. */
  listAttachments?(access: LedgerAccess, record: NamedRecord): Promise<readonly Attachment[]>;
  /**
   * The bytes of a listed file, read as fast as they are taken; the stream fails if it is longer than `downloadBytesMost`, or
   * lasts two minutes.
   */
  readAttachment?(access: LedgerAccess, record: NamedRecord, attachmentId: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Attaches a file in one writing call, under the provider's idempotency key; returns it as the provider names it. A file of
   * this name is replaced, so that a repeat of the call makes no second one.
   */
  attach?(access: LedgerAccess, record: NamedRecord, file: AttachedFile, providerKey: string): Promise<Attachment>;
  /** What happened to a record, whole, in one call and any order. This and the next: where a family can `history`. */
  readHistory?(access: LedgerAccess, record: NamedRecord): Promise<readonly HistoryEntry[]>;
  /**
   * Adds a note to the record's history in one writing call, under the provider's idempotency key; returns it as the provider
   * answers it. While the provider remembers the key, a repeat adds no second note.
   */
  addNote?(access: LedgerAccess, record: NamedRecord, note: string, providerKey: string): Promise<HistoryEntry>;
  /**
   * Deletes a record in one writing call, where a family can `delete`; a record that is gone is NOT_FOUND. Takes no key, because
   * a repeat deletes nothing else.
   */
  remove?(access: LedgerAccess, type: ResourceType, providerId: string): Promise<void>;
  /**
   * What the provider does not let the connection do now, as far as it says so, in one call. It is no promise that all else is
   * taken. Absent where the provider cannot be asked.
   */
  barred?(access: LedgerAccess): Promise<readonly BarredAct[]>;
  /**
   * Settles a part of an invoice by a record that holds credit, in one writing call under the provider's idempotency key, where a
   * family can `allocate`. The credit's own record tells what came of it.
   */
  allocate?(access: LedgerAccess, credit: NamedRecord, allocation: NewAllocation, providerKey: string): Promise<void>;
  /** Takes an allocation back in one writing call; one that is gone is NOT_FOUND. Takes no key, because a repeat removes no other. */
  removeAllocation?(access: LedgerAccess, credit: NamedRecord, allocationId: string): Promise<void>;
  /**
   * A report of the books as they are now, in one call, where the traits have `reports`. Throws BAD_REQUEST naming a parameter for
   * which the provider cannot compute it, and ACTION_REQUIRED `reports_role_missing` if the person who connected may not see it.
   */
  readReport?(access: LedgerAccess, asked: AskedReport): Promise<LedgerReport>;
  /** Pure: the day, in the organization's own time, on which this is, by the organization's normalized fields. With `readReport`. */
  dayInBooks?(organization: JsonObject, at: Date): string;
  /**
   * Makes a request of a caller's own that reads, whose path is on the provider's list, in one call; this and the next where
   * the provider's traits have `requests`. No header of the caller's is sent; it never leaves the provider's base and follows
   * no redirect. Every answer is returned, refusals too, but throws as other methods for 401, 408, 429 and 5xx.
   */
  passRead?(access: LedgerAccess, request: PreparedRequest): Promise<PassedAnswer>;
  /**
   * As `passRead`, for a request that writes: exactly its bytes, under the provider's idempotency key, but a DELETE without
   * one, because providers take none. While the provider remembers the key, a repeat does nothing twice.
   */
  passWrite?(access: LedgerAccess, request: PreparedRequest, providerKey: string): Promise<PassedAnswer>;
  /** The address of the page that shows the invoice to the customer; undefined if there is none. */
  onlineInvoiceUrl(access: LedgerAccess, providerId: string): Promise<string | undefined>;
  /** Pure: the organization's URL at the provider; undefined if the record does not contain it. */
  organizationLink(organization: LedgerRecord): string | undefined;
}

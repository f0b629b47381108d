import type { LedgerLimits, ProviderLimits } from '../domain/budget.ts';
import type { JsonObject } from '../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../domain/ledger-record.ts';
import type { LedgerListQuery, ListWindow } from '../domain/list-place.ts';
import type { ProviderCall } from '../domain/provider-call.ts';
import type { ResourceType } from '../domain/resource.ts';

/** One finished call to the provider, for counters, logs and timelines. */
export type LedgerCall = ProviderLimits & Pick<ProviderCall, 'method' | 'path' | 'status' | 'bytesIn'>;

/** The right to call the provider for one tenant. */
export interface LedgerAccess {
  readonly accessToken: string;
  readonly tenantId: string;
  /** Called once for each call, answered or not. */
  readonly report: (call: LedgerCall) => void;
}

interface Change {
  readonly type: ResourceType;
  readonly providerId: string;
  /** The live native document that the change is applied to. */
  readonly existing: JsonObject | null;
  /** The lines are the live document's own and without tax, whatever its header says: it is written as exclusive. */
  readonly linesAreNet?: true;
}

/** What is to be written. */
export type WriteIntent =
  | { readonly kind: 'create'; readonly type: ResourceType; readonly fields: JsonObject }
  | { readonly kind: 'create_native'; readonly type: ResourceType; readonly document: JsonObject }
  /** Makes an archived record active again and changes nothing else. */
  | { readonly kind: 'restore'; readonly type: ResourceType; readonly providerId: string }
  | (Change & { readonly kind: 'update'; readonly fields: JsonObject })
  | (Change & { readonly kind: 'update_native'; readonly document: JsonObject });

/** What records are looked up by. */
export interface LedgerFindQuery {
  readonly type: ResourceType;
  /**
   * Normalized fields, of those by which the family can be found according to its traits; `contact_id` is the provider's own id.
   * They only narrow: the answer may hold further records, whose case differs or whose number only contains the one
   * asked for, so the caller has to compare.
   */
  readonly where: Readonly<Record<string, string>>;
  /** From 1, of `findPageSize` records. */
  readonly page: number;
}

/** Facts about the provider behind a gateway. Plain data. */
export interface LedgerTraits {
  /** The calls that the provider accepts for one tenant, and for all tenants of an app. */
  readonly limits: LedgerLimits;
  /** How long the provider remembers an idempotency key, counted from the first call that reached it. */
  readonly keyMemorySeconds: number;
  readonly findPageSize: number;
  readonly families: Readonly<Record<ResourceType, LedgerFamilyTraits>>;
}

export interface LedgerFamilyTraits {
  /** The provider removes what an update leaves out, so every update sends the whole live record with the change. */
  readonly updateReplaces: boolean;
  readonly listWindow: ListWindow;
  /** The fields that `find` narrows by; none: the family cannot be searched. */
  readonly foundBy: readonly string[];
}

export interface LedgerPage {
  readonly records: readonly LedgerRecord[];
  /** Listed entries that cannot be read as records, by id; null for one without an id. */
  readonly unreadable: readonly (string | null)[];
  /** Whether there may be a further page. */
  readonly hasMore: boolean;
}

/**
 * Reads and writes the records of one tenant. Every call is bounded in time and bytes. Proven by
 * contract-tests/ledger-gateway.contract.ts.
 *
 * Throws ServiceError only: NOT_FOUND · PROVIDER_REJECTED (its validation messages) · RATE_LIMITED (`provider`) ·
 * ACTION_REQUIRED with reason `token_rejected`, `scope_missing` or `tenant_forbidden` · PROVIDER_ERROR,
 * PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT. Errors of a write say `outcome`.
 */
export interface LedgerGateway {
  readonly traits: LedgerTraits;
  /** The record as it is now, native document and all, by its id at the provider. One call. */
  read(access: LedgerAccess, type: ResourceType, providerId: string): Promise<LedgerRecord>;
  /** Of a writable family, the oldest change first. A record that cannot be read does not affect the others. */
  list(access: LedgerAccess, type: ResourceType, query: LedgerListQuery): Promise<LedgerPage>;
  /**
   * Finds every record that matches, also archived ones, whatever characters a value contains; none of them changes the
   * query. Throws BAD_REQUEST naming a field that is empty or by which the family cannot be found.
   */
  find(access: LedgerAccess, query: LedgerFindQuery): Promise<LedgerPage>;
  /** Pure: the same intent gives the same payload. Throws BAD_REQUEST naming the field that the provider does not have. */
  prepare(intent: WriteIntent): PreparedWrite;
  /**
   * The provider's own id of the record that a caller's native document names, if it names one (its `InvoiceID` and the
   * like). Throws BAD_REQUEST naming what the provider is known to refuse or to misread.
   */
  identify(type: ResourceType, document: JsonObject): string | undefined;
  /** Pure: the normalized fields of a native document, complete or not; null for a missing one, and no lines as an empty list. */
  describe(type: ResourceType, document: JsonObject): JsonObject;
  /** Sends exactly what was prepared under the provider's idempotency key (at most 128 characters) and returns the record as written. */
  send(access: LedgerAccess, write: PreparedWrite, providerKey: string): Promise<LedgerRecord>;
  /**
   * Makes the provider mail a sales invoice to its contact, under the provider's idempotency key: the same call again
   * mails nothing. Provider: drafts and bills are refused.
   */
  emailInvoice(access: LedgerAccess, providerId: string, providerKey: string): Promise<void>;
  /**
   * Pure: whether this create may have made the record, as `list` returns it: it has every value that was sent, or one
   * that the value may have changed to since. Values that the provider added are not compared.
   */
  couldBe(write: PreparedWrite, record: LedgerRecord): boolean;
  /** The document rendered now, as PDF bytes; the stream fails if it grows beyond its bound or stalls. */
  renderPdf(access: LedgerAccess, type: ResourceType, providerId: string): Promise<AsyncIterable<Uint8Array>>;
  /** The URL of the provider's page on which the customer sees the invoice; undefined if it has none. */
  onlineInvoiceUrl(access: LedgerAccess, providerId: string): Promise<string | undefined>;
  /** Pure: the URL of this organization at the provider; undefined if the record does not contain it. */
  organizationLink(organization: LedgerRecord): string | undefined;
}

import type { PassedLook } from '../../domain/books-rules.ts';
import type { Caller } from '../../domain/caller.ts';
import type { CancellableType } from '../../domain/cancellation.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { encodeCursor } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { QuoteSearch } from '../../families/quotes.ts';
import type { NewRecord, RecordChange, RecordOf } from '../../families/record-types.ts';
import { wireRecord } from '../../families/wire-record.ts';
import type { RawQuery } from '../../schemas/query.ts';
import type { ReasonRequest } from '../../schemas/requests/records.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import type { CancelPath, cancelDocument } from './cancel-document.ts';
import type { deleteResource } from './delete-record.ts';
import type { listResources, readInvoiceByProviderId, readResource } from './read-resources.ts';
import type { FamilyPath, RecordPath } from './resource-target.ts';
import type { searchQuotes } from './search-quotes.ts';
import type { createResource, updateResource } from './write-resources.ts';

export interface Asking extends Patience {
  readonly connectionId: string;
  readonly includeNative?: boolean;
}
export type Of<T extends ResourceType> = Asking & { readonly type: T };
/** The service's id of the record, or the provider's. */
export type One<T extends ResourceType> = Of<T> & { readonly resourceId: string };
export type Written<Body> = { readonly write: Write<Body> };

type Cancelling = Omit<CancelPath, 'write' | 'type'> & Asking & Written<ReasonRequest>;

type Looked = Patience & { readonly body: unknown };

interface Resources {
  readonly list: ReturnType<typeof listResources>;
  readonly read: ReturnType<typeof readResource>;
  readonly readInvoiceByProviderId: ReturnType<typeof readInvoiceByProviderId>;
  readonly create: ReturnType<typeof createResource>;
  readonly update: ReturnType<typeof updateResource>;
  readonly cancel: ReturnType<typeof cancelDocument>;
  readonly delete: ReturnType<typeof deleteResource>;
  checkCreate(caller: Caller, path: FamilyPath & Looked): Promise<PassedLook>;
  checkUpdate(caller: Caller, path: RecordPath & Looked): Promise<PassedLook>;
  readonly searchQuotes: ReturnType<typeof searchQuotes>;
}

/**
 * Every write takes an Idempotency-Key and does its work once: a repeat gets the first answer (`replayed`). Every call that
 * reads or writes at the provider throws ServiceError: NOT_FOUND, ACTION_REQUIRED, RATE_LIMITED, PROVIDER_UNAVAILABLE,
 * PROVIDER_TIMEOUT, CONFLICT; a write also BAD_REQUEST, which names the fields, IDEMPOTENCY_KEY_REUSED,
 * IDEMPOTENCY_IN_PROGRESS and PROVIDER_REJECTED. `details.outcome` says whether a failed write may have happened.
 */
export function createRecords(resources: Resources) {
  return {
    /**
     * Creates a record, or updates the one with its identifier. `resolution` says how it came about: `sent`, `repeated`, `found`;
     * null if an earlier build answered the request. Throws as `read`, BAD_REQUEST, PROVIDER_REJECTED,
     * IDEMPOTENCY_….
     */
    create: async <T extends ResourceType>(caller: Caller, asked: Of<T> & Written<NewRecord<T>>) => {
      const { resolution, ...made } = await resources.create(caller, asked);
      return { ...answered<T>(made, asked), resolution };
    },
    /**
     * Changes the fields in the body. Throws as `create`; with CONFLICT `record_busy` or `record_changed` nothing was done.
     */
    update: async <T extends ResourceType>(caller: Caller, asked: One<T> & Written<RecordChange<T>>) =>
      answered<T>(await resources.update(caller, asked), asked),
    /**
     * Looks before a `create`: what would be sent, and what was not checked. Nothing is written, here or there, and nothing is
     * billed. Throws as the create does before it sends, and PROVIDER_REJECTED `would_be_refused` for what the books are known
     * to refuse. A yes is no promise.
     */
    checkCreate: async <T extends ResourceType>(caller: Caller, asked: Of<T> & { readonly body: NewRecord<T> }) =>
      resources.checkCreate(caller, asked),
    /** As `checkCreate`, before an `update`. */
    checkUpdate: async <T extends ResourceType>(caller: Caller, asked: One<T> & { readonly body: RecordChange<T> }) =>
      resources.checkUpdate(caller, asked),
    /**
     * The record as the provider holds it. Throws NOT_FOUND, ACTION_REQUIRED, RATE_LIMITED, PROVIDER_UNAVAILABLE or
     * _TIMEOUT.
     */
    read: async <T extends ResourceType>(caller: Caller, asked: One<T>) =>
      shown<T>(await resources.read(caller, asked), asked),
    /** By the provider's immutable id only. */
    readInvoiceByProviderId: async (caller: Caller, asked: Asking & { readonly providerId: string }) =>
      shown<'invoices'>(await resources.readInvoiceByProviderId(caller, asked), asked),
    /**
     * Lists the cache, newest first. `query`: `limit` (at most 200), `cursor` or `page`, and filters that match exactly.
     */
    list: async <T extends ResourceType>(caller: Caller, asked: Of<T> & { readonly query?: RawQuery }) => {
      const { itemsJson, next, ...page } = await resources.list(caller, { ...asked, query: asked.query ?? {} });
      const items = JSON.parse(itemsJson) as readonly RecordOf<T>[];
      return { ...page, items, nextCursor: next && encodeCursor(next) };
    },
    /** Deletes a record of a family that allows it, such as an item. Throws as `create`, and NOT_FOUND. */
    delete: (
      caller: Caller,
      { connectionId, type, resourceId, write, waitSeconds }: One<ResourceType> & Written<unknown>,
    ) => resources.delete(caller, { connectionId, type, resourceId, write, waitSeconds }),
    /** Deletes a draft, voids an unpaid invoice; throws CONFLICT `invoice_not_cancellable` for any other. */
    cancelInvoice: async (caller: Caller, asked: Cancelling) => {
      const { value, replayed } = await resources.cancel(caller, { ...asked, type: 'invoices' });
      return { value: { ...value, record: shown<'invoices'>(value.record, asked) }, replayed };
    },
    /** Deletes a draft, voids a credit note of which nothing is spent; throws CONFLICT `credit_note_not_cancellable` for any other. */
    cancelCreditNote: async (caller: Caller, asked: Cancelling) => {
      const { value, replayed } = await resources.cancel(caller, { ...asked, type: 'credit_notes' });
      return { value: { ...value, record: shown<'credit_notes'>(value.record, asked) }, replayed };
    },
    /**
     * Cancels a record of any family that can be: by its live status it is deleted or voided; one that ended already stays as it
     * is. Throws CONFLICT `<singular>_not_cancellable`, and then nothing was written.
     */
    cancel: async <T extends CancellableType>(caller: Caller, asked: Cancelling & { readonly type: T }) => {
      const { value, replayed } = await resources.cancel(caller, asked);
      return { value: { ...value, record: shown<T>(value.record, asked) }, replayed };
    },
    /** One page of quotes, read at the provider; every filter matches exactly. */
    searchQuotes: async (caller: Caller, asked: Asking & { readonly body: QuoteSearch }) => {
      const { records, ...page } = await resources.searchQuotes(caller, asked);
      return { ...page, records: records.map((record) => shown<'quotes'>(record, asked)) };
    },
  };
}

function shown<T extends ResourceType>(record: CachedRecord, { includeNative }: Pick<Asking, 'includeNative'>) {
  // The gateway normalizes every record to its family's schema.
  const { native, warnings } = record;
  return {
    ...wireRecord(record),
    ...(warnings && { warnings }),
    ...(includeNative && { provider_data: native }),
  } as RecordOf<T>;
}

function answered<T extends ResourceType>({ value, replayed }: Answered<CachedRecord>, asked: Asking) {
  return { value: shown<T>(value, asked), replayed };
}

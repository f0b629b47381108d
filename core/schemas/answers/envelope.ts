import * as v from 'valibot';
import { ListingMetaAnswer } from './listing-meta.ts';
import { Timestamp } from './timestamp.ts';

const message = v.pipe(v.string(), v.description('What happened, in words for a person.'));

/** The success envelope around one thing (the specification's "Response envelope"). */
export function successOf<S extends v.GenericSchema>(data: S) {
  return v.object({ success: v.literal(true), message, data });
}

/** The success envelope around one page of a list. */
export function listOf<S extends v.GenericSchema>(item: S) {
  return v.object({
    success: v.literal(true),
    message,
    data: v.object({ items: v.array(item) }),
    meta: ListingMetaAnswer,
  });
}

/** An item as a list shows it: what it holds of documents is null where it would be too large for one. */
export function listedOf({ entries }: { readonly entries: v.ObjectEntries }) {
  return v.object({
    ...Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, nullableDocument(entry)])),
    truncated: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description('What is null here because it is larger than 64 KiB; the single read has it.'),
      ),
    ),
  });
}

function nullableDocument(entry: v.ObjectEntries[string]): v.ObjectEntries[string] {
  if (entry.type === 'record' || entry.type === 'array') return v.nullable(entry);
  if (!('wrapped' in entry) || entry.type !== 'optional') return entry;
  const { wrapped } = entry as v.OptionalSchema<v.GenericSchema, undefined>;
  return wrapped.type === 'record' ? v.optional(v.nullable(wrapped)) : entry;
}

/** One page of cached accounting records. */
export function cachedListOf<S extends v.GenericSchema>(item: S) {
  return v.object({
    success: v.literal(true),
    message,
    data: v.object({
      items: v.array(item),
      source: v.pipe(v.literal('cache'), v.description('The records are the service’s own copies.')),
      last_synced_at: v.pipe(
        v.nullable(Timestamp),
        v.description('When the connection was last synchronized; null before the first time.'),
      ),
    }),
    meta: ListingMetaAnswer,
  });
}

const fromProvider = v.pipe(v.literal('provider'), v.description('The record as the provider holds it now.'));

/** One accounting record, read or written live. */
export function liveOf<S extends v.GenericSchema>(item: S) {
  return successOf(v.object({ source: fromProvider, item }));
}

/** A cancelled invoice in its final status, also when nothing had to change. */
export function cancelledOf<S extends v.GenericSchema>(item: S) {
  return successOf(v.object({ source: fromProvider, item, cancellation_status: v.picklist(['deleted', 'voided']) }));
}

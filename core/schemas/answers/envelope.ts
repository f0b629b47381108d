import * as v from 'valibot';
import { Timestamp } from '../../families/answer-fields.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const fromOne = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The position of a page in its list. */
export const ListingMetaAnswer = v.object({
  page: v.pipe(v.nullable(whole), v.description('The page number, from 1; null when the list was read by cursor.')),
  limit: v.pipe(whole, v.description('How many items a page holds at most.')),
  total: v.pipe(whole, v.description('How many items match in all.')),
  total_pages: v.pipe(whole, v.description('How many pages of `limit` items that makes.')),
  has_more: v.pipe(v.boolean(), v.description('Whether more items follow, also when the page ended early at 4 MiB.')),
  next_cursor: v.pipe(
    v.nullable(v.string()),
    v.description('Give it as `cursor` to continue after the last item, as fast as the first page; null at the end.'),
  ),
});
export type ListingMetaShape = v.InferOutput<typeof ListingMetaAnswer>;

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
        v.description('The fields that are null here because they are larger than 64 KiB; the single read has them.'),
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

/** The position of a page of a live search. The provider does not count what matches, so the totals are null. */
export const SearchMetaAnswer = v.object({
  page: v.pipe(fromOne, v.description('The page that was asked for, from 1.')),
  limit: v.pipe(fromOne, v.description('How many of the provider’s records a page looks at; at most as many match.')),
  total: v.null(),
  total_pages: v.null(),
  has_more: v.pipe(
    v.boolean(),
    v.description('Whether the provider may have more to look at. A page without items can have more after it.'),
  ),
  next_cursor: v.null(),
});
export type SearchMetaShape = v.InferOutput<typeof SearchMetaAnswer>;

/** The success envelope around one page of a live search. */
export function searchOf<S extends v.GenericSchema>(item: S) {
  return v.object({
    success: v.literal(true),
    message,
    data: v.object({
      items: v.array(item),
      source: v.pipe(v.literal('provider'), v.description('The records as the provider holds them now.')),
    }),
    meta: SearchMetaAnswer,
  });
}

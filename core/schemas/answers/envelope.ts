import * as v from 'valibot';
import { cancellationStatuses } from '../../domain/cancellation.ts';
import { replicaStates } from '../../domain/late-reads.ts';
import { count, described, field, fromOne } from '../../families/answer-fields.ts';

export type AnswerOf<S extends v.GenericSchema> = v.InferOutput<S>;

export const ListingMetaAnswer = v.object({
  page: v.nullable(count),
  limit: count,
  total: count,
  total_pages: count,
  has_more: v.boolean(),
  next_cursor: field.text,
  total_is_estimate: v.optional(
    described(v.boolean(), 'True from 10,000 on, where counting stops. Absent below; `has_more` is always exact.'),
  ),
});

const message = described(v.string(), 'What happened, in words for a person.');

export function successOf<S extends v.GenericSchema>(data: S) {
  return v.object({ success: v.literal(true), message, data });
}

export function pageOf<D extends v.ObjectEntries, M extends v.GenericSchema>(data: D, meta: M) {
  return v.object({ success: v.literal(true), message, data: v.object(data), meta });
}

export function listOf<S extends v.GenericSchema>(item: S) {
  return pageOf({ items: v.array(item) }, ListingMetaAnswer);
}

const listed = new WeakMap<object, ReturnType<typeof listedEntries>>();

/** An item in a list, where too large documents are null. Each item has one such schema. */
export function listedOf(item: { readonly entries: v.ObjectEntries }) {
  const schema = listed.get(item) ?? listedEntries(item.entries);
  listed.set(item, schema);
  return schema;
}

function listedEntries(entries: v.ObjectEntries) {
  return v.object({
    ...Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, nullableDocument(entry)])),
    truncated: v.optional(
      described(
        v.array(v.string()),
        'The fields that are null here because they are larger than 64 KiB; read the item to get them.',
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

export function cachedListOf<S extends v.GenericSchema>(item: S) {
  const data = { items: v.array(item), source: v.literal('cache'), last_synced_at: field.time };
  return pageOf(data, ListingMetaAnswer);
}

const fromProvider = described(v.literal('provider'), 'The record as the provider holds it now.');

const writtenRecords = new WeakMap<object, ReturnType<typeof liveEntries>>();

/** A record that was written, where an answer may also be another thing. Each record has one such schema. */
export function writtenOf(item: v.GenericSchema) {
  const schema = writtenRecords.get(item) ?? liveEntries(item);
  writtenRecords.set(item, schema);
  return schema;
}

const liveEntries = <S extends v.GenericSchema>(item: S) => v.object({ source: fromProvider, item });

export function liveOf<S extends v.GenericSchema>(item: S) {
  return successOf(liveEntries(item));
}

export const DeletedAnswer = v.object({ deleted: v.literal(true) });

/** `cancellation_status` is the final status, even if nothing had to change. */
export function cancelledOf<S extends v.GenericSchema>(item: S) {
  return successOf(v.object({ source: fromProvider, item, cancellation_status: v.picklist(cancellationStatuses) }));
}

/** The provider does not count matches, so the totals are null. */
export const SearchMetaAnswer = v.object({
  page: v.nullable(fromOne),
  limit: fromOne,
  total: v.null(),
  total_pages: v.null(),
  has_more: v.boolean(),
  next_cursor: field.text,
});

export function searchOf<S extends v.GenericSchema>(item: S) {
  const source = described(v.literal('provider'), 'The records as the provider holds them now.');
  return pageOf({ items: v.array(item), source }, SearchMetaAnswer);
}

export const HealthAnswer = v.object({ status: v.literal('ok') });
export const ReadyAnswer = v.object({
  status: v.literal('ready'),
  replica: v.optional(
    described(
      v.picklist(replicaStates),
      'Only with `DATABASE_READ_URL`: whether lists in the console, exports, search and usage are read from the replica.',
    ),
  ),
});
export const NotReadyAnswer = v.object({
  status: v.literal('not_ready'),
  reason: v.optional(
    described(
      v.literal('database_went_back'),
      'The database has lost its latest changes; writes wait for the operator.',
    ),
  ),
});

/** Replaces documents that are too large for a list by null. */
export function withoutLarge(shape: object, truncated: readonly string[] | undefined): object {
  if (truncated === undefined) return shape;
  const nulls = truncated.filter((name) => name in shape).map((name) => [name, null]);
  return { ...shape, ...Object.fromEntries(nulls), truncated };
}

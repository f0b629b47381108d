import type { Knex } from 'knex';
import {
  type CachedRecord,
  type JsonObject,
  type Listed,
  listedDocumentBytesMost,
  NotStorable,
  type RecordStore,
  textField,
} from '#core';
import { documentOf, documentText, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { given, listed, listLargePage, type Order } from '../paging.ts';
import { chunksOf, type Session } from '../session.ts';
import { familyRecords } from './family-records.ts';

export interface RecordRow {
  readonly connection_id: string;
  readonly type: CachedRecord['type'];
  readonly provider_id: string;
  readonly first_seen_at: number;
  readonly status: string | null;
  readonly number: string | null;
  readonly external_reference: string | null;
  readonly provider_updated_at: number | null;
  readonly fetched_at: number;
  readonly fields: string;
  readonly native: string;
}

const table = 'cached_records';
/** What a list is made of; native documents only where they are asked for. */
const listedColumns = ['type', 'provider_id', 'first_seen_at', 'provider_updated_at', 'fetched_at', 'fields'];
const key = ['connection_id', 'type', 'provider_id'] as const;
/** An update leaves `first_seen_at` alone, so a record keeps its place in the list. */
const order: Order = { at: 'first_seen_at', id: 'provider_id' };
const replaced = [
  'status',
  'number',
  'external_reference',
  'provider_updated_at',
  'fetched_at',
  'fields',
  'native',
] as const;

/** The provider's stamp decides; where it is equal or absent, the later read does. */
const notOlder = `case when excluded.provider_updated_at <> cached_records.provider_updated_at
  then excluded.provider_updated_at > cached_records.provider_updated_at
  else excluded.fetched_at >= cached_records.fetched_at end`;

const restMs = 60_000;
/** A read that found nothing new is worth a write once a minute: live reads of one record would each wait for the disk. */
const worthWriting = `(excluded.native <> cached_records.native or excluded.fields <> cached_records.fields
  or excluded.fetched_at >= cached_records.fetched_at + ${restMs})`;

export function recordStore({ db, dialect }: Session): RecordStore {
  return {
    async put(connectionId, records) {
      const rows = newestOfEach(records).map((record) => toRow(connectionId, record));
      for (const chunk of chunksOf(rows)) {
        const kept = db<RecordRow>(table)
          .insert([...chunk])
          .onConflict([...key])
          .merge([...replaced])
          .whereRaw(`(${notOlder}) and ${worthWriting}`);
        await kept.catch((error: unknown) => {
          throw dialect.isDataFault(error) ? new NotStorable(error) : error;
        });
      }
    },
    ...familyRecords(db),
    list(connectionId, type, { providerId, status, number, externalReference, withoutNative = false }, page) {
      const matching = db<RecordRow>(table)
        .where({ connection_id: connectionId, type, ...given({ provider_id: providerId }) })
        .where((all) => holdsTexts(all, given({ status, number, external_reference: externalReference })));
      return listLargePage<RecordRow, Listed<CachedRecord>>(matching, order, page, {
        ...(withoutNative
          ? { db, columns: listedColumns, documents: {} }
          : { db, columns: [...listedColumns, 'native'], documents: { native: '{}' } }),
        others: 'octet_length(fields)',
        toItems: (rows) => rows.map((row) => listedRecord(withoutNative ? { ...row, native: '{}' } : row)),
      });
    },
    async knownBefore(connectionId, type, providerIds, at) {
      const known: string[] = [];
      for (const ids of chunksOf(providerIds)) {
        const rows = await db<RecordRow>(table)
          .where({ connection_id: connectionId, type })
          .where('first_seen_at', '<', millis(at))
          .whereIn('provider_id', ids)
          .pluck('provider_id');
        known.push(...rows);
      }
      return new Set(known);
    },
  };
}

/** By the index of the texts' beginnings (its expression, to the letter), then by the whole. */
function holdsTexts(all: Knex.QueryBuilder, texts: Readonly<Record<string, string>>): void {
  for (const [column, text] of Object.entries(texts)) {
    all.whereRaw('substr(??, 1, 100) = substr(?, 1, 100)', [column, text]).where(column, text);
  }
}

/** One statement may touch a row once only; and rows are written in one order, so that two writers never deadlock. */
function newestOfEach(records: readonly CachedRecord[]): readonly CachedRecord[] {
  const newest = new Map<string, CachedRecord>();
  for (const record of records) {
    const place = `${record.type} ${record.providerId}`;
    const other = newest.get(place);
    if (!other || !isOlder(record, other)) newest.set(place, record);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
}

function isOlder(record: CachedRecord, than: CachedRecord): boolean {
  const stamp = record.providerUpdatedAt?.getTime();
  const other = than.providerUpdatedAt?.getTime();
  if (stamp !== undefined && other !== undefined && stamp !== other) return stamp < other;
  return record.fetchedAt < than.fetchedAt;
}

function toRow(connectionId: string, record: CachedRecord): RecordRow {
  return {
    connection_id: connectionId,
    type: record.type,
    provider_id: record.providerId,
    first_seen_at: millis(record.fetchedAt),
    status: textField(record, 'status'),
    number: textField(record, 'number'),
    external_reference: textField(record, 'external_reference'),
    provider_updated_at: millisOrNull(record.providerUpdatedAt),
    fetched_at: millis(record.fetchedAt),
    fields: documentText(record.fields),
    native: documentText(record.native),
  };
}

function toEntity(row: RecordRow): CachedRecord {
  return {
    type: row.type,
    providerId: row.provider_id,
    providerUpdatedAt: timeOrNull(row.provider_updated_at),
    fetchedAt: timeOf(row.fetched_at),
    fields: documentOf<JsonObject>(row.fields),
    native: documentOf<JsonObject>(row.native),
  };
}

/** Of the fields, those that are documents of their own, such as lines, are left out where they are too large. */
function listedRecord(row: Listed<RecordRow>): Listed<CachedRecord> {
  const left = row.truncated?.map(() => 'provider_data') ?? [];
  const record = toEntity(row);
  if (Buffer.byteLength(row.fields) <= listedDocumentBytesMost) return listed(record, named(left));
  const large = Object.entries(record.fields)
    .filter(([, value]) => Buffer.byteLength(documentText(value)) > listedDocumentBytesMost)
    .map(([name]) => name);
  const fields = { ...record.fields, ...Object.fromEntries(large.map((name) => [name, null])) };
  return listed({ ...record, fields }, named([...large, ...left]));
}

function named(truncated: readonly string[]) {
  return truncated.length === 0 ? {} : { truncated };
}

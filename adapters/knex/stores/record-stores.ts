import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  aheadMsMax,
  type CachedRecord,
  type ConnectionOwner,
  changedAt,
  dayFieldOf,
  familyOf,
  hasField,
  isStampAhead,
  type JsonObject,
  listedDocumentBytesMost,
  NotStorable,
  type RecordPlace,
  type RecordStore,
  textField,
  wireRecord,
} from '#core/ports';
import { documentText, millis, timeOf } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { behindSavepoint, preparedRowsOf, rowsOf, type Session, unflushed } from '../session.ts';
import { amountColumns } from './record-columns.ts';
import { digestOf } from './record-digest.ts';
import { indexMissing } from './record-index.ts';
import { listRecords } from './record-list.ts';
import { searchColumns, searchPlane } from './record-search.ts';
import { isKept, knownRecords, noteTold, toldAfterPut, toldOfNew } from './told-records.ts';

type RecordRow = Readonly<ReturnType<typeof rowOf>>;

const table = 'cached_records';
const key = ['connection_id', 'type', 'provider_id'];
/** An update does not move a record in the list, so `first_seen_at` stays. */
const kept: readonly string[] = [...key, 'organization_id', 'first_seen_at', 'told'];

/** The later stamp of the provider wins; where stamps are equal, absent or in the future, the later read wins. */
const notOlder = `case when excluded.provider_updated_at <> cached_records.provider_updated_at
    and cached_records.provider_updated_at <= excluded.fetched_at + ${aheadMsMax}
  then excluded.provider_updated_at > cached_records.provider_updated_at
  else excluded.fetched_at >= cached_records.fetched_at
    or cached_records.fetched_at > excluded.fetched_at + ${aheadMsMax} end`;

const restMs = 60_000;
/**
 * A read without news is written once a minute at most, so that live reads of a record do not all wait for the disk.
 */
const worthWriting = `(excluded.native_digest <> cached_records.native_digest
  or excluded.fields_digest <> cached_records.fields_digest
  or abs(excluded.fetched_at - cached_records.fetched_at) >= ${restMs})`;

/** Returns the same text for the same number of rows, so that the usual numbers are planned once. */
function putSql(rows: readonly RecordRow[], condition: string): string {
  const columns = Object.keys(rows[0] ?? {});
  const replaced = columns.filter((column) => !kept.includes(column));
  const set = [...replaced.map((column) => `${column} = excluded.${column}`), toldAfterPut];
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `insert into ${table} (${columns.join(', ')}) values ${rows.map(() => row).join(', ')}
    on conflict (${key.join(', ')}) do update set ${set.join(', ')}
    where ${condition} and (${notOlder}) and ${worthWriting}`;
}

export function recordStore(session: Session): RecordStore {
  const { db, dialect } = session;
  const family = ({ connectionId, type }: RecordPlace) =>
    db<RecordRow>(table).where({ connection_id: connectionId, type });
  return {
    async put(copies) {
      const records = newestOfEach(copies.flatMap(([owner, given]) => given.map((record) => ({ owner, record }))));
      const rowsAt = (at: number) => records.slice(at, at + rowsAStatement).map(rowOf);
      const written = behindSavepoint(session, async (inner) => {
        for (let at = 0, rows = rowsAt(at); rows.length > 0; at += rowsAStatement) {
          const isUsual = rows.length === rowsAStatement || rows.length === 1;
          const values = rows.flatMap((row) => Object.values(row));
          // This need not be flushed, because a lost copy can be read again.
          const sql = putSql(rows, unflushed(session));
          const put = (isUsual ? preparedRowsOf : rowsOf)(inner, sql, values);
          // Makes the next rows while the database stores the previous ones.
          const next = at + rowsAStatement < records.length ? nextTurn().then(() => rowsAt(at + rowsAStatement)) : [];
          [rows] = await Promise.all([next, put]);
        }
      });
      await written.catch((error: unknown) => {
        throw dialect.isDataFault(error) ? new NotStorable(error) : error;
      });
    },
    known: (copies) => knownRecords(session, copies),
    noteTold: (told) => noteTold(session, told),
    async unchanged({ connectionId, type }, read) {
      const rows = read.map((record) => ({
        provider_id: record.providerId,
        provider_updated_at: isStampAhead(record) ? null : stampOf(record),
        ahead_from: millis(record.fetchedAt) + aheadMsMax,
        fields_digest: digestOf(documentText(record.fields)),
      }));
      const known = await rowsOf<{ provider_id: string }>(db, knownSql(dialect), [rowsText(rows), connectionId, type]);
      return new Set(known.map((row) => row.provider_id));
    },
    fetchedBefore: async (place, at) => family(place).where('fetched_at', '<', millis(at)).pluck('provider_id'),
    ...missedRecords(session),
    async remove({ connectionId, type }, providerIds, fetchedBefore) {
      const ids = [...providerIds].sort();
      const removed: string[] = [];
      for (let at = 0; at < ids.length; at += rowsAStatement) {
        const some = ids.slice(at, at + rowsAStatement);
        const place = [connectionId, type];
        const bindings = [...place, ...place, millis(fetchedBefore), ...some];
        const rows = await rowsOf<{ provider_id: string }>(db, removeSql(dialect, some.length), bindings);
        removed.push(...rows.map(({ provider_id }) => provider_id));
      }
      return removed;
    },
    list: (place, filter, request, order) => listRecords(session, { place, filter, request, order }),
    search: (plane, wanted) => searchPlane(session, plane, wanted),
    indexMissing: (limit, place) => indexMissing(session, limit, place),
    async fieldsOf(place, providerIds) {
      const found = new Map<string, JsonObject>();
      for (let at = 0; at < providerIds.length; at += rowsAStatement) {
        const some = providerIds.slice(at, at + rowsAStatement);
        const rows: readonly { readonly provider_id: string; readonly item: string }[] = await family(place)
          .whereIn('provider_id', some)
          .select('provider_id', 'item');
        // The stored text ends before the provider's document.
        for (const { provider_id, item } of rows) found.set(provider_id, JSON.parse(`${item}}`) as JsonObject);
      }
      return found;
    },
    async knownBefore(place, providerIds, at) {
      const known = family(place).where('first_seen_at', '<', millis(at));
      return new Set(await known.whereIn('provider_id', providerIds).pluck('provider_id'));
    },
  };
}

function missedRecords({ db, dialect }: Session): Pick<RecordStore, 'missedSince' | 'noteMissed'> {
  return {
    async missedSince({ connectionId, type }) {
      const rows: readonly { readonly provider_id: string; readonly missed_at: number }[] = await db(table)
        .where({ connection_id: connectionId, type })
        .whereRaw('missed_at >= fetched_at')
        .select('provider_id', 'missed_at');
      return new Map(rows.map(({ provider_id, missed_at }) => [provider_id, timeOf(missed_at)]));
    },
    async noteMissed({ connectionId, type }, providerIds, at) {
      const place = [connectionId, type];
      const missed = JSON.stringify(providerIds.map((provider_id) => ({ provider_id })));
      await rowsOf(db, foundSql(dialect), [...place, ...place, missed]);
      if (providerIds.length > 0)
        await rowsOf(db, missedSql(dialect), [millis(at), ...place, ...place, millis(at), missed]);
    },
  };
}

/** Locks rows in id order, so that a removal and another writer never deadlock. */
const removeSql = ({ among, forUpdate }: Dialect, ids: number): string =>
  `delete from ${table} where connection_id = ? and type = ? and provider_id ${among(`select provider_id from ${table}
    where connection_id = ? and type = ? and fetched_at < ? and provider_id in (${Array(ids).fill('?').join(', ')})
    order by provider_id ${forUpdate}`)} returning provider_id`;

const missedColumns = { provider_id: 'text' } as const;

const foundSql = ({ among, forUpdate, given }: Dialect): string =>
  `update ${table} set missed_at = null where connection_id = ? and type = ? and provider_id ${among(
    `select provider_id from ${table} where connection_id = ? and type = ? and missed_at is not null
      and provider_id not in (select provider_id from (${given(missedColumns)}) as given) order by provider_id ${forUpdate}`,
  )}`;

/** A time before the last read, or in the future, tells of no walk in a row. */
const missedSql = ({ among, forUpdate, given }: Dialect): string =>
  `update ${table} set missed_at = ? where connection_id = ? and type = ? and provider_id ${among(
    `select provider_id from ${table} where connection_id = ? and type = ?
      and (missed_at is null or missed_at < fetched_at or missed_at > ?)
      and provider_id in (select provider_id from (${given(missedColumns)}) as given) order by provider_id ${forUpdate}`,
  )}`;

/** Rows per statement; SQLite takes a multi-row insert as a compound select of at most 500 terms. */
const rowsAStatement = 100;

const comparedColumns = {
  provider_id: 'text',
  provider_updated_at: 'bigint',
  ahead_from: 'bigint',
  fields_digest: 'text',
} as const;

// The limit makes PostgreSQL look each row up by its key; it would scan a whole family that it believes to be small.
const knownSql = ({ given }: Dialect): string => `select provider_id from (${given(comparedColumns)}) as given
  where exists (select 1 from cached_records r
    where r.connection_id = ? and r.type = ? and r.provider_id = given.provider_id
      and case when r.provider_updated_at > given.ahead_from then false
        when r.provider_updated_at <> given.provider_updated_at
        then r.provider_updated_at > given.provider_updated_at else r.fields_digest = given.fields_digest and ${isKept} end
    limit 1 offset 0)`;

interface Copy {
  readonly owner: ConnectionOwner;
  readonly record: CachedRecord;
}

/** A statement may touch a row only once, and a fixed order of rows prevents deadlocks between two writers. */
function newestOfEach(copies: readonly Copy[]): readonly Copy[] {
  const newest = new Map<string, Copy>();
  for (const copy of copies) {
    const { owner, record } = copy;
    const place = `${owner.id} ${record.type} ${record.providerId}`;
    const other = newest.get(place);
    if (!other || !isOlder(record, other.record)) newest.set(place, copy);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, copy]) => copy);
}

function isOlder(record: CachedRecord, than: CachedRecord): boolean {
  const [stamp, other] = [stampOf(record), stampOf(than)];
  if (stamp !== null && other !== null && stamp !== other) return stamp < other;
  return record.fetchedAt < than.fetchedAt;
}

function stampOf(record: CachedRecord): number | null {
  const at = changedAt(record);
  return at && millis(at);
}

function rowOf({ owner, record }: Copy) {
  const { type, providerId, fetchedAt } = record;
  const [fields, native] = [documentText(record.fields), documentText(record.native)];
  const digest = digestOf(fields);
  const large = isLarge(fields) ? largeOf(record) : [];
  const nulls = Object.fromEntries(large.map((name) => [name, null]));
  const frame = wireRecord({ ...record, fields: {} });
  const shown = large.length === 0 ? fields : documentText({ ...record.fields, ...nulls });
  return {
    organization_id: owner.organizationId,
    connection_id: owner.id,
    type,
    provider_id: providerId,
    first_seen_at: millis(fetchedAt),
    fetched_at: millis(fetchedAt),
    status: textField(record, 'status'),
    external_reference: textField(record, 'external_reference'),
    contact_id: textField(record, 'contact_id'),
    bank_account_id: textField(record, 'bank_account_id'),
    // Lists find a record by its number, or by the code that no other has.
    number: sortable(record, familyOf(type).unique ?? 'number'),
    // Of a family whose lists find a record by its `date`, that day.
    issue_date: sortable(record, dayFieldOf(type) ?? 'issue_date')?.slice(0, 10) ?? null,
    due_date: sortable(record, 'due_date')?.slice(0, 10) ?? null,
    provider_updated_at: stampOf(record),
    fields_digest: digest,
    native_digest: digestOf(native),
    // The JSON of a list's item up to the provider's document, and what follows that document.
    item: joined(documentText(frame), shown).slice(0, -1),
    ending: endingWith(large),
    large_native_ending: isLarge(native) ? `,"provider_data":null${endingWith([...large, 'provider_data'])}` : null,
    native,
    told: toldOfNew(type),
    ...searchColumns(owner, type, { ...frame, ...record.fields }),
    ...amountColumns(type, record.fields, digest),
  };
}

/** Returns the empty text, which sorts first, for a missing value; null for a family that lacks the field. */
function sortable(record: CachedRecord, name: string): string | null {
  return textField(record, name) ?? (hasField(record.type, name) ? '' : null);
}

/** Merges two objects' texts; the first object must not be empty. */
function joined(object: string, more: string): string {
  return more === '{}' ? object : `${object.slice(0, -1)},${more.slice(1)}`;
}

function isLarge(document: string): boolean {
  return Buffer.byteLength(document) > listedDocumentBytesMost;
}

/** Names the fields that are documents of their own, such as lines, and too large for a list. */
function largeOf({ fields }: CachedRecord): readonly string[] {
  return Object.keys(fields).filter((name) => isLarge(documentText(fields[name])));
}

function endingWith(truncated: readonly string[]): string {
  return truncated.length === 0 ? '}' : `,"truncated":${documentText(truncated)}}`;
}

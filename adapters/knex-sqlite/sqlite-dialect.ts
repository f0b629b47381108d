import type { Knex } from 'knex';
import { type Dialect, driverCode, noPlace } from '../knex/dialect.ts';
import { rowsOf } from '../knex/session.ts';
import { unflushedMark } from './sqlite-connection.ts';

const uniqueCodes: readonly (string | undefined)[] = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

const indexRecord = `insert into record_search
  (organization_id, connection_id, type, provider_id, first_seen_at, text, terms)
  select new.organization_id, new.connection_id, new.type, new.provider_id, new.first_seen_at, new.search_text,
    new.search_terms || coalesce((select ' ' || environment from connections where id = new.connection_id), '')
  where new.search_text <> '';`;

const forgetRecord = `delete from record_search
  where connection_id = old.connection_id and type = old.type and provider_id = old.provider_id;`;

/** A transaction locks the whole database from its start, so no row needs a lock of its own. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  words: {
    text: 'text',
    serial: 'integer primary key autoincrement',
    keyed: ' without rowid',
    busy: '',
    busyAndWide: '',
    renaming: (table, column, from, to) =>
      ['insert', `update of ${column}`].map(
        (act) => `create trigger ${table}_${column}_renamed_by_${act.slice(0, 6)} after ${act} on ${table}
          when new.${column} = '${from}' begin update ${table} set ${column} = '${to}' where rowid = new.rowid; end`,
      ),
    // SQLite cannot change a column, so each is made anew beside the old one.
    allowingNull: (table, columns, indexes) => [
      ...indexes.map((index) => `drop index ${/index (\w+)/.exec(index)?.[1]}`),
      ...Object.entries(columns).flatMap(([column, type]) => [
        `alter table ${table} add column nullable_${column} ${type} null`,
        `update ${table} set nullable_${column} = ${column}`,
        `alter table ${table} drop column ${column}`,
        `alter table ${table} rename column nullable_${column} to ${column}`,
      ]),
      ...indexes,
    ],
    withoutDefault: () => [],
    alsoPrimary: () => [],
    // Holds every filtered column, because reading 200,000 rows would block the process for seconds.
    recordPlace: 'first_seen_at, provider_id, status, contact_id, issue_date, due_date, provider_updated_at',
    // The update of an upsert fires none of these triggers.
    countingRecords: [
      `create trigger cached_records_inserted after insert on cached_records begin
        insert into record_counts (organization_id, connection_id, type, slot, records)
          values (new.organization_id, new.connection_id, new.type, 0, 1)
          on conflict (connection_id, type, slot) do update set records = records + 1;
      end`,
      `create trigger cached_records_deleted after delete on cached_records begin
        update record_counts set records = records - 1 where connection_id = old.connection_id and type = old.type;
      end`,
    ],
    countingEnds: [
      `create trigger operations_ended after update of finished_at on operations
      when new.finished_at is not null and old.finished_at is not new.finished_at begin
        insert into hourly_sums values (new.organization_id, new.environment, new.finished_at - new.finished_at % 3600000,
          case new.type when 'webhook.deliver' then 'delivery' else 'operation' end,
          case new.type when 'webhook.deliver' then coalesce(new.subject, '') else '' end, new.state, 0, 1)
          on conflict do update set number = number + 1;
      end`,
      `create trigger attempts_made after insert on delivery_attempts begin
        insert into hourly_sums select organization_id, environment, new.at - new.at % 3600000, 'attempt', endpoint_id,
          case when new.response_status between 200 and 299 then 'succeeded' else 'failed' end, 0, 1
          from deliveries where id = new.delivery_id
          on conflict do update set number = number + 1;
      end`,
    ],
    takingEndsBack: [
      `create trigger operations_taken_back after update of finished_at on operations
      when old.finished_at is not null and old.finished_at is not new.finished_at begin
        insert into hourly_sums values (old.organization_id, old.environment, old.finished_at - old.finished_at % 3600000,
          case old.type when 'webhook.deliver' then 'delivery' else 'operation' end,
          case old.type when 'webhook.deliver' then coalesce(old.subject, '') else '' end, old.state, 0, -1)
          on conflict do update set number = number - 1;
      end`,
    ],
    searchRecords: [
      `create virtual table record_terms using fts5(terms, content = 'record_search', content_rowid = 'id',
        detail = none, columnsize = 0, tokenize = 'ascii')`,
      // Leaves no bytes of deleted rows in the file.
      `insert into record_terms (record_terms, rank) values ('secure-delete', 1)`,
      `create trigger record_search_inserted after insert on record_search begin
        insert into record_terms (rowid, terms) values (new.id, new.terms);
      end`,
      `create trigger record_search_deleted after delete on record_search begin
        insert into record_terms (record_terms, rowid, terms) values ('delete', old.id, old.terms);
      end`,
      `create trigger cached_records_found after insert on cached_records begin ${indexRecord} end`,
      `create trigger cached_records_renamed after update of search_text on cached_records
        when old.search_text is not new.search_text begin ${forgetRecord} ${indexRecord} end`,
      `create trigger cached_records_lost after delete on cached_records begin ${forgetRecord} end`,
    ],
    // Written without `case`, which SQLite does not look up in an index.
    sealingKeyOf: (column) =>
      `substr(${column}, 4, max(instr(substr(${column}, 4), '.') - 1, 0) * (substr(${column}, 1, 3) = 'v1.'))`,
  },
  forUpdate: '',
  skipLocked: '',
  among: (select) => `in (${select})`,
  each: (select) => `json_each((select json_group_array(id) from (${select}))) as each`,
  unflushed: `true ${unflushedMark}`,
  // Without the limit SQLite would serialize each object again for each of its columns.
  given: (columns) =>
    `select ${Object.keys(columns)
      .map((column) => `object ->> '${column}' as ${column}`)
      .join(', ')} from (select value as object from json_each(?) limit -1)`,
  counts: (column) => `(select value ->> 0 as at, value ->> 1 as count from json_each(${column})) as counts`,
  countList: 'json_group_array(json_array(at, count))',
  greatest: 'max',
  textIn: (column, name) => `${column} ->> '${name}'`,
  recordsWithTerms: `(select record_search.* from record_terms join record_search on id = record_terms.rowid
    where record_terms match ?) as found`,
  beforeMigration: [],
  clock: undefined,
  place: noPlace,
  scrub: scrubFiles,
  tableExists: "select 1 as found from sqlite_master where type = 'table' and name = ?",
  // SQLite has no statistics here and prefers the index that covers the most columns of a query, even one over a whole plane.
  // The `+` hides a column from that choice.
  unindexed: (column) => `+${column}`,
  isUniqueViolation: (error) => uniqueCodes.includes(driverCode(error)),
  isDataFault: (error) => /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/.test(driverCode(error) ?? ''),
};

/** Rewriting a file of this size blocks its users for about a second. */
const rebuiltBytesMax = 64 * 1024 * 1024;

/**
 * `secure_delete` overwrites deleted rows in place, but when SQLite moves rows between pages, copies stay in the unused
 * part of the old pages. Only VACUUM surely removes them; large files are left, because everyone would wait for it. The
 * WAL keeps old versions of pages until it is truncated.
 */
async function scrubFiles(db: Knex): Promise<'done' | 'busy' | 'too_large'> {
  const [file] = await rowsOf<{ bytes: number }>(
    db,
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    [],
  );
  const isSmall = (file?.bytes ?? 0) <= rebuiltBytesMax;
  try {
    if (isSmall) await db.raw('vacuum');
  } catch (error) {
    if (driverCode(error) === 'SQLITE_BUSY') return 'busy';
    throw error;
  }
  const [log] = await rowsOf<{ busy: number }>(db, 'pragma wal_checkpoint(truncate)', []);
  if (log?.busy !== 0) return 'busy';
  return isSmall ? 'done' : 'too_large';
}

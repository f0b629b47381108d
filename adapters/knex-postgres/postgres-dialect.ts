import { type Dialect, driverCode } from '../knex/dialect.ts';

const uniqueViolation = '23505';
/** Advisory lock that a migration holds; nothing else in the database may use this number. */
const migrationLockKey = 5_160_714_239;

/** The name of a file of the log begins with the timeline, in eight hexadecimal digits. */
const timelineSql = `('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer`;

/** In a statement's condition; its transaction's commit then waits neither for the disk nor for a standby. */
export const unflushed = "set_config('synchronous_commit', 'off', true) = 'off'";

/** A standby that is not promoted has no position of its own. */
export const placeSql = `(select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then ${timelineSql} end as timeline,
  case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as replayed`;

export const standbySql = 'select pg_is_in_recovery() as standby';

/**
 * Adds to a slot that no other transaction holds, else inserts a new slot, so that no writer waits for another's count.
 * A family has as many slots as it ever had writers at once. An upsert counts only the rows that it inserts.
 */
const countRecords = `create function count_records() returns trigger language plpgsql as $$
  declare family record;
  begin
    for family in select organization_id, connection_id, type,
      case tg_op when 'INSERT' then count(*) else -count(*) end as records from changed group by 1, 2, 3
    loop
      update record_counts counted set records = counted.records + family.records
        where (connection_id, type, slot) = (select connection_id, type, slot from record_counts
          where connection_id = family.connection_id and type = family.type limit 1 for update skip locked);
      if not found then
        insert into record_counts (organization_id, connection_id, type, slot, records)
          values (family.organization_id, family.connection_id, family.type, txid_current(), family.records);
      end if;
    end loop;
    return null;
  end $$`;

/** Chooses a slot like `count_records`: operations that end at once neither wait for each other nor deadlock. */
const addToHour = `create function add_to_hour(ended hourly_sums) returns void language plpgsql as $$
  begin
    update hourly_sums counted set number = counted.number + ended.number
      where (organization_id, environment, hour, kind, endpoint_id, outcome, slot) =
        (select organization_id, environment, hour, kind, endpoint_id, outcome, slot from hourly_sums h
          where (h.organization_id, h.environment, h.hour, h.kind, h.endpoint_id, h.outcome) =
            (ended.organization_id, ended.environment, ended.hour, ended.kind, ended.endpoint_id, ended.outcome)
          limit 1 for update skip locked);
    if not found then
      insert into hourly_sums select ended.*;
    end if;
  end $$`;

const countEnded = `create function count_ended() returns trigger language plpgsql as $$
  begin
    perform add_to_hour((new.organization_id, new.environment, new.finished_at - new.finished_at % 3600000,
      case new.type when 'webhook.deliver' then 'delivery' else 'operation' end,
      case new.type when 'webhook.deliver' then coalesce(new.subject, '') else '' end,
      new.state, txid_current(), 1)::hourly_sums);
    return null;
  end $$`;

const takeEndBack = `create function take_end_back() returns trigger language plpgsql as $$
  begin
    perform add_to_hour((old.organization_id, old.environment, old.finished_at - old.finished_at % 3600000,
      case old.type when 'webhook.deliver' then 'delivery' else 'operation' end,
      case old.type when 'webhook.deliver' then coalesce(old.subject, '') else '' end,
      old.state, txid_current(), -1)::hourly_sums);
    return null;
  end $$`;

const countAttempts = `create function count_attempts() returns trigger language plpgsql as $$
  begin
    perform add_to_hour((organization_id, environment, hour, 'attempt', endpoint_id, outcome, txid_current(), number)::hourly_sums)
      from (select made.at - made.at % 3600000 as hour, d.organization_id, d.environment, d.endpoint_id,
          case when made.response_status between 200 and 299 then 'succeeded' else 'failed' end as outcome,
          count(*) as number
        from made join deliveries d on d.id = made.delivery_id group by 1, 2, 3, 4, 5) as ended;
    return null;
  end $$`;

const indexRecord = `create function index_record() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from record_search where (connection_id, type, provider_id) = (old.connection_id, old.type, old.provider_id);
    end if;
    insert into record_search (organization_id, connection_id, type, provider_id, first_seen_at, text, terms)
      select new.organization_id, new.connection_id, new.type, new.provider_id, new.first_seen_at, new.search_text,
        new.search_terms || coalesce((select ' ' || environment from connections where id = new.connection_id), '')
      where new.search_text <> '';
    return null;
  end $$`;

const forgetRecords = `create function forget_records() returns trigger language plpgsql as $$
  begin
    delete from record_search found using gone where found.connection_id = gone.connection_id
      and found.type = gone.type and found.provider_id = gone.provider_id;
    return null;
  end $$`;

/** Leaves room for updates on each page, and vacuums once 2 % of the rows are dead; the default is 20 %. */
const busy = 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02';

export const postgresDialect: Dialect = {
  name: 'postgres',
  words: {
    // Sorts text by bytes, as SQLite and cursors do, whatever the server's locale.
    text: 'text collate "C"',
    serial: 'bigint generated always as identity primary key',
    keyed: '',
    withoutDefault: (table, column) => [`alter table ${table} alter column ${column} drop default`],
    alsoPrimary: (table, index) => [`alter table ${table} add primary key using index ${index}`],
    sealingKeyOf: (column) =>
      `case when substr(${column}, 1, 3) = 'v1.' and strpos(substr(${column}, 4), '.') > 1
        then substr(${column}, 4, strpos(substr(${column}, 4), '.') - 1) when ${column} is not null then '' end`,
    countingRecords: [
      countRecords,
      `create trigger cached_records_inserted after insert on cached_records
        referencing new table as changed for each statement execute function count_records()`,
      `create trigger cached_records_deleted after delete on cached_records
        referencing old table as changed for each statement execute function count_records()`,
    ],
    countingEnds: [
      ...[addToHour, countEnded, countAttempts],
      `create trigger operations_ended after update of finished_at on operations for each row
        when (new.finished_at is not null and old.finished_at is distinct from new.finished_at)
        execute function count_ended()`,
      `create trigger attempts_made after insert on delivery_attempts
        referencing new table as made for each statement execute function count_attempts()`,
    ],
    takingEndsBack: [
      takeEndBack,
      `create trigger operations_taken_back after update of finished_at on operations for each row
        when (old.finished_at is not null and old.finished_at is distinct from new.finished_at)
        execute function take_end_back()`,
    ],
    searchRecords: [
      ...[indexRecord, forgetRecords],
      `create index record_terms on record_search using gin (string_to_array(terms, ' '))`,
      `create trigger cached_records_found after insert on cached_records for each row
        when (new.search_text <> '') execute function index_record()`,
      `create trigger cached_records_renamed after update of search_text on cached_records for each row
        when (old.search_text is distinct from new.search_text) execute function index_record()`,
      `create trigger cached_records_lost after delete on cached_records
        referencing old table as gone for each statement execute function forget_records()`,
    ],
    renaming: (table, column, from, to) => [
      `create function rename_${table}_${column}() returns trigger language plpgsql as $$
        begin new.${column} := '${to}'; return new; end $$`,
      `create trigger ${table}_${column}_renamed before insert or update of ${column} on ${table} for each row
        when (new.${column} = '${from}') execute function rename_${table}_${column}()`,
    ],
    allowingNull: (table, columns) =>
      Object.keys(columns).map((column) => `alter table ${table} alter column ${column} drop not null`),
    busy: ` with (${busy})`,
    // Rows of this table are written once and read in lists: compressing their texts costs more than the rest of the
    // insert.
    busyAndWide: ` with (${busy}, toast_tuple_target = 8160)`,
    // An index row has at most 2,704 bytes, so the index holds only the beginning of texts without a bound.
    recordPlace: 'first_seen_at, provider_id, substr(status, 1, 100), issue_date, due_date',
  },
  forUpdate: 'for update',
  skipLocked: 'for update skip locked',
  // For a subselect the planner would read the whole table; it looks an array up in the index.
  among: (select) => `= any(array(${select}))`,
  each: (select) => `unnest(array(${select})) as each(value)`,
  unflushed,
  given: (columns) =>
    `select * from json_to_recordset(cast(? as json)) as given(${Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ')})`,
  counts: (column) => `(select (value ->> 0)::bigint as at, (value ->> 1)::bigint as count
    from json_array_elements(${column}::json)) as counts`,
  countList: "coalesce(json_agg(json_build_array(at, count))::text, '[]')",
  greatest: 'greatest',
  // PostgreSQL cannot read JSON that names NUL. Inside a text of JSON the pattern's quotes would be escaped.
  textIn: (column, name) => `substring(${column} from '"${name}":"([^"]*)"')`,
  recordsWithTerms: `(select * from record_search
    where string_to_array(terms, ' ') @> string_to_array(?, ' ')) as found`,
  beforeMigration: [
    'set local statement_timeout = 0',
    'set local enable_seqscan = on',
    `select pg_advisory_xact_lock(${migrationLockKey})`,
  ],
  // The server vacuums by itself (docs/retention-and-secrets.md).
  scrub: async () => 'done',
  clock: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  place: placeSql,
  tableExists: 'select 1 as found where to_regclass(?) is not null',
  // PostgreSQL chooses well by its statistics, which it cannot use for an expression.
  unindexed: (column) => column,
  isUniqueViolation: (error) => driverCode(error) === uniqueViolation,
  // SQLSTATE classes of data exceptions, violated constraints and exceeded limits of the database.
  isDataFault: (error) => /^(22|23|54)/.test(driverCode(error) ?? ''),
};

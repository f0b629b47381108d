import { type Dialect, driverCode } from '../knex/dialect.ts';

const uniqueViolation = '23505';
/** Any number that no other use of the database takes: it names the right to migrate. */
const migrationLockKey = 5_160_714_239;

export const postgresDialect: Dialect = {
  name: 'postgres',
  words: {
    // Sorted by bytes, as SQLite does and as cursors compare; the server's locale must not decide.
    text: 'text collate "C"',
    serial: 'bigint generated always as identity primary key',
    keyed: '',
    // Room on each page for changed rows, and a vacuum that does not wait for a fifth of millions of rows to die.
    sealingKeyOf: (column) =>
      `case when substr(${column}, 1, 3) = 'v1.' and strpos(substr(${column}, 4), '.') > 1
        then substr(${column}, 4, strpos(substr(${column}, 4), '.') - 1) when ${column} is not null then '' end`,
    busy: ' with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
  },
  forUpdate: 'for update',
  skipLocked: 'for update skip locked',
  // As an array, because the planner takes the select for a large one and would read the whole table.
  among: (select) => `= any(array(${select}))`,
  // Until the end of the statement's own transaction.
  unflushed: "and set_config('synchronous_commit', 'off', true) = 'off'",
  limitsByRow: true,
  changesInWith: true,
  given: (columns) =>
    `select * from json_to_recordset(cast(? as json)) as given(${Object.entries(columns)
      .map(([column, type]) => `${column} ${type}`)
      .join(', ')})`,
  beforeMigration: ['set local statement_timeout = 0', `select pg_advisory_xact_lock(${migrationLockKey})`],
  // Vacuuming is the server's own work (docs/retention-and-secrets.md).
  scrub: async () => 'done',
  clock: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  tableExists: 'select 1 as found where to_regclass(?) is not null',
  // Its statistics choose well, and an expression would spoil them.
  unindexed: (column) => column,
  isUniqueViolation: (error) => driverCode(error) === uniqueViolation,
  // Classes of SQLSTATE: data exceptions, violated constraints, rows beyond a limit of the database.
  isDataFault: (error) => /^(22|23|54)/.test(driverCode(error) ?? ''),
};

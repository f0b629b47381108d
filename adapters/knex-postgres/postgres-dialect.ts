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
    busy: ' with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
  },
  forUpdate: 'for update',
  skipLocked: 'for update skip locked',
  beforeMigration: ['set local statement_timeout = 0', `select pg_advisory_xact_lock(${migrationLockKey})`],
  tableExists: 'select 1 as found where to_regclass(?) is not null',
  // Its statistics choose well, and an expression would spoil them.
  unindexed: (column) => column,
  isUniqueViolation: (error) => driverCode(error) === uniqueViolation,
};

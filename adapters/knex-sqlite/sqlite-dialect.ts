import { type Dialect, driverCode } from '../knex/dialect.ts';

const uniqueCodes: readonly (string | undefined)[] = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** One writer at a time: a transaction holds the whole database from its start, so no row needs a lock of its own. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  words: {
    text: 'text',
    serial: 'integer primary key autoincrement',
    keyed: ' without rowid',
    busy: '',
  },
  forUpdate: '',
  skipLocked: '',
  beforeMigration: [],
  tableExists: "select 1 as found from sqlite_master where type = 'table' and name = ?",
  // Without statistics the planner takes the index with the most columns named, here the one of the whole plane.
  unindexed: (column) => `+${column}`,
  isUniqueViolation: (error) => uniqueCodes.includes(driverCode(error)),
};

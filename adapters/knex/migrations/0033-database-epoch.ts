import { type Migration, nullable, table } from './migration.ts';

/**
 * How far the database has come, so that processes notice when it holds less than they have seen of it: one row, and the
 * marks of the latest beats.
 */
export const databaseEpoch: Migration = ({ text, keyed }) => [
  table('database_epoch', {
    one: 'integer primary key',
    id: text,
    beat: 'bigint',
    beat_at: 'bigint',
    went_back: nullable(text),
    accepted: nullable(text),
  }),
  table('database_beats', { slot: 'integer primary key', beat: 'bigint', mark: text }, { ending: keyed }),
];

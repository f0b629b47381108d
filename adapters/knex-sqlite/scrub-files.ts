// What was deleted leaves no bytes in the database's file and its write-ahead log.
import type { Knex } from 'knex';
import { driverCode } from '../knex/dialect.ts';
import { rowsOf } from '../knex/session.ts';

/** A second or so for everyone who works with the file, while it is written anew. */
const rebuiltBytesMax = 64 * 1024 * 1024;

/**
 * `secure_delete` overwrites what is deleted in its place, but when SQLite moves rows between pages it leaves copies in
 * the unused part of the old ones. Only a rebuilt file is certainly free of them, and a large one is not rebuilt while
 * others wait. The log still holds the pages as they were before, until it is cut off.
 */
export async function scrubFiles(db: Knex): Promise<'done' | 'busy' | 'too_large'> {
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

import type { PurgeCut, PurgedBatch } from '#core';
import { flagOf, millis } from '../columns.ts';
import { atomic, rowsOf, type Session } from '../session.ts';

/** Rows whose primary key sorts by the time of their making. */
export interface SortedRows {
  readonly table: string;
  readonly age: string;
  /** What of them stays, however old. */
  readonly unless: string;
  /** Nobody ever changes them, so nobody holds them; a database role that may not change them may not hold them either. */
  readonly isFinal?: true;
}

interface SeenRow {
  readonly id: string;
  readonly age: number;
  readonly stays: boolean | number;
}

/** Walks from the oldest on: what stays is passed over, so the walk goes on behind it; it ends where nothing is old. */
export function purgeById(
  session: Session,
  { table, age, unless, isFinal }: SortedRows,
  { before, limit, after }: PurgeCut,
): Promise<PurgedBatch> {
  return atomic(session, async ({ db, dialect }) => {
    const seen = await rowsOf<SeenRow>(
      db,
      `select id, ${age} as age, ${unless} as stays from ${table} where id > ? order by id limit ? ${isFinal ? '' : dialect.skipLocked}`,
      [after ?? '', limit],
    );
    const old = seen.filter((row) => row.age < millis(before));
    const doomed = old.filter((row) => !flagOf(row.stays)).map(({ id }) => id);
    const removed = doomed.length === 0 ? 0 : await db(table).whereIn('id', doomed).delete();
    const last = seen.at(-1);
    return { removed, next: last && seen.length === limit && old.length > 0 ? last.id : null };
  });
}

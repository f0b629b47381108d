// What a host asks of the database itself: its time, and how busy its connections are.
import type { Knex } from 'knex';
import type { Dialect } from './dialect.ts';
import { rowsOf } from './session.ts';

export interface PoolUse {
  readonly used: number;
  readonly free: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

export async function databaseClock(db: Knex, { clock }: Dialect): Promise<Date | undefined> {
  if (clock === undefined) return undefined;
  const [row] = await rowsOf<{ now: number }>(db, clock, []);
  if (!row) throw new Error('the database did not tell the time');
  return new Date(row.now);
}

interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export function poolUse(db: Knex): PoolUse {
  const pool: Pool | undefined = db.client.pool;
  return {
    used: pool?.numUsed() ?? 0,
    free: pool?.numFree() ?? 0,
    waiting: pool?.numPendingAcquires() ?? 0,
  };
}

import { aheadMsMax, leaseSeconds, tickHoldSecondsMax } from '#core/ports';
import { rowsOf, type Session } from './session.ts';

const alertWaitMs = 24 * 3_600_000;

/**
 * Moves to now what a wrong clock has put too far into the future. A time that may lie ahead is judged by when it was
 * written. Leases found by key, budgets and cursors are judged when they are read.
 */
export async function dropAhead({ db }: Pick<Session, 'db'>, now: number): Promise<void> {
  const ahead = now + aheadMsMax;
  const run = (sql: string, ...bindings: number[]) => rowsOf(db, sql, bindings);
  await run(
    `update operations set due_at = ? where stage = 'timer' and due_at > ? and updated_at > ?`,
    ...[now, ahead, ahead],
  );
  // A worker may still hold this lease and prolong it.
  await run(
    `update operations set lease_expires_at = ? where state = 'running' and lease_expires_at > ?`,
    ...[now + leaseSeconds * 1000, ahead + leaseSeconds * 1000],
  );
  await run(
    `update webhook_endpoints set next_check_at = ? where next_check_at > ?
      and (last_failure_at > ? or last_success_at > ? or updated_at > ?)`,
    ...[now, ahead, ahead, ahead, ahead],
  );
  await run(
    `update reconciliations set due_at = ?, planned_at = null
      where planned_at > ? or due_at > ? + coalesce(interval_ms, 0)`,
    ...[now, ahead, ahead],
  );
  await run(
    `update reconciliations set follow_due_at = ?, follow_planned_at = null
      where follow_planned_at > ? or follow_due_at > ? + coalesce(follow_interval_ms, 0)`,
    ...[now, ahead, ahead],
  );
  // An alert waits for a day at most.
  await run('update alerts set due_at = ? where due_at > ?', now, ahead + alertWaitMs);
  await run('delete from schedule_ticks where tick_at > ?', ahead);
  await run('update schedule_ticks set held_until = ? where held_until > ?', now, ahead + tickHoldSecondsMax * 1000);
}

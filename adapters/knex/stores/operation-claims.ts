import type { Lease, LeasedOperation, Operation } from '#core';
import { millis, timeOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';
import type { OperationRow } from './operation-row.ts';
import { withSteps } from './operation-steps.ts';

/** One statement, so a claim is one round trip; PostgreSQL passes over rows that another claim holds. */
function claimSql(skipLocked: string): string {
  return `with due as materialized (
      select id from operations
      where state in ('queued', 'retrying') and due_at <= ?
      order by due_at, id limit ? ${skipLocked}
    )
    update operations set state = 'running', lease_token = lease_token + 1, lease_expires_at = ?,
      claimed_at = ?, started_at = coalesce(started_at, ?), updated_at = ?
    where id in (select id from due)
    returning *`;
}

export async function claimDue(
  { db, dialect }: Session,
  claim: { now: Date; leaseUntil: Date; limit: number },
): Promise<readonly LeasedOperation[]> {
  const now = millis(claim.now);
  const bindings = [now, claim.limit, millis(claim.leaseUntil), now, now, now];
  const rows = await rowsOf<OperationRow>(db, claimSql(dialect.skipLocked), bindings);
  rows.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
  return leased(rows, await withSteps(db, rows, 1));
}

/** Running operations whose lease ended before `now`, oldest first. */
export async function listLapsed({ db }: Session, now: Date, limit: number): Promise<readonly LeasedOperation[]> {
  const rows = await rowsOf<OperationRow>(
    db,
    `select * from operations where state = 'running' and lease_expires_at < ? order by lease_expires_at, id limit ?`,
    [millis(now), limit],
  );
  return leased(rows, await withSteps(db, rows));
}

/** Rows are held in the order of their ids, so that two renewals of overlapping leases cannot deadlock. */
export async function renewLeases(
  { db, dialect }: Session,
  leases: readonly Lease[],
  leaseUntil: Date,
): Promise<readonly Pick<OperationRow, 'id' | 'cancel_requested_at'>[]> {
  if (leases.length === 0) return [];
  const pairs = leases.map(() => '(id = ? and lease_token = ?)').join(' or ');
  return rowsOf(
    db,
    `with held as materialized (
      select id from operations where state = 'running' and (${pairs}) order by id ${dialect.forUpdate}
    )
    update operations set lease_expires_at = case when lease_expires_at > ? then lease_expires_at else ? end
    where id in (select id from held)
    returning id, cancel_requested_at`,
    [...leases.flatMap((lease) => [lease.operationId, lease.token]), millis(leaseUntil), millis(leaseUntil)],
  );
}

function leased(rows: readonly OperationRow[], operations: readonly Operation[]): readonly LeasedOperation[] {
  return rows.flatMap((row, i) => {
    const operation = operations[i];
    return operation ? [{ operation, lease: leaseOf(row) }] : [];
  });
}

function leaseOf(row: OperationRow): Lease {
  return {
    operationId: row.id,
    token: row.lease_token,
    claimedAt: timeOf(row.claimed_at ?? row.updated_at),
    expiresAt: timeOf(row.lease_expires_at ?? row.updated_at),
  };
}

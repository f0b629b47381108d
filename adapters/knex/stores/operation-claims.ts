import type { ClaimRoom, Lease, LeasedOperation, Operation } from '#core';
import { millis, timeOf } from '../columns.ts';
import { lastRowsOf, rowsOf, type Session } from '../session.ts';
import { claimStatement, moveTurn, readySql } from './operation-queue.ts';
import type { OperationRow } from './operation-row.ts';
import { withSteps } from './operation-steps.ts';

type ClaimedRow = Omit<OperationRow, 'input'> & { readonly input: string | null };

/**
 * One message to PostgreSQL, so that a process that is stopped in the middle holds up nobody: what falls due enters the
 * queue, then the claim takes its share. Claims come one after the other, so that each knows what the others run.
 */
export async function claimDue(
  session: Session,
  claim: { now: Date; leaseUntil: Date; room: ClaimRoom },
): Promise<readonly LeasedOperation[]> {
  const { dialect, turn } = session;
  const now = millis(claim.now);
  const taking = { now, leaseUntil: millis(claim.leaseUntil), room: claim.room };
  if (claim.room.limit <= 0 || Object.values(claim.room.lanes).every((most) => most <= 0)) return [];
  const statements = [{ sql: readySql(dialect), bindings: [now] }, claimStatement(dialect, taking, turn)];
  const rows = session.inTransaction
    ? await lastRowsOf<ClaimedRow>(session.db, statements)
    : await dialect.queue.claim<ClaimedRow>(session.db, statements);
  moveTurn(turn, rows);
  const whole = await withDocuments(session, rows);
  whole.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
  return leased(whole, await withSteps(session.db, whole, 1));
}

/** Reads what the claim left out, now that it is committed; one that is purged or claimed again by now stays out. */
async function withDocuments({ db }: Session, rows: readonly ClaimedRow[]): Promise<OperationRow[]> {
  const light = rows.filter((row): row is OperationRow => row.input !== null);
  const heavy = new Map(rows.filter(({ input }) => input === null).map(({ id, lease_token }) => [id, lease_token]));
  if (heavy.size === 0) return light;
  const read: OperationRow[] = await db<OperationRow>('operations').whereIn('id', [...heavy.keys()]);
  return [...light, ...read.filter(({ id, lease_token }) => heavy.get(id) === lease_token)];
}

/** What stands in the queue is due; of the rest, the first. */
export async function nextDueAt({ db }: Session): Promise<Date | undefined> {
  const [row] = await rowsOf<{ due_at: number | null }>(
    db,
    `select coalesce(
      (select due_at from operations where ready = 1 order by party, member, due_at, id limit 1),
      (select due_at from operations where ready = 0 and state in ('queued', 'retrying') and due_at is not null
        order by due_at, id limit 1)
    ) as due_at`,
    [],
  );
  return typeof row?.due_at === 'number' ? timeOf(row.due_at) : undefined;
}

/**
 * Running operations whose lease ended before `now`, oldest first; in a transaction they are held. One that its worker
 * is about to prolong or to settle is passed over, so that a sweep waits for nobody and takes no live lease.
 */
export async function listLapsed(
  { db, dialect }: Session,
  now: Date,
  limit: number,
): Promise<readonly LeasedOperation[]> {
  const rows = await rowsOf<OperationRow>(
    db,
    `select * from operations where state = 'running' and lease_expires_at < ?
      order by lease_expires_at, id limit ? ${dialect.skipLocked}`,
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
    return operation ? [{ operation, lease: leaseOf(row), dueAt: timeOf(row.due_at ?? row.updated_at) }] : [];
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

import type { OperationId, PurgeCut, PurgedBatch } from '#core';
import { millis } from '../columns.ts';
import { atomic, rowsOf, type Session } from '../session.ts';

interface EndedRow {
  readonly id: OperationId;
  /** Steps, and attempts of its delivery. */
  readonly hanging: number;
}

/** An operation that is being replayed has no end any more; what is running is not in the index at all. */
function endedSql(ofType: string, skipLocked: string): string {
  return `select id,
      (select count(*) from operation_steps s where s.operation_id = operations.id)
      + (select count(*) from deliveries d join delivery_attempts a on a.delivery_id = d.id
        where d.operation_id = operations.id) as hanging
    from operations
    where finished_at is not null and type ${ofType} 'webhook.deliver' and finished_at < ?
      and state in ('succeeded', 'failed', 'cancelled', 'dead_letter')
    order by finished_at limit ? ${skipLocked}`;
}

/** Steps, deliveries and their attempts go with the operation (on delete cascade), so a replay never finds half of it. */
export function purgeOperations(
  session: Session,
  ofType: '=' | '<>',
  { before, limit }: PurgeCut,
): Promise<PurgedBatch> {
  return atomic(session, async ({ db, dialect }) => {
    const ended = await rowsOf<EndedRow>(db, endedSql(ofType, dialect.skipLocked), [millis(before), limit]);
    const doomed = within(ended, limit);
    if (doomed.length > 0) {
      await db('operations')
        .whereIn(
          'id',
          doomed.map(({ id }) => id),
        )
        .delete();
    }
    return { removed: weightOf(doomed), next: doomed.length < ended.length || ended.length === limit ? '' : null };
  });
}

/** As many, from the oldest, as weigh no more than `limit`; at least one. */
function within(ended: readonly EndedRow[], limit: number): readonly EndedRow[] {
  let count = 0;
  let weight = 0;
  for (const row of ended) {
    weight += 1 + Number(row.hanging);
    if (count > 0 && weight > limit) break;
    count += 1;
  }
  return ended.slice(0, count);
}

function weightOf(rows: readonly EndedRow[]): number {
  return rows.reduce((sum, row) => sum + 1 + Number(row.hanging), 0);
}

import type { Knex } from 'knex';
import type { Listed, Operation, OperationId, OperationStep } from '#core/ports';
import { json, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { countedBytes, isLarge, listed } from '../paging.ts';
import { chunksOf } from '../session.ts';
import { type OperationRow, operationOf } from './operation-row.ts';

export const steps = tableOf<OperationStep>()('operation_steps', {
  name: text,
  state: text,
  result: json,
  error: nullable(json),
  startedAt: time,
  finishedAt: time,
});

interface StepRow extends RowOf<typeof steps> {
  /** Counts up, so that steps are read in the order in which they were stored. */
  readonly id: number;
  readonly operation_id: OperationId;
}

export async function insertSteps(db: Knex, operationId: OperationId, added: readonly OperationStep[]): Promise<void> {
  for (const chunk of chunksOf(added)) {
    await db(steps.name).insert(chunk.map((step) => ({ operation_id: operationId, ...steps.toRow(step) })));
  }
}

/**
 * The operations of these rows, in their order, with their steps. Rows that were claimed no more than `claims` times
 * cannot have any, which spares most of a queue the second query.
 */
export async function withSteps(db: Knex, rows: readonly OperationRow[], claims = 0): Promise<readonly Operation[]> {
  const claimed = rows.filter((row) => row.lease_token > claims).map((row) => row.id);
  const byOperation = await stepsOf(db, claimed);
  return rows.map((row) => operationOf(row, byOperation.get(row.id) ?? []));
}

/** The bytes of an operation's steps as a list shows them. */
export const stepBytesSql = `(select coalesce(sum(512 + ${countedBytes('result')}), 0)
  from operation_steps where operation_id = operations.id)`;

/** As `withSteps`, for a list: a result that is too large for one is not read. */
export async function withListedSteps(
  db: Knex,
  rows: readonly Listed<OperationRow>[],
): Promise<readonly Listed<Operation>[]> {
  const claimed = rows.filter((row) => row.lease_token > 0).map((row) => row.id);
  const result = db.raw(`case when ${isLarge('result')} then '' else result end as result`);
  const found: StepRow[] = await db(steps.name)
    .select('id', 'operation_id', 'name', 'state', result, 'error', 'started_at', 'finished_at')
    .whereIn('operation_id', claimed)
    .orderBy('id');
  const byOperation = Map.groupBy(found, ({ operation_id }) => operation_id);
  return rows.map((row) => {
    const own = byOperation.get(row.id) ?? [];
    const left = own.flatMap((step, i) => (step.result === '' ? [`steps[${i}].result`] : []));
    const operation = operationOf(
      row,
      own.map((step) => steps.toEntity({ ...step, result: step.result || 'null' })),
    );
    const truncated = [...(row.truncated ?? []), ...left];
    return listed(operation, truncated.length === 0 ? {} : { truncated });
  });
}

async function stepsOf(
  db: Knex,
  operationIds: readonly OperationId[],
): Promise<ReadonlyMap<OperationId, readonly OperationStep[]>> {
  if (operationIds.length === 0) return new Map();
  const rows: StepRow[] = await db<StepRow>(steps.name)
    .whereIn('operation_id', [...operationIds])
    .orderBy('id');
  const byOperation = Map.groupBy(rows, ({ operation_id }) => operation_id);
  return new Map([...byOperation].map(([id, own]) => [id, own.map(steps.toEntity)]));
}

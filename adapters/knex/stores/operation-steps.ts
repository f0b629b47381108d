import type { Knex } from 'knex';
import type { Json, Listed, Operation, OperationError, OperationId, OperationStep } from '#core';
import { documentOf, documentOrNull, documentText, millis, timeOf } from '../columns.ts';
import { countedBytes, isLarge, listed } from '../paging.ts';
import { chunksOf } from '../session.ts';
import { type OperationRow, operationOf } from './operation-row.ts';

interface StepRow {
  /** Counts up, so that steps are read in the order in which they were kept. */
  readonly id: number;
  readonly operation_id: OperationId;
  readonly name: string;
  readonly state: OperationStep['state'];
  readonly result: string;
  readonly error: string | null;
  readonly started_at: number;
  readonly finished_at: number;
}

const table = 'operation_steps';

export async function insertSteps(db: Knex, operationId: OperationId, steps: readonly OperationStep[]): Promise<void> {
  for (const chunk of chunksOf(steps)) {
    await db<StepRow>(table).insert(chunk.map((step) => ({ operation_id: operationId, ...stepColumns(step) })));
  }
}

/**
 * The operations of these rows, in their order, with their steps. Rows that were claimed no more than `claims` times
 * cannot have any, which spares most of a queue the second query.
 */
export async function withSteps(db: Knex, rows: readonly OperationRow[], claims = 0): Promise<readonly Operation[]> {
  const claimed = rows.filter((row) => row.lease_token > claims).map((row) => row.id);
  const steps = claimed.length === 0 ? new Map<OperationId, OperationStep[]>() : await stepsOf(db, claimed);
  return rows.map((row) => operationOf(row, steps.get(row.id) ?? []));
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
  const found: StepRow[] = await db(table)
    .select('id', 'operation_id', 'name', 'state', result, 'error', 'started_at', 'finished_at')
    .whereIn('operation_id', claimed)
    .orderBy('id');
  const steps = Map.groupBy(found, ({ operation_id }) => operation_id);
  return rows.map((row) => {
    const own = steps.get(row.id) ?? [];
    const left = own.flatMap((step, i) => (step.result === '' ? [`steps[${i}].result`] : []));
    const operation = operationOf(
      row,
      own.map((step) => toEntity({ ...step, result: step.result || 'null' })),
    );
    const truncated = [...(row.truncated ?? []), ...left];
    return listed(operation, truncated.length === 0 ? {} : { truncated });
  });
}

export async function stepsOf(
  db: Knex,
  operationIds: readonly OperationId[],
): Promise<ReadonlyMap<OperationId, OperationStep[]>> {
  const byOperation = new Map<OperationId, OperationStep[]>();
  const rows: StepRow[] = await db<StepRow>(table)
    .whereIn('operation_id', [...operationIds])
    .orderBy('id');
  for (const row of rows) {
    const steps = byOperation.get(row.operation_id) ?? [];
    steps.push(toEntity(row));
    byOperation.set(row.operation_id, steps);
  }
  return byOperation;
}

export function stepColumns(step: OperationStep): Omit<StepRow, 'id' | 'operation_id'> {
  return {
    name: step.name,
    state: step.state,
    result: documentText(step.result),
    error: step.error && documentText(step.error),
    started_at: millis(step.startedAt),
    finished_at: millis(step.finishedAt),
  };
}

function toEntity(row: StepRow): OperationStep {
  return {
    name: row.name,
    state: row.state,
    result: documentOf<Json>(row.result),
    error: documentOrNull<OperationError>(row.error),
    startedAt: timeOf(row.started_at),
    finishedAt: timeOf(row.finished_at),
  };
}

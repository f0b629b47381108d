import type { Knex } from 'knex';
import type { Listed, Operation, OperationId, OperationStep, OperationStore } from '#core/ports';
import { documentText, json, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { countedBytes, isLarge, listed } from '../paging.ts';
import { type OperationRow, operationOf, operations } from '../queue/operation-row.ts';
import { atomic, type Session } from '../session.ts';
import { type AttemptRow, attemptOf, fenced } from './write-stores.ts';

export const steps = tableOf<OperationStep>()('operation_steps', {
  name: text,
  state: text,
  result: json,
  error: nullable(json),
  startedAt: time,
  finishedAt: time,
});

/** The database assigns ascending ids, which keep steps in the order in which they were stored. */
interface StepRow extends RowOf<typeof steps> {
  readonly operation_id: OperationId;
}

export async function insertSteps(session: Session, operations: readonly Operation[]): Promise<void> {
  const rows = operations.flatMap(({ id, organizationId, steps: own }) =>
    own.map((step) => ({ operation_id: id, organization_id: organizationId, ...steps.toRow(step) })),
  );
  const words = { operation_id: 'text', organization_id: 'text', ...steps.words } as const;
  await insertRows(session, { name: steps.name, words }, rows);
}

/**
 * Returns the operations of these rows with their steps, in the rows' order. Operations that were claimed at most
 * `claims` times cannot have steps and are not looked up, which spares most of a queue the second query.
 */
export async function withSteps(db: Knex, rows: readonly OperationRow[], claims = 0): Promise<readonly Operation[]> {
  const byOperation = await stepsOf(db, rows, claims);
  return rows.map((row) => operationOf(row, byOperation.get(row.id)?.map(steps.toEntity) ?? []));
}

/** SQL for the size that an operation's steps have in a list. */
export const stepBytesSql = `(select coalesce(sum(512 + ${countedBytes('result')}), 0)
  from operation_steps where operation_id = operations.id)`;

/** As `withSteps`, for a list: does not read results that are too large for it. */
export async function withListedSteps(
  db: Knex,
  rows: readonly Listed<OperationRow>[],
): Promise<readonly Listed<Operation>[]> {
  const byOperation = await stepsOf(db, rows, 0, `case when ${isLarge('result')} then '' else result end as result`);
  return rows.map((row) => {
    const own = byOperation.get(row.id) ?? [];
    const left = own.flatMap((step, i) => (step.result === '' ? [`steps[${i}].result`] : []));
    const found = own.map((step) => steps.toListed({ ...step, result: step.result || 'null' }));
    return listed(operationOf(row, found, operations.toListed), [...(row.truncated ?? []), ...left]);
  });
}

async function stepsOf(
  db: Knex,
  operations: readonly OperationRow[],
  claims: number,
  result = 'result',
): Promise<ReadonlyMap<OperationId, StepRow[]>> {
  const ids = operations.filter((row) => row.lease_token > claims).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows: StepRow[] = await db(steps.name)
    .select('operation_id', ...steps.columns.filter((name) => name !== 'result'), db.raw(result))
    .whereIn('operation_id', ids)
    .whereNot('state', begun)
    .orderBy('id');
  return Map.groupBy(rows, ({ operation_id }) => operation_id);
}

const begun = 'begun';

export function stepWrites(session: Session): Pick<OperationStore, 'findWrite' | 'saveWrite'> {
  return {
    async findWrite({ operationId, step }) {
      const found: Promise<readonly (AttemptRow & { refusals: number; produced_id: string | null })[]> = session
        .db(steps.name)
        .where({ operation_id: operationId, name: step })
        .limit(1);
      const [row] = await found;
      return row && { attempt: attemptOf(row), refusals: row.refusals, producedId: row.produced_id };
    },
    /** Locks the operation's row, as every change by its leaseholder does. */
    saveWrite: ({ operationId, token }, step, { attempt, refusals, producedId }) =>
      atomic(session, async (inner) => {
        const held = { id: operationId, lease_token: token, state: 'running' };
        const own = ['organization_id', 'connection_id'] as const;
        const owner = await operations.in(inner.db).where(held).forUpdate().first(own);
        if (!owner) return false;
        const write = {
          attempt_prepared: attempt && `${attempt.keys ? fenced : ''}${documentText(attempt.prepared)}`,
          attempt_first_sent_at: attempt && millis(attempt.firstSentAt),
          attempt_keys: (attempt?.keys && documentText(attempt.keys)) ?? null,
          ...(attempt && { resource_type: attempt.createdType }),
          produced_id: producedId,
          refusals,
        };
        const place = { operation_id: operationId, name: step };
        const bare = { state: begun, result: documentText(null), started_at: 0, finished_at: 0 };
        const row = { ...place, ...owner, ...bare, ...write };
        await inner
          .db(steps.name)
          .insert(row)
          .onConflict(['operation_id', 'name'])
          .merge({ ...owner, ...write });
        return true;
      }),
  };
}

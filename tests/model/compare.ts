// Whether the database says of every operation what the reference says.
import type { Knex } from 'knex';
import { type OperationRow, operationOf } from '../../adapters/knex/queue/operation-row.ts';
import { rowsOf } from '../../adapters/knex/session.ts';
import type { Operation, OperationError, OperationStep } from '../../core/domain/operation.ts';
import type { ModelOperation } from './reference.ts';
import type { Scene } from './scene.ts';

interface StepRow {
  readonly operation_id: string;
  readonly name: string;
  readonly state: 'succeeded' | 'failed';
  readonly result: string;
  readonly error: string | null;
}

/** Compares plain values; says both in full when they differ. */
export function same(what: string, real: unknown, ideal: unknown): void {
  const [found, wanted] = [JSON.stringify(real), JSON.stringify(ideal)];
  if (found !== wanted) throw new Error(`${what} is\n${found}\nwhere the reference says\n${wanted}`);
}

export async function compare({ knex, model }: Scene): Promise<void> {
  const [rows, steps] = await read(knex);
  const stepsOf = Map.groupBy(steps, ({ operation_id }) => operation_id);
  const kept = new Set<string>();
  for (const row of rows) {
    kept.add(row.id);
    const wanted = model.operations.get(row.id);
    if (!wanted) throw new Error(`operation ${row.id} (${row.type}) should not exist`);
    compareOne(wanted, row, operationOf(row, (stepsOf.get(row.id) ?? []).map(stepOf)));
  }
  const missing = [...model.operations.keys()].filter((id) => !kept.has(id));
  if (missing.length > 0) throw new Error(`operations are missing: ${missing.join(', ')}`);
}

async function read(knex: Knex): Promise<[readonly OperationRow[], readonly StepRow[]]> {
  const operations = await rowsOf<OperationRow>(knex, 'select * from operations', []);
  return [operations, await rowsOf<StepRow>(knex, 'select * from operation_steps order by id', [])];
}

function compareOne(wanted: ModelOperation, { lease_token: token }: OperationRow, found: Operation): void {
  const real = { ...viewOf(found), token };
  const ideal = idealOf(wanted);
  same(`operation ${found.id}`, real, ideal);
  const due = found.nextAttemptAt?.getTime();
  const isInRange = wanted.due
    ? due !== undefined && due >= wanted.due.from && due <= wanted.due.to
    : due === undefined;
  if (!isInRange) same(`next attempt of ${found.id}`, due, wanted.due);
  if (wanted.due && due !== undefined) wanted.due = { from: due, to: due };
}

export function idealOf({ steps, attempts, replays, ...operation }: ModelOperation) {
  const { kind, state, run, attemptCount, maxAttempts, lapses, result, error, leaseUntil } = operation;
  const { cancelRequestedAt, startedAt, finishedAt, token } = operation;
  return {
    ...{ kind, state, run, attemptCount, maxAttempts, lapses, result, error, leaseUntil },
    ...{ cancelRequestedAt, startedAt, finishedAt },
    steps: [...steps.values()].map(({ name, state, result, error }) => [name, state, result, error]),
    attempts: attempts.map((a) => [a.run, a.number, a.outcome, a.error, a.startedAt, a.finishedAt]),
    replays: replays.map((r) => [r.at, r.previousState, r.previousAttemptCount]),
    token,
  };
}

/** As the reference words it, so that the two compare as text. */
export function viewOf({ steps, attempts, replays, ...operation }: Operation) {
  const { type, state, run, attemptCount, maxAttempts, lapses, result } = operation;
  return {
    ...{ kind: type, state, run, attemptCount, maxAttempts, lapses, result },
    error: errorOf(operation.error),
    leaseUntil: millis(operation.leaseExpiresAt),
    cancelRequestedAt: millis(operation.cancelRequestedAt),
    startedAt: millis(operation.startedAt),
    finishedAt: millis(operation.finishedAt),
    steps: steps.map(({ name, state, result, error }) => [name, state, result, errorOf(error)]),
    attempts: attempts.map((a) => [
      ...[a.run, a.number, a.outcome, errorOf(a.error)],
      ...[a.startedAt.getTime(), a.finishedAt.getTime()],
    ]),
    replays: replays.map((r) => [r.at.getTime(), r.previousState, r.previousAttemptCount]),
  };
}

function errorOf(error: OperationError | null): string | null {
  if (!error) return null;
  return error.reason === undefined ? error.code : `${error.code}/${error.reason}`;
}

function millis(time: Date | null): number | null {
  return time?.getTime() ?? null;
}

function stepOf({ name, state, result, error }: StepRow): OperationStep {
  const at = new Date(0);
  const read = error === null ? null : (JSON.parse(error) as OperationError);
  return { name, state, result: JSON.parse(result), error: read, startedAt: at, finishedAt: at };
}

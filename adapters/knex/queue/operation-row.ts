import {
  type Approval,
  isTerminal,
  type Operation,
  type OperationAttempt,
  type OperationReplay,
  type OperationStep,
  waitingState,
} from '#core/ports';
import {
  coded,
  derived,
  documentOf,
  documentText,
  idInPlane,
  integer,
  json,
  jsonWithTimes,
  named,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
} from '../columns.ts';
import { groupOf, type Stage } from './admit.ts';

type Stored = Omit<Operation, 'steps'>;

const approvalColumn = coded<Approval, string>('text', documentText, (stored) => {
  const { expiresAt, decision, ...rest } = documentOf<Approval>(stored);
  return { ...rest, expiresAt: new Date(expiresAt), decision: decision && { ...decision, at: new Date(decision.at) } };
});

export const operations = tableOf<Stored>()('operations', {
  ...idInPlane,
  type: text,
  state: text,
  connectionId: nullable(text),
  subject: nullable(text),
  // The order of claims (admit.ts).
  lane: derived('text', (operation: Stored) => groupOf(operation).lane),
  queue_key: derived('text', ({ environment, organizationId }: Stored) => `${environment} ${organizationId}`),
  group_key: derived('text', (operation: Stored) => groupOf(operation).group_key),
  stage: derived('text', stageOf),
  turn: derived('bigint', (): number => 0),
  input: json,
  origin: nullable(text),
  result: json,
  error: nullable(json),
  attempts: jsonWithTimes<OperationAttempt>('startedAt', 'finishedAt'),
  replays: jsonWithTimes<OperationReplay>('at'),
  run: integer,
  attemptCount: integer,
  maxAttempts: integer,
  lapses: integer,
  // A running operation keeps the time at which it was due.
  nextAttemptAt: named('due_at', nullable(time)),
  lease_token: derived('bigint', (): number => 0),
  leaseExpiresAt: nullable(time),
  claimed_at: derived('bigint', (): number | null => null),
  cancelRequestedAt: nullable(time),
  metadata: json,
  requestId: text,
  begunBy: named('actor', nullable(json)),
  approval: nullable(approvalColumn),
  traceparent: nullable(text),
  createdAt: time,
  startedAt: nullable(time),
  updatedAt: time,
  finishedAt: nullable(time),
});

/** A claim turns a due timer into `waiting`; an insert stores a due operation as `waiting` at once. */
function stageOf({ state, nextAttemptAt }: Stored): Stage {
  if (isTerminal(state)) return 'ended';
  if (state === 'running') return 'running';
  // What waits for a member is due at no time, whatever its row says.
  return nextAttemptAt && state !== waitingState ? 'timer' : 'held';
}

export type OperationRow = RowOf<typeof operations>;

/** The columns that a change without a lease may set; only leaseholders write attempts. */
export const unleasedColumns = [
  ...['state', 'result', 'error', 'approval', 'replays', 'run', 'attempt_count', 'lapses'],
  ...['due_at', 'stage', 'started_at', 'updated_at', 'finished_at'],
] as readonly (keyof OperationRow)[];

/** The values of these columns. */
export function changesOf(operation: Operation, columns: readonly (keyof OperationRow)[]): Partial<OperationRow> {
  const row = operations.toRow(operation);
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

export function operationOf(
  row: OperationRow,
  steps: readonly OperationStep[],
  toEntity: (row: OperationRow) => Stored = operations.toEntity,
): Operation {
  const operation = { ...toEntity(row), steps };
  return row.state === 'running' ? { ...operation, nextAttemptAt: null } : operation;
}

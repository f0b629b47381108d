// Steps and settlements of several operations in one commit, each behind its own fence.
import type { Knex } from 'knex';
import type { OperationId, Settlement, StepSave, StepSaved } from '#core';
import { documentText, millis } from '../columns.ts';
import type { ColumnWord } from '../dialect.ts';
import { atomic, rowsOf, type Session } from '../session.ts';
import { unleasedChanges } from './operation-row.ts';
import { insertStepRows } from './operation-steps.ts';

interface Held {
  readonly id: OperationId;
  readonly lease_token: number;
  readonly cancel_requested_at: number | null;
}

/** A lease is prolonged on the way when less than this is left of it: the column is indexed, so it is not moved idly. */
const prolongBelowMs = 15_000;

const saveColumns = {
  id: 'text',
  token: 'bigint',
  at: 'bigint',
  ended_lapses: 'integer',
  until: 'bigint',
} as const satisfies Record<string, ColumnWord>;

/**
 * The update holds the rows, so that no claim comes between the check of the token and the step. A step that succeeded
 * is progress: the lapses before it no longer count.
 */
export async function saveSteps(session: Session, saves: readonly StepSave[]): Promise<readonly StepSaved[]> {
  if (saves.length === 0) return [];
  const given = saves.map(({ lease, step, leaseUntil }) => ({
    id: lease.operationId,
    token: lease.token,
    at: millis(step.finishedAt),
    ended_lapses: step.state === 'succeeded' ? 1 : 0,
    until: millis(leaseUntil),
  }));
  return atomic(session, async ({ db, dialect }) => {
    const held = await rowsOf<Held>(
      db,
      `with given as (${dialect.given(saveColumns)})
      update operations set updated_at = given.at,
        lapses = case when given.ended_lapses = 1 then 0 else lapses end,
        lease_expires_at = case when lease_expires_at < given.until - ${prolongBelowMs} then given.until else lease_expires_at end
      from given where operations.id = given.id and lease_token = given.token and state = 'running'
      returning operations.id, lease_token, cancel_requested_at`,
      [givenText(given)],
    );
    const answers = answersOf(held);
    const kept = saves.filter(({ lease }) => answers.has(keyOf(lease.operationId, lease.token)));
    await insertStepRows(
      db,
      kept.map(({ lease, step }) => ({ operationId: lease.operationId, step })),
    );
    return saves.map(({ lease }) => {
      const answer = answers.get(keyOf(lease.operationId, lease.token));
      return { kept: answer !== undefined, cancelRequested: (answer?.cancel_requested_at ?? null) !== null };
    });
  });
}

const settleColumns = {
  id: 'text',
  token: 'bigint',
  state: 'text',
  result: 'text',
  error: 'text',
  replays: 'text',
  attempts: 'text',
  run: 'integer',
  attempt_count: 'integer',
  lapses: 'integer',
  due_at: 'bigint',
  ready: 'smallint',
  started_at: 'bigint',
  updated_at: 'bigint',
  finished_at: 'bigint',
} as const satisfies Record<string, ColumnWord>;

const settledColumns = Object.keys(settleColumns).filter((column) => column !== 'id' && column !== 'token');

/** A request to cancel may have come meanwhile, so it is not the leaseholder's to overwrite. */
export async function settleAll(
  { db, dialect }: Session,
  settlements: readonly Settlement[],
): Promise<readonly boolean[]> {
  if (settlements.length === 0) return [];
  const given = settlements.map(({ lease, next }) => ({
    id: lease.operationId,
    token: lease.token,
    ...unleasedChanges(next),
    attempts: documentText(next.attempts),
  }));
  const held = await rowsOf<Pick<Held, 'id' | 'lease_token'>>(
    db,
    `with given as (${dialect.given(settleColumns)})
    update operations set lease_expires_at = null, ${settledColumns.map((c) => `${c} = given.${c}`).join(', ')}
    from given where operations.id = given.id and lease_token = given.token and operations.state = 'running'
    returning operations.id, lease_token`,
    [givenText(given)],
  );
  const settled = new Set(held.map(({ id, lease_token }) => keyOf(id, lease_token)));
  return settlements.map(({ lease }) => settled.has(keyOf(lease.operationId, lease.token)));
}

/** In the order of their ids, so that two batches cannot wait for each other. */
function givenText(rows: readonly { readonly id: string }[]): Knex.Value {
  return JSON.stringify([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

function keyOf(id: string, token: number): string {
  return `${id} ${token}`;
}

function answersOf(held: readonly Held[]): ReadonlyMap<string, Held> {
  return new Map(held.map((row) => [keyOf(row.id, row.lease_token), row]));
}

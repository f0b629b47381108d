// Steps and settlements of several operations in one commit, each behind its own fence.
import type { Knex } from 'knex';
import type { OperationId, Settlement, StepSave, StepSaved } from '#core';
import { documentText, millis } from '../columns.ts';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { atomic, keptRowsOf, rowsOf, type Session } from '../session.ts';
import { admitWaiting, freedBy } from './operation-queue.ts';
import { unleasedChanges } from './operation-row.ts';
import { stepColumns } from './operation-steps.ts';

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
  until: 'bigint',
  name: 'text',
  state: 'text',
  result: 'text',
  error: 'text',
  started_at: 'bigint',
  finished_at: 'bigint',
} as const satisfies Record<string, ColumnWord>;

/**
 * Holds the rows in the order of their ids, as all do who hold several, so that nobody waits in a circle: an update
 * alone takes them in whatever order it comes upon them.
 */
const lockedSql = ({ forUpdate }: Dialect): string => `locked as materialized (
    select id from operations where state = 'running' and (id, lease_token) in (select id, token from given)
    order by id ${forUpdate})`;

/** A step that succeeded is progress: the lapses before it no longer count. */
const holdSql = ({ among }: Dialect): string => `update operations set updated_at = given.finished_at,
    lapses = case when given.state = 'succeeded' then 0 else lapses end,
    lease_expires_at = case when lease_expires_at < given.until - ${prolongBelowMs} then given.until else lease_expires_at end
  from given where operations.id ${among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token, cancel_requested_at`;

/** A step that is there already, one that had failed, is replaced. \`held\` names those whose lease holds. */
const stepSql = (held: string): string => `insert into operation_steps
    (operation_id, name, state, result, error, started_at, finished_at)
  select given.id, given.name, given.state, given.result, given.error, given.started_at, given.finished_at
  from given join ${held} held on held.id = given.id and held.lease_token = given.token where true
  on conflict (operation_id, name) do update set state = excluded.state, result = excluded.result,
    error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at`;

export async function saveSteps(session: Session, saves: readonly StepSave[]): Promise<readonly StepSaved[]> {
  if (saves.length === 0) return [];
  const given = JSON.stringify(
    saves.map(({ lease, step, leaseUntil }) => ({
      id: lease.operationId,
      token: lease.token,
      until: millis(leaseUntil),
      ...stepColumns(step),
    })),
  );
  const answers = answersOf(await held(session, given));
  return saves.map(({ lease }) => {
    const answer = answers.get(keyOf(lease.operationId, lease.token));
    return { kept: answer !== undefined, cancelRequested: (answer?.cancel_requested_at ?? null) !== null };
  });
}

/** One statement where the database lets a select write, which spares PostgreSQL three messages. */
function held(session: Session, given: Knex.Value): Promise<Held[]> {
  const { dialect } = session;
  const rows = `with given as materialized (${dialect.given(saveColumns)})`;
  const locked = lockedSql(dialect);
  if (dialect.writesInSelect) {
    const sql = `${rows}, ${locked}, held as (${holdSql(dialect)}), kept as (${stepSql('held')}) select * from held`;
    return keptRowsOf<Held>(session.db, sql, [given]);
  }
  return atomic(session, async ({ db }) => {
    const found = await rowsOf<Held>(db, `${rows}, ${locked} ${holdSql(dialect)}`, [given]);
    await rowsOf(db, `${rows} ${stepSql("(select id, lease_token from operations where state = 'running')")}`, [given]);
    return found;
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
const settleSql = ({ among }: Dialect): string => `update operations set lease_expires_at = null,
    ${settledColumns.map((c) => `${c} = given.${c}`).join(', ')}
  from given where operations.id ${among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token`;

export async function settleAll(session: Session, settlements: readonly Settlement[]): Promise<readonly boolean[]> {
  if (settlements.length === 0) return [];
  const given = settlements.map(({ lease, next }) => ({
    id: lease.operationId,
    token: lease.token,
    ...unleasedChanges(next),
    attempts: documentText(next.attempts),
  }));
  const rows = `with given as materialized (${session.dialect.given(settleColumns)}), ${lockedSql(session.dialect)}`;
  const held = await keptRowsOf<Pick<Held, 'id' | 'lease_token'>>(session.db, `${rows} ${settleSql(session.dialect)}`, [
    JSON.stringify(given),
  ]);
  const settled = new Set(held.map(({ id, lease_token }) => keyOf(id, lease_token)));
  const answers = settlements.map(({ lease }) => settled.has(keyOf(lease.operationId, lease.token)));
  await admitWaiting(
    session,
    settlements.flatMap(({ next }, i) => (answers[i] ? [freedBy(next)] : [])),
  );
  return answers;
}

function keyOf(id: string, token: number): string {
  return `${id} ${token}`;
}

function answersOf(held: readonly Held[]): ReadonlyMap<string, Held> {
  return new Map(held.map((row) => [keyOf(row.id, row.lease_token), row]));
}

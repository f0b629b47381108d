// Steps and settlements of several operations in one commit, each behind its own fence.
import type { OperationId, Settlement, StepSave, StepSaved } from '#core/ports';
import { millis } from '../columns.ts';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { atomic, preparedRowsOf, type Session } from '../session.ts';
import { admitWaiting, freedBy } from './operation-queue.ts';
import { changesOf, operations, unleasedColumns } from './operation-row.ts';
import { steps } from './operation-steps.ts';

interface Held {
  readonly id: OperationId;
  readonly lease_token: number;
  readonly cancel_requested_at: number | null;
}

/** A lease is prolonged on the way when less than this is left of it: the column is indexed, so it is not moved idly. */
const prolongBelowMs = 15_000;

const saveColumns = { id: 'text', token: 'bigint', until: 'bigint', ...steps.words } as const;

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

const stepNames = Object.keys(steps.words);
/** A step that is there already, one that had failed, is replaced. */
const stepSql = `insert into operation_steps (operation_id, ${stepNames.join(', ')})
  select given.id, ${stepNames.map((name) => `given.${name}`).join(', ')}
  from given join operations held on held.id = given.id and held.lease_token = given.token and held.state = 'running'
  where true
  on conflict (operation_id, name) do update set ${stepNames.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export async function saveSteps(session: Session, saves: readonly StepSave[]): Promise<readonly StepSaved[]> {
  if (saves.length === 0) return [];
  const rows = saves.map(({ lease, step, leaseUntil }) => {
    return { id: lease.operationId, token: lease.token, until: millis(leaseUntil), ...steps.toRow(step) };
  });
  const bindings = [JSON.stringify(rows)];
  const { dialect } = session;
  const given = `with given as materialized (${dialect.given(saveColumns)})`;
  const held = await atomic(session, async ({ db }) => {
    const found = await preparedRowsOf<Held>(db, `${given}, ${lockedSql(dialect)} ${holdSql(dialect)}`, bindings);
    if (found.length > 0) await preparedRowsOf(db, `${given} ${stepSql}`, bindings);
    return found;
  });
  const answers = new Map(held.map((row) => [keyOf(row.id, row.lease_token), row]));
  return saves.map(({ lease }) => {
    const answer = answers.get(keyOf(lease.operationId, lease.token));
    return { kept: answer !== undefined, cancelRequested: (answer?.cancel_requested_at ?? null) !== null };
  });
}

const settledColumns = ['attempts', ...unleasedColumns] as const;
const settleColumns: Readonly<Record<string, ColumnWord>> = {
  ...{ id: 'text', token: 'bigint' },
  ...Object.fromEntries(settledColumns.map((column) => [column, operations.words[column]])),
};

/** A request to cancel may have come meanwhile, so it is not the leaseholder's to overwrite. */
const settleSql = ({ among }: Dialect): string => `update operations set lease_expires_at = null,
    ${settledColumns.map((c) => `${c} = given.${c}`).join(', ')}
  from given where operations.id ${among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token`;

export async function settleAll(session: Session, settlements: readonly Settlement[]): Promise<readonly boolean[]> {
  if (settlements.length === 0) return [];
  const rows = settlements.map(({ lease, next }) => {
    return { id: lease.operationId, token: lease.token, ...changesOf(next, settledColumns) };
  });
  const { dialect } = session;
  const held = await preparedRowsOf<Pick<Held, 'id' | 'lease_token'>>(
    session.db,
    `with given as materialized (${dialect.given(settleColumns)}), ${lockedSql(dialect)} ${settleSql(dialect)}`,
    [JSON.stringify(rows)],
  );
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

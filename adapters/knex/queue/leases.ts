// What leaseholders store: one statement for several operations, each fenced by its own token.
import type { OperationStore } from '#core/ports';
import { millis } from '../columns.ts';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { atomic, preparedRowsOf, type Session } from '../session.ts';
import { steps } from '../stores/operation-steps.ts';
import { admitFrom, type Group } from './admit.ts';
import { changesOf, type OperationRow, operations, unleasedColumns } from './operation-row.ts';

type LeaseRow = Pick<OperationRow, 'id' | 'lease_token'>;
type HeldRow = Pick<OperationRow, 'id' | 'cancel_requested_at'>;
type Held = HeldRow & LeaseRow;

/** Storing a step prolongs a lease that has less than this left. More often would only cost writes to its index. */
const prolongBelowMs = 5_000;

const saveColumns = { id: 'text', token: 'bigint', until: 'bigint', ...steps.words } as const;

const heldSql = "state = 'running' and (id, lease_token) in (select id, token from given)";

/** Locks the rows in the order of their ids, as every statement that locks several does, so that none deadlock. */
const lockedSql = (lock: string): string => `locked as materialized (
    select id from operations where ${heldSql} order by id ${lock})`;

/** A step that succeeded is progress, so earlier lapses no longer count. */
const holdSql = ({ among }: Dialect): string => `update operations set updated_at = given.finished_at,
    lapses = case when given.state = 'succeeded' then 0 else lapses end,
    lease_expires_at = case when lease_expires_at < given.until - ${prolongBelowMs} then given.until else lease_expires_at end
  from given where operations.id ${among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token, cancel_requested_at`;

const stepNames = Object.keys(steps.words);
/** Replaces a step that failed before. */
const stepSql = `insert into operation_steps (operation_id, organization_id, ${stepNames.join(', ')})
  select given.id, held.organization_id, ${stepNames.map((name) => `given.${name}`).join(', ')}
  from given join operations held on held.id = given.id and held.lease_token = given.token and held.state = 'running'
  where true
  on conflict (operation_id, name) do update set ${stepNames.map((name) => `${name} = excluded.${name}`).join(', ')}`;

const saveStepsOf =
  (session: Session): OperationStore['saveSteps'] =>
  async (saves) => {
    if (saves.length === 0) return [];
    const rows = saves.map(({ lease, step, leaseUntil }) => {
      return { id: lease.operationId, token: lease.token, until: millis(leaseUntil), ...steps.toRow(step) };
    });
    const bindings = [JSON.stringify(rows)];
    const { dialect } = session;
    const given = `with given as materialized (${dialect.given(saveColumns)})`;
    const held = await atomic(session, async ({ db }) => {
      const found = await preparedRowsOf<Held>(
        db,
        `${given}, ${lockedSql(dialect.forUpdate)} ${holdSql(dialect)}`,
        bindings,
      );
      if (found.length > 0) await preparedRowsOf(db, `${given} ${stepSql}`, bindings);
      return found;
    });
    const answers = new Map(held.map((row) => [keyOf(row.id, row.lease_token), row]));
    return saves.map(({ lease }) => {
      const answer = answers.get(keyOf(lease.operationId, lease.token));
      return { kept: answer !== undefined, cancelRequested: (answer?.cancel_requested_at ?? null) !== null };
    });
  };

const settledColumns = ['attempts', ...unleasedColumns] as const;
const settleColumns: Readonly<Record<string, ColumnWord>> = {
  id: 'text',
  token: 'bigint',
  ...Object.fromEntries(settledColumns.map((column) => [column, operations.words[column]])),
};

/** Does not write `cancel_requested_at`: a request to cancel may have come in the meantime. */
const settleSql = (dialect: Dialect): string => `with given as materialized (${dialect.given(settleColumns)}),
  ${lockedSql(dialect.forUpdate)}
  update operations set lease_expires_at = null, ${settledColumns.map((column) => `${column} = given.${column}`).join(', ')}
  from given where operations.id ${dialect.among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token, lane, group_key`;

/** A second statement admits from the operations' groups; if this process ends in between, the sweep admits from them. */
const settleAllOf =
  (session: Session): OperationStore['settleAll'] =>
  async (settlements) => {
    if (settlements.length === 0) return [];
    const rows = settlements.map(({ lease, next }) => {
      return { id: lease.operationId, token: lease.token, ...changesOf(next, settledColumns) };
    });
    const sql = settleSql(session.dialect);
    const held = await preparedRowsOf<LeaseRow & Group>(session.db, sql, [rowsText(rows)]);
    // An operation that is its own group makes room for no other.
    await admitFrom(
      session,
      held.filter(({ id, group_key }) => group_key !== id),
    );
    const settled = new Set(held.map(({ id, lease_token }) => keyOf(id, lease_token)));
    return settlements.map(({ lease }) => settled.has(keyOf(lease.operationId, lease.token)));
  };

const renewOf =
  ({ db, dialect }: Session): OperationStore['renew'] =>
  async (leases, leaseUntil) => {
    if (leases.length === 0) return [];
    const bindings = [JSON.stringify(leases.map(({ operationId: id, token }) => ({ id, token })))];
    const given = `with given as materialized (${dialect.given({ id: 'text', token: 'bigint' })})`;
    const until = millis(leaseUntil);
    const prolonged = await preparedRowsOf<HeldRow>(
      db,
      `${given}, ${lockedSql(db.isTransaction ? dialect.forUpdate : dialect.skipLocked)}
      update operations set lease_expires_at = case when lease_expires_at > ? then lease_expires_at else ? end
      where id ${dialect.among('select id from locked')} returning id, cancel_requested_at`,
      [...bindings, until, until],
    );
    const ids = new Set(prolonged.map(({ id }) => id));
    const held =
      ids.size === leases.length
        ? prolonged
        : await preparedRowsOf<HeldRow>(
            db,
            `${given} select id, cancel_requested_at from operations where ${heldSql}`,
            bindings,
          );
    return held.map(({ id, cancel_requested_at }) => {
      return { operationId: id, cancelRequested: cancel_requested_at !== null, prolonged: ids.has(id) };
    });
  };

export function operationLeases(session: Session): Pick<OperationStore, 'renew' | 'saveSteps' | 'settleAll'> {
  return { renew: renewOf(session), saveSteps: saveStepsOf(session), settleAll: settleAllOf(session) };
}

function keyOf(id: string, token: number): string {
  return `${id} ${token}`;
}

// Steps and settlements of several operations in one commit, each behind its own fence.
import type { OperationId, OperationStore } from '#core/ports';
import { millis } from '../columns.ts';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { atomic, preparedRowsOf, type Session } from '../session.ts';
import { attempts, insertAttempts } from './delivery-attempts.ts';
import { admitSql, admitWaiting, enteringSql, freedBy, groupColumns } from './operation-queue.ts';
import { changesOf, type OperationRow, operations, unleasedColumns } from './operation-row.ts';
import { steps } from './operation-steps.ts';

type LeaseRow = Pick<OperationRow, 'id' | 'lease_token'>;
type Held = Pick<OperationRow, 'id' | 'lease_token' | 'cancel_requested_at'>;

/** A lease is prolonged on the way when less than this is left of it: the column is indexed, so it is not moved idly. */
const prolongBelowMs = 5_000;

const saveColumns = { id: 'text', token: 'bigint', until: 'bigint', ...steps.words } as const;

/** Holds the rows in the order of their ids, as all do who hold several: nobody waits in a circle. */
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
      const found = await preparedRowsOf<Held>(db, `${given}, ${lockedSql(dialect)} ${holdSql(dialect)}`, bindings);
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
  ...{ id: 'text', token: 'bigint', ...groupColumns },
  ...Object.fromEntries(settledColumns.map((column) => [column, operations.words[column]])),
};

/** A request to cancel may have come meanwhile, so it is not the leaseholder's to overwrite. */
const settleSql = ({ among }: Dialect): string => `update operations set lease_expires_at = null,
    ${settledColumns.map((c) => `${c} = given.${c}`).join(', ')}
  from given where operations.id ${among('select id from locked')}
    and operations.id = given.id and lease_token = given.token and operations.state = 'running'
  returning operations.id, lease_token`;

const attemptNames = Object.keys(attempts.words).join(', ');
/** Settles, stores what was delivered, and admits the next of the groups: one message instead of five. */
const settleAtOnceSql = (dialect: Dialect): string => `settled as (${settleSql(dialect)}),
  delivered as materialized (${dialect.given({ operation_id: 'text', ...attempts.words })}),
  stored as (insert into ${attempts.name} (${attemptNames})
    select ${attemptNames} from delivered join settled on settled.id = operation_id),
  freed as (select lane, group_key, max(at_most) as at_most, count(*) as ended
    from given join settled on settled.id = given.id where group_key <> '' group by lane, group_key),
  ${enteringSql(dialect)}, entered as (${admitSql(dialect)})
  select id, lease_token from settled`;

const settleAllOf =
  (session: Session): OperationStore['settleAll'] =>
  async (settlements) => {
    if (settlements.length === 0) return [];
    const { dialect } = session;
    const rows = settlements.map(({ lease, next }) => {
      return { id: lease.operationId, token: lease.token, ...freedBy(next), ...changesOf(next, settledColumns) };
    });
    const made = settlements.flatMap(({ lease, delivered }) =>
      delivered ? [{ id: lease.operationId, delivered }] : [],
    );
    const given = `with given as materialized (${dialect.given(settleColumns)}), ${lockedSql(dialect)}`;
    const bindings = [JSON.stringify(rows)];
    const atOnce = () => {
      const delivered = made.map((one) => ({ operation_id: one.id, ...attempts.toRow(one.delivered) }));
      const sql = `${given}, ${settleAtOnceSql(dialect)}`;
      return preparedRowsOf<LeaseRow>(session.db, sql, [...bindings, rowsText(delivered)]);
    };
    const inTurn = async (inner: Session) => {
      const found = await preparedRowsOf<LeaseRow>(inner.db, `${given} ${settleSql(dialect)}`, bindings);
      const ids = new Set(found.map(({ id }) => id));
      const isSettled = ({ id }: { readonly id: OperationId }) => ids.has(id);
      await insertAttempts(
        inner,
        made.filter(isSettled).map(({ delivered }) => delivered),
      );
      await admitWaiting(inner, rows.filter(isSettled));
      return found;
    };
    const held = await (dialect.changesInWith ? atOnce() : atomic(session, inTurn));
    const settled = new Set(held.map(({ id, lease_token }) => keyOf(id, lease_token)));
    return settlements.map(({ lease }) => settled.has(keyOf(lease.operationId, lease.token)));
  };

export function operationBatches(session: Session): Pick<OperationStore, 'saveSteps' | 'settleAll'> {
  return { saveSteps: saveStepsOf(session), settleAll: settleAllOf(session) };
}

function keyOf(id: string, token: number): string {
  return `${id} ${token}`;
}

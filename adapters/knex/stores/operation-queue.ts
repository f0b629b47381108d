// How work enters the queue, and in which order it may be claimed (the rule is in docs/operations.md).
import { laneOf, laneRules, type Operation, type WorkLane } from '#core/ports';
import type { ColumnWord, Dialect } from '../dialect.ts';
import { preparedRowsOf, type Session } from '../session.ts';

type Owned = Pick<Operation, 'type' | 'environment' | 'organizationId' | 'connectionId' | 'subject'>;

/** The column `ready`: where an operation is. Held and finished ones, and what is not due yet, are not in the queue. */
export const outside = 0;
export const admitted = 1;
/** Due, but its group has its bound admitted. */
export const waiting = 2;
export const running = 3;

export interface QueueKeys {
  readonly lane: WorkLane;
  /** Environment and organization: those who take turns. */
  readonly queue_key: string;
  /** What is bounded: a connection, or a delivery's endpoint; empty without a bound. */
  readonly group_key: string;
}

export function queueKeysOf({ type, environment, organizationId, connectionId, subject }: Owned): QueueKeys {
  const group_key = connectionId ?? subject ?? '';
  return { lane: laneOf(type), queue_key: `${environment} ${organizationId}`, group_key };
}

interface QueueState extends QueueKeys {
  /** The smallest turn of the lane; null when nothing is admitted. */
  readonly clock: number | null;
  /** The last turn of the queue key. */
  readonly last: number | null;
  /** Admitted and running ones of the group. */
  readonly admitted: number;
}

const keyColumns = { lane: 'text', queue_key: 'text', group_key: 'text' } as const satisfies Record<string, ColumnWord>;
const atOnceMost = Math.max(...Object.values(laneRules).map(({ atOnce }) => atOnce));
const own = 'o.lane = given.lane';

/** What the group has admitted, counted up to twice what any lane admits: as many may have ended in this statement. */
const admittedSql = `(select count(*) from (select 1 from operations o
      where o.ready in (1, 3) and ${own} and o.group_key = given.group_key limit ${2 * atOnceMost}) as found)`;
const stateSql = `select given.*,
    (select turn from operations o where o.ready = 1 and ${own} order by turn limit 1) as clock,
    (select turn from operations o where o.ready = 1 and ${own} and o.queue_key = given.queue_key
      order by turn desc limit 1) as last,
    case group_key when '' then 0 else ${admittedSql} end as admitted
  from given`;

/**
 * Start-time fair queueing: an admitted operation goes to the head of its lane, but behind the last one of its queue key.
 * So many operations of one organization wait behind each other.
 */
export async function placesOf(
  { db, dialect }: Session,
  entering: readonly QueueKeys[],
): Promise<readonly { readonly ready: number; readonly turn: number }[]> {
  if (entering.length === 0) return [];
  const keys = new Map(entering.map((one) => [`${one.lane} ${one.queue_key} ${one.group_key}`, one]));
  const sql = `with given as materialized (${dialect.given(keyColumns)}) ${stateSql}`;
  const states = await preparedRowsOf<QueueState>(db, sql, [JSON.stringify([...keys.values()])]);
  const next = new Map(
    states.map((state) => [`${state.lane} ${state.queue_key}`, Math.max(state.clock ?? 0, (state.last ?? -1) + 1)]),
  );
  const taken = new Map(states.map((state) => [`${state.lane} ${state.group_key}`, Number(state.admitted)]));
  return entering.map(({ lane, queue_key, group_key }) => {
    const inGroup = taken.get(`${lane} ${group_key}`) ?? 0;
    if (group_key !== '' && inGroup >= laneRules[lane].atFirst) return { ready: waiting, turn: 0 };
    taken.set(`${lane} ${group_key}`, inGroup + 1);
    const turn = next.get(`${lane} ${queue_key}`) ?? 0;
    next.set(`${lane} ${queue_key}`, turn + 1);
    return { ready: admitted, turn };
  });
}

type QueuedRow = QueueKeys & { readonly id: string };

/** A claim puts so many of those that fell due into the queue. */
const dueBatch = 500;

/** Of what is not in the queue. */
export const fellDueSql = `select id, lane, queue_key, group_key from operations
  where ready = 0 and state in ('queued', 'retrying') and due_at <= ? order by due_at, id`;

const placeColumns = { id: 'text', ready: 'smallint', turn: 'bigint' } as const satisfies Record<string, ColumnWord>;

/** What fell due enters the queue. What others hold is passed over: it ends, or enters with the next claim. */
export async function enterDue(session: Session, now: number): Promise<boolean> {
  const { db, dialect } = session;
  const due = await preparedRowsOf<QueuedRow>(db, `${fellDueSql} limit ${dueBatch}`, [now]);
  if (due.length === 0) return false;
  const places = await placesOf(session, due);
  await preparedRowsOf(
    db,
    `with given as materialized (${dialect.given(placeColumns)}), locked as materialized (
      select id from operations where ready = ${outside} and due_at is not null and id in (select id from given)
      order by id ${dialect.skipLocked})
    update operations set ready = given.ready, turn = given.turn from given
    where operations.id ${dialect.among('select id from locked')} and operations.id = given.id`,
    [JSON.stringify(due.map(({ id }, i) => ({ id, ...places[i] })))],
  );
  return true;
}

export interface FreedGroup {
  readonly lane: WorkLane;
  readonly group_key: string;
  /** So many of the group may be admitted now. */
  readonly at_most: number;
}

/** The lane's bound when one has succeeded. */
export function freedBy(operation: Operation): FreedGroup {
  const { lane, group_key } = queueKeysOf(operation);
  const { atOnce, atFirst } = laneRules[lane];
  return { lane, group_key, at_most: operation.state === 'succeeded' ? atOnce : atFirst };
}

export const groupColumns = { lane: 'text', group_key: 'text', at_most: 'integer' } as const;
const freeSql = `given.at_most + given.ended - ${admittedSql}`;

/**
 * What of the groups in \`freed\` is admitted, and behind which turn; \`ended\` of each are still counted as running. Those
 * that another transaction admits at this moment are passed over, so that the two admit one each.
 */
export function enteringSql({ among, limitsByRow, skipLocked }: Dialect): string {
  const limit = limitsByRow ? `greatest(${freeSql}, 0)` : atOnceMost;
  return `longest as materialized (
      select o.id, o.lane, o.queue_key, o.due_at, ${freeSql} as free,
        row_number() over (partition by o.lane, o.group_key order by o.due_at, o.id) as in_group
      from freed as given join operations o on o.id ${among(
        `select w.id from operations w where w.ready = 2 and w.lane = given.lane and w.group_key = given.group_key
        order by w.due_at, w.id limit ${limit} ${skipLocked}`,
      )}),
    entering as (
      select id, lane, queue_key, row_number() over (partition by lane, queue_key order by due_at, id) - 1 as behind
      from longest where in_group <= free),
    keys as (select distinct lane, queue_key, '' as group_key from entering),
    places as (${stateSql.replace('from given', 'from keys as given')})`;
}

export function admitSql({ among }: Dialect): string {
  return `update operations set ready = ${admitted}, turn = entering.behind + coalesce(places.last + 1, places.clock, 0)
  from entering join places on places.lane = entering.lane and places.queue_key = entering.queue_key
  where operations.id ${among('select id from entering')} and operations.id = entering.id returning operations.id`;
}

/** Admits the longest waiting of groups of which some have ended or left the queue. Returns how many. */
export async function admitWaiting({ db, dialect }: Session, freed: readonly FreedGroup[]): Promise<number> {
  const groups = new Map<string, FreedGroup>();
  for (const { lane, group_key, at_most } of freed) {
    const key = `${lane} ${group_key}`;
    if (group_key !== '' && (groups.get(key)?.at_most ?? 0) < at_most) groups.set(key, { lane, group_key, at_most });
  }
  if (groups.size === 0) return 0;
  const sql = `with given as materialized (${dialect.given(groupColumns)}),
    freed as (select given.*, 0 as ended from given), ${enteringSql(dialect)} ${admitSql(dialect)}`;
  return (await preparedRowsOf(db, sql, [JSON.stringify([...groups.values()])])).length;
}

/** Groups that wait while nothing of them is admitted. */
export async function admitStranded(session: Session): Promise<number> {
  const groups = await preparedRowsOf<Pick<QueueKeys, 'lane' | 'group_key'>>(
    session.db,
    `select lane, group_key from (select distinct lane, group_key from operations where ready = 2) as w
      where not exists (select 1 from operations o
        where o.ready in (1, 3) and o.lane = w.lane and o.group_key = w.group_key)`,
    [],
  );
  const freed = groups.map((group) => ({ ...group, at_most: laneRules[group.lane].atFirst }));
  return admitWaiting(session, freed);
}

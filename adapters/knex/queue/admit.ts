// Which operations a worker may claim, and in which order (docs/operations.md, "Who goes next"):
// 1. An operation that is not due yet is a `timer`. The first claim after it fell due makes it `waiting`.
// 2. A due operation is admitted (`ready`) if its group is below the limit of its lane; otherwise it is `waiting`.
// 3. When one of a group's admitted operations ends, the waiting one that has been due longest is admitted.
// 4. An admitted operation gets a turn at the head of its lane, but behind the ready ones of its organization and environment.
// 5. A claim takes the ready operations of a lane by their turns.
// 6. A build admits and claims only the types it knows. Of a group it counts only those, so that work of a later build, which
//    waits in front for a worker that knows it, holds nobody up.
// 7. Transactions that admit at the same time do not wait for each other. They may exceed a limit by a few, or leave a group
//    waiting with nothing admitted until the sweep admits from it.
import { laneOf, laneRules, type Operation, type OperationType, operationTypes, type WorkLane } from '#core/ports';
import type { Dialect } from '../dialect.ts';
import { atomic, preparedRowsOf, type Session, unflushed } from '../session.ts';

/** `held` has no time because its endpoint is paused. */
export type Stage = 'timer' | 'waiting' | 'ready' | 'running' | 'held' | 'ended';

export interface Group {
  readonly lane: WorkLane;
  /** A connection, a delivery's endpoint, or a plane's exports; otherwise the operation alone. */
  readonly group_key: string;
}

export function groupOf({ type, ...operation }: Operation | Omit<Operation, 'steps'>): Group {
  const { id, organizationId, environment, connectionId, subject } = operation;
  // Exports of a plane share a group, so they wait for each other, and the purge after a disconnect does not wait for them.
  if (type === 'list.export') return { lane: laneOf(type), group_key: `${organizationId} ${environment} exports` };
  // A destination's messages go out a few at a time.
  if (type === 'alert.send') return { lane: laneOf(type), group_key: `${subject ?? id} alerts` };
  const own = connectionId ?? subject ?? id;
  // Bulk writes share the lane of syncs, but a connection's bulk writes wait only for each other.
  return { lane: laneOf(type), group_key: type === 'records.bulk' ? `${own} bulk` : own };
}

/** What a caller knows; undefined: all that this build knows. */
export type Types = readonly OperationType[] | undefined;

/**
 * A condition that keeps the operations of these types: a later build beside this one may have stored others. No index is chosen for it.
 */
export function ofTypes({ unindexed }: Dialect, of: string, types: Types = operationTypes): string {
  const known = types.filter((type) => /^[a-z_.]+$/.test(type)).map((type) => `'${type}'`);
  return known.length === 0 ? 'false' : `${unindexed(`${of}type`)} in (${known.join(', ')})`;
}

const groupColumns = { lane: 'text', group_key: 'text', at_once: 'integer' } as const;
/** The most timers or groups in one statement: a planner that expects few rows may compare each with each. */
const batchMost = 500;
const atOnceMost = Math.max(...Object.values(laneRules).map(({ atOnce }) => atOnce));

/** Admits as many operations of these groups as their lanes allow. Returns how many. */
export async function admitFrom(session: Session, groups: readonly Group[], types?: Types): Promise<number> {
  const distinct = new Map(groups.map(({ lane, group_key }) => [`${lane} ${group_key}`, { lane, group_key }]));
  if (distinct.size === 0) return 0;
  const limited = [...distinct.values()].map((group) => ({ ...group, at_once: laneRules[group.lane].atOnce }));
  const sql = admitSql(session, types);
  let admitted = 0;
  for (let start = 0; start < limited.length; start += batchMost) {
    admitted += (await preparedRowsOf(session.db, sql, [JSON.stringify(limited.slice(start, start + batchMost))]))
      .length;
  }
  return admitted;
}

function admitSql(session: Session, types: Types): string {
  const { among, each, given, skipLocked } = session.dialect;
  return `with durability as materialized (select ${unflushed(session)}),
    given as materialized (${given(groupColumns)}),
    -- 1. How many more each group may admit.
    free as materialized (select lane, group_key, at_once - (select count(*) from (
        select 1 from operations o where o.stage in ('ready', 'running') and o.group_key = given.group_key
          and o.lane = given.lane and ${ofTypes(session.dialect, 'o.', types)} limit ${atOnceMost}) as admitted) as room
      from given cross join durability),
    -- 2. The operations of each that have been due longest, except those that another transaction admits at this moment.
    longest as materialized (
      select o.id, o.lane, o.queue_key, o.due_at, free.room,
        row_number() over (partition by o.lane, o.group_key order by o.due_at, o.id) as number
      from free cross join ${each(`select w.id from operations w
        where w.stage = 'waiting' and w.lane = free.lane and w.group_key = free.group_key
          and ${ofTypes(session.dialect, 'w.', types)} order by w.due_at, w.id limit ${atOnceMost} ${skipLocked}`)}
        join operations o on o.id = each.value where free.room > 0),
    chosen as materialized (
      select id, lane, queue_key, row_number() over (partition by lane, queue_key order by due_at, id) - 1 as behind
      from longest where number <= room),
    -- 3. Their turns: the head of the lane, but behind the last ready one of the same organization and environment.
    turns as materialized (select id, behind + coalesce(
        (select o.turn + 1 from operations o where o.stage = 'ready' and o.lane = chosen.lane
          and o.queue_key = chosen.queue_key order by o.turn desc limit 1),
        (select o.turn from operations o where o.stage = 'ready' and o.lane = chosen.lane order by o.turn limit 1),
        0) as turn from chosen)
    update operations set stage = 'ready', turn = turns.turn from turns
    where operations.id ${among('select id from turns')} and operations.id = turns.id returning operations.id`;
}

/** Makes due timers `waiting` and admits from their groups. Skips locked ones: they end, or the next claim finds them. */
export async function admitDue(session: Session, now: number, types: Types): Promise<void> {
  const due = `select id from operations where stage = 'timer' and due_at <= ? and ${ofTypes(session.dialect, '', types)}
    order by due_at, id limit`;
  // A transaction is worth it only if there is one, which is rare.
  if ((await preparedRowsOf(session.db, `${due} 1`, [now])).length === 0) return;
  await atomic(session, async (inner) => {
    const { among, skipLocked } = inner.dialect;
    const waiting = await preparedRowsOf<Group>(
      inner.db,
      `update operations set stage = 'waiting' where id ${among(`${due} ${batchMost} ${skipLocked}`)}
        returning lane, group_key`,
      [now],
    );
    await admitFrom(inner, waiting, types);
  });
}

/**
 * Admits from groups that wait although none of their operations of these types is admitted: simultaneous ends may leave
 * such a group, and so may a build that knew more types.
 */
export async function admitStranded(session: Session, types: Types): Promise<number> {
  const known = (of: string) => ofTypes(session.dialect, of, types);
  const groups = await preparedRowsOf<Group>(
    session.db,
    `select lane, group_key from (select distinct lane, group_key from operations q
        where stage = 'waiting' and ${known('q.')}) as w
      where not exists (select 1 from operations o
        where o.stage in ('ready', 'running') and o.lane = w.lane and o.group_key = w.group_key
          and ${known('o.')})`,
    [],
  );
  return admitFrom(session, groups, types);
}

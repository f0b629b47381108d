// How work enters the queue, and in which order it may be claimed (the rule is in docs/operations.md).
import { laneOf, laneRules, type Operation, type WorkLane } from '#core/ports';
import { atomic, preparedRowsOf, type Session, unflushed } from '../session.ts';

/**
 * Where an operation is: `timer` is not due yet, `waiting` is due but its group has its bound admitted, `ready` may be
 * claimed, `held` has no time because its endpoint is paused.
 */
export type Stage = 'timer' | 'waiting' | 'ready' | 'running' | 'held' | 'ended';

export interface Group {
  readonly lane: WorkLane;
  /** What is bounded: a connection, or a delivery's endpoint; else the operation alone. */
  readonly group_key: string;
}

export function groupOf({ id, type, connectionId, subject }: Operation | Omit<Operation, 'steps'>): Group {
  const own = connectionId ?? subject ?? id;
  // A connection's bulk writes wait for each other and for no sync, whose lane they share.
  return { lane: laneOf(type), group_key: type === 'records.bulk' ? `${own} bulk` : own };
}

const groupColumns = { lane: 'text', group_key: 'text', at_once: 'integer' } as const;
/** So many enter at once, of those that fell due and of groups: a planner that expects few may compare each with each. */
const dueBatch = 500;
const atOnceMost = Math.max(...Object.values(laneRules).map(({ atOnce }) => atOnce));

/** Admits the longest waiting of these groups, as many as their lanes allow. Returns how many. */
export async function admit(session: Session, groups: readonly Group[]): Promise<number> {
  const distinct = new Map(groups.map(({ lane, group_key }) => [`${lane} ${group_key}`, { lane, group_key }]));
  if (distinct.size === 0) return 0;
  const bounded = [...distinct.values()].map((group) => ({ ...group, at_once: laneRules[group.lane].atOnce }));
  const sql = admitSql(session);
  let admitted = 0;
  for (let start = 0; start < bounded.length; start += dueBatch) {
    admitted += (await preparedRowsOf(session.db, sql, [JSON.stringify(bounded.slice(start, start + dueBatch))]))
      .length;
  }
  return admitted;
}

function admitSql(session: Session): string {
  const { among, each, given, skipLocked } = session.dialect;
  return `with given as materialized (${given(groupColumns)}),
    -- 1. How many more each group may admit.
    free as materialized (select lane, group_key, at_once - (select count(*) from (
        select 1 from operations o where o.stage in ('ready', 'running') and o.group_key = given.group_key
          and o.lane = given.lane limit ${atOnceMost}) as admitted) as room
      from given where ${unflushed(session)}),
    -- 2. The longest due of each. What another transaction admits at this moment is passed over.
    longest as materialized (
      select o.id, o.lane, o.queue_key, o.due_at, free.room,
        row_number() over (partition by o.lane, o.group_key order by o.due_at, o.id) as number
      from free cross join ${each(`select w.id from operations w
        where w.stage = 'waiting' and w.lane = free.lane and w.group_key = free.group_key
        order by w.due_at, w.id limit ${atOnceMost} ${skipLocked}`)}
        join operations o on o.id = each.value where free.room > 0),
    entering as materialized (
      select id, lane, queue_key, row_number() over (partition by lane, queue_key order by due_at, id) - 1 as behind
      from longest where number <= room),
    -- 3. To the head of the lane, but behind the last one of the same organization and environment.
    turns as materialized (select id, behind + coalesce(
        (select o.turn + 1 from operations o where o.stage = 'ready' and o.lane = entering.lane
          and o.queue_key = entering.queue_key order by o.turn desc limit 1),
        (select o.turn from operations o where o.stage = 'ready' and o.lane = entering.lane order by o.turn limit 1),
        0) as turn from entering)
    update operations set stage = 'ready', turn = turns.turn from turns
    where operations.id ${among('select id from turns')} and operations.id = turns.id returning operations.id`;
}

/** What fell due enters the queue. What others hold is passed over: it ends, or enters with the next claim. */
export async function enterDue(session: Session, now: number): Promise<void> {
  const due = `select id from operations where stage = 'timer' and due_at <= ? order by due_at, id limit`;
  // Mostly there is none.
  if ((await preparedRowsOf(session.db, `${due} 1`, [now])).length === 0) return;
  await atomic(session, async (inner) => {
    const { among, skipLocked } = inner.dialect;
    const entered = await preparedRowsOf<Group>(
      inner.db,
      `update operations set stage = 'waiting' where id ${among(`${due} ${dueBatch} ${skipLocked}`)}
        returning lane, group_key`,
      [now],
    );
    await admit(inner, entered);
  });
}

/** Admits of groups that wait while nothing of them is admitted: simultaneous ends may leave one behind. */
export async function admitStranded(session: Session): Promise<number> {
  const groups = await preparedRowsOf<Group>(
    session.db,
    `select lane, group_key from (select distinct lane, group_key from operations where stage = 'waiting') as w
      where not exists (select 1 from operations o
        where o.stage in ('ready', 'running') and o.lane = w.lane and o.group_key = w.group_key)`,
    [],
  );
  return admit(session, groups);
}

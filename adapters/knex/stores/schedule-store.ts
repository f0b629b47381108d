import type { HeldTick, ScheduleTick, Stores } from '#core/ports';
import { millis, named, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

/** A finished tick has no `held_until`. */
const ticks = tableOf<HeldTick>()('schedule_ticks', {
  schedule: text,
  at: named('tick_at', time),
  progress: nullable(text),
  heldUntil: time,
});
type TickRow = RowOf<typeof ticks>;

const returning = `returning ${ticks.columns.join(', ')}`;

/** One statement: the primary key admits one of several simultaneous takers, the condition refuses late ones. */
const takeSql = `insert into schedule_ticks (schedule, tick_at, fired_at, held_until)
  select ?, cast(? as bigint), cast(? as bigint), cast(? as bigint)
  where not exists (select 1 from schedule_ticks where schedule = ? and tick_at > ?)
  on conflict (schedule, tick_at) do nothing ${returning}`;

function resumeSql(skipLocked: string): string {
  return `with lost as materialized (
      select schedule, tick_at from schedule_ticks
      where held_until <= ? order by held_until limit 1 ${skipLocked}
    )
    update schedule_ticks set held_until = ?
    where (schedule, tick_at) in (select schedule, tick_at from lost) ${returning}`;
}

export function scheduleStore({ db, dialect }: Session): Stores['schedules'] {
  const heldTick = async (sql: string, bindings: readonly (string | number)[]) =>
    (await ticks.all(rowsOf<TickRow>(db, sql, bindings)))[0];
  return {
    take({ schedule, at }, { firedAt, heldUntil }) {
      const values = [schedule, ...[at, firedAt, heldUntil].map(millis)];
      return heldTick(takeSql, [...values, schedule, millis(at)]);
    },
    async advance({ schedule, at, heldUntil }, next) {
      const changed = await db('schedule_ticks')
        .where({ schedule, tick_at: millis(at), held_until: millis(heldUntil) })
        .update(next ? { progress: next.progress, held_until: millis(next.heldUntil) } : { held_until: null });
      return changed === 1;
    },
    resume: (now, heldUntil) => heldTick(resumeSql(dialect.skipLocked), [now, heldUntil].map(millis)),
    async hasOther({ schedule, at }: ScheduleTick) {
      const others = ticks
        .in(db)
        .where({ schedule })
        .whereNot({ tick_at: millis(at) })
        .whereNotNull('held_until');
      return (await ticks.one(others)) !== undefined;
    },
  };
}

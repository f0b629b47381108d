import type { HeldTick, ScheduleStore, ScheduleTick } from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

interface TickRow {
  readonly schedule: string;
  readonly tick_at: number;
  readonly fired_at: number;
  readonly progress: string | null;
  /** Null when the tick is done. */
  readonly held_until: number | null;
}

const table = 'schedule_ticks';

/** One statement: the primary key decides between simultaneous takers, the condition refuses late ones. */
const takeSql = `insert into schedule_ticks (schedule, tick_at, fired_at, held_until)
  select ?, cast(? as bigint), cast(? as bigint), cast(? as bigint)
  where not exists (select 1 from schedule_ticks where schedule = ? and tick_at > ? and tick_at <= ?)
  on conflict (schedule, tick_at) do nothing returning *`;

function resumeSql(skipLocked: string): string {
  return `with lost as materialized (
      select schedule, tick_at from schedule_ticks
      where held_until is not null and (held_until <= ? or held_until > ?)
      order by held_until limit 1 ${skipLocked}
    )
    update schedule_ticks set held_until = ?
    where (schedule, tick_at) in (select schedule, tick_at from lost)
    returning *`;
}

export function scheduleStore({ db, dialect }: Session): ScheduleStore {
  return {
    async take(tick, { firedAt, heldUntil, aheadUntil }) {
      const at = millis(tick.at);
      const values = [tick.schedule, at, millis(firedAt), millis(heldUntil)];
      const rows = await rowsOf<TickRow>(db, takeSql, [...values, tick.schedule, at, millis(aheadUntil)]);
      return rows.flatMap(heldTick)[0];
    },
    async advance({ schedule, at, heldUntil }, next) {
      const changed = await db<TickRow>(table)
        .where({ schedule, tick_at: millis(at), held_until: millis(heldUntil) })
        .update(next ? { progress: next.progress, held_until: millis(next.heldUntil) } : { held_until: null });
      return changed === 1;
    },
    async resume({ now, heldUntil, heldAtMost }) {
      const bindings = [millis(now), millis(heldAtMost), millis(heldUntil)];
      const rows = await rowsOf<TickRow>(db, resumeSql(dialect.skipLocked), bindings);
      return rows.flatMap(heldTick)[0];
    },
    async hasOther({ schedule, at }: ScheduleTick) {
      const row = await db<TickRow>(table)
        .where({ schedule })
        .whereNot({ tick_at: millis(at) })
        .whereNotNull('held_until')
        .first('schedule');
      return row !== undefined;
    },
  };
}

function heldTick({ schedule, tick_at, progress, held_until }: TickRow): readonly HeldTick[] {
  return held_until === null ? [] : [{ schedule, at: timeOf(tick_at), progress, heldUntil: timeOf(held_until) }];
}

import type { HeldTick, ScheduleTick } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

const keyOf = ({ schedule, at }: ScheduleTick) => ({ schedule, tick_at: +at });

export const scheduleSaboteurs: readonly Saboteur[] = [
  breaks('schedules', 'a tick is taken by whoever asks', ({ schedules }, db) => ({
    async take(tick, taking) {
      await db('schedule_ticks').where(keyOf(tick)).delete();
      return schedules.take(tick, taking);
    },
  })),
  breaks(
    'schedules',
    'a tick is looked for before it is taken, and taken all the same',
    (_, db) => ({
      async take(tick, { firedAt, heldUntil }) {
        const later = await db('schedule_ticks')
          .where({ schedule: tick.schedule })
          .where('tick_at', '>=', +tick.at)
          .first();
        const other = await db('schedule_ticks').where(keyOf(tick)).first();
        if (later || other) return undefined;
        const row = { ...keyOf(tick), fired_at: +firedAt, held_until: +heldUntil };
        await db('schedule_ticks').insert(row).onConflict(['schedule', 'tick_at']).ignore();
        return { ...tick, progress: null, heldUntil };
      },
    }),
    { caughtBy: 'of many that take a tick at once, one gets it', postgresOnly: true },
  ),
  breaks('schedules', 'all schedules share their ticks', ({ schedules }) => ({
    take: (tick, taking) => schedules.take({ ...tick, schedule: 'one' }, taking),
  })),
  breaks('schedules', 'a tick behind a later one fires', (_, db) => ({
    async take(tick, { firedAt, heldUntil }) {
      const row = { ...keyOf(tick), fired_at: +firedAt, held_until: +heldUntil };
      const inserted = db('schedule_ticks').insert(row).onConflict(['schedule', 'tick_at']).ignore();
      const rows = await inserted.returning('tick_at');
      return rows.length === 0 ? undefined : { ...tick, progress: null, heldUntil };
    },
  })),
  breaks('schedules', 'anybody moves a tick on', (_, db) => ({
    async advance(held, next) {
      const changes = next ? { progress: next.progress, held_until: +next.heldUntil } : { held_until: null };
      return (await db('schedule_ticks').where(keyOf(held)).update(changes)) === 1;
    },
  })),
  breaks('schedules', 'progress is forgotten', ({ schedules }) => ({
    async resume(...taking) {
      const held: HeldTick | undefined = await schedules.resume(...taking);
      return held && { ...held, progress: null };
    },
  })),
  breaks('schedules', 'a tick that is at work is resumed', ({ schedules }) => ({
    resume: (_now, heldUntil) => schedules.resume(new Date(8.64e15), heldUntil),
  })),
  breaks('schedules', 'a done tick is open', (_, db) => ({
    async hasOther({ schedule, at }) {
      const row = await db('schedule_ticks').where({ schedule }).whereNot({ tick_at: +at }).first();
      return row !== undefined;
    },
  })),
];

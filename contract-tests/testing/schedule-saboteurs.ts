import type { HeldTick, ScheduleTick } from '#core/ports';
import type { Saboteur } from './saboteur.ts';

const keyOf = ({ schedule, at }: ScheduleTick) => ({ schedule, tick_at: +at });

export const scheduleSaboteurs: readonly Saboteur[] = [
  {
    name: 'a tick is taken by whoever asks',
    stores: ({ schedules }, db) => ({
      schedules: {
        async take(tick, taking) {
          await db('schedule_ticks').where(keyOf(tick)).delete();
          return schedules.take(tick, taking);
        },
      },
    }),
  },
  {
    name: 'a tick is looked for before it is taken, and taken all the same',
    caughtBy: 'of many that take a tick at once, one gets it',
    postgresOnly: true,
    stores: (_, db) => ({
      schedules: {
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
      },
    }),
  },
  {
    name: 'all schedules share their ticks',
    stores: ({ schedules }) => ({
      schedules: { take: (tick, taking) => schedules.take({ ...tick, schedule: 'one' }, taking) },
    }),
  },
  {
    name: 'a tick behind a later one fires',
    stores: (_, db) => ({
      schedules: {
        async take(tick, { firedAt, heldUntil }) {
          const row = { ...keyOf(tick), fired_at: +firedAt, held_until: +heldUntil };
          const inserted = db('schedule_ticks').insert(row).onConflict(['schedule', 'tick_at']).ignore();
          const rows = await inserted.returning('tick_at');
          return rows.length === 0 ? undefined : { ...tick, progress: null, heldUntil };
        },
      },
    }),
  },
  {
    name: 'anybody moves a tick on',
    stores: (_, db) => ({
      schedules: {
        async advance(held, next) {
          const changes = next ? { progress: next.progress, held_until: +next.heldUntil } : { held_until: null };
          return (await db('schedule_ticks').where(keyOf(held)).update(changes)) === 1;
        },
      },
    }),
  },
  {
    name: 'progress is forgotten',
    stores: ({ schedules }) => ({
      schedules: {
        async resume(...taking) {
          const held: HeldTick | undefined = await schedules.resume(...taking);
          return held && { ...held, progress: null };
        },
      },
    }),
  },
  {
    name: 'a tick that is at work is resumed',
    stores: ({ schedules }) => ({
      schedules: { resume: (_now, heldUntil) => schedules.resume(new Date(8.64e15), heldUntil) },
    }),
  },
  {
    name: 'a done tick is open',
    stores: (_, db) => ({
      schedules: {
        async hasOther({ schedule, at }) {
          const row = await db('schedule_ticks').where({ schedule }).whereNot({ tick_at: +at }).first();
          return row !== undefined;
        },
      },
    }),
  },
];

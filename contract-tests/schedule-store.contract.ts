import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { HeldTick, ScheduleTick, Storage } from '#core/ports';
import type { StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Contract } from './contract.ts';
import { moment } from './samples.ts';

type Subject = StorageOf<'schedules'>;

const tick = (at: number, schedule = 'hourly'): ScheduleTick => ({ schedule, at: moment(at) });

function take(
  { schedules }: Pick<Storage, 'schedules'>,
  one: ScheduleTick,
  heldUntil = moment(60),
): Promise<HeldTick | undefined> {
  return schedules.take(one, { firedAt: moment(), heldUntil });
}

const resuming = (now: number, heldUntil = now + 60) => [moment(now), moment(heldUntil)] as const;

export const scheduleStoreContract: Contract<Subject> = {
  port: 'ScheduleStore',
  clauses: [
    {
      name: 'a tick is taken once; other ticks and other schedules are their own',
      async check(storage) {
        deepEqual(await take(storage, tick(1)), { ...tick(1), progress: null, heldUntil: moment(60) });
        equal(await take(storage, tick(1)), undefined);
        ok(await take(storage, tick(1, 'daily')));
        ok(await take(storage, tick(2)));
        equal(await take(storage, tick(2)), undefined);
      },
    },
    {
      name: 'a tick behind one that was taken is over; done ones count too',
      async check(storage) {
        const held = await take(storage, tick(4_000));
        ok(held);
        equal(await take(storage, tick(1_000)), undefined);
        equal(await storage.schedules.advance(held, null), true);
        equal(await take(storage, tick(1_000)), undefined);
        equal(await take(storage, tick(4_000)), undefined);
      },
    },
    {
      name: 'of many that take a tick at once, one gets it',
      async check(storage) {
        await warm(storage);
        for (let round = 0; round < 5; round++) {
          const taken = await atOnce(16, () => storage.transaction((stores) => take(stores, tick(round))));
          equal(taken.filter(Boolean).length, 1);
        }
      },
    },
    {
      name: 'a tick whose transaction was given up was never taken',
      async check(storage) {
        const failed = storage.transaction(async (stores) => {
          ok(await take(stores, tick(1)));
          throw new Error('no');
        });
        await rejects(failed);
        ok(await take(storage, tick(1)));
      },
    },
    {
      name: 'a tick moves on while it is held, and from then on only as it is held now',
      async check(storage) {
        const { schedules } = storage;
        const first = await take(storage, tick(1));
        ok(first);
        const next = { progress: 'half', heldUntil: moment(90) };
        equal(await schedules.advance(first, next), true);
        equal(await schedules.advance(first, null), false);
        equal(await schedules.advance({ ...first, ...tick(2), ...next }, null), false);
        equal(await schedules.advance({ ...first, ...tick(1, 'daily'), ...next }, null), false);
        equal(await schedules.advance({ ...first, ...next }, null), true);
        equal(await schedules.advance({ ...first, ...next }, null), false);
      },
    },
    {
      name: 'a tick is resumed where it stood when its time has passed or was never right, the longest lost first',
      async check(storage) {
        const { schedules } = storage;
        const lost = await take(storage, tick(2), moment(70));
        const earlier = await take(storage, tick(1, 'daily'), moment(50));
        const done = await take(storage, tick(1, 'weekly'), moment(40));
        ok(lost && earlier && done);
        await schedules.advance(done, null);
        await schedules.advance(lost, { progress: 'half', heldUntil: moment(80) });
        equal(await schedules.resume(...resuming(49)), undefined);
        deepEqual(await schedules.resume(...resuming(80)), { ...earlier, heldUntil: moment(140) });
        const half = { ...lost, progress: 'half' };
        deepEqual(await schedules.resume(...resuming(80)), { ...half, heldUntil: moment(140) });
        equal(await schedules.resume(...resuming(80)), undefined);
        equal(await schedules.advance({ ...half, heldUntil: moment(80) }, null), false);
      },
    },
    {
      name: 'of many that resume at once, each gets a tick of its own',
      async check(storage) {
        for (let at = 1; at <= 5; at++) await take(storage, tick(at), moment(at));
        await warm(storage);
        const resumed = (await atOnce(12, () => storage.schedules.resume(...resuming(60)))).filter((held) => held);
        equal(new Set(resumed.map((held) => held?.at.getTime())).size, resumed.length);
        for (let rest = resumed.length; rest < 5; rest++) ok(await storage.schedules.resume(...resuming(60)));
        equal(await storage.schedules.resume(...resuming(60)), undefined);
      },
    },
    {
      name: 'whether a schedule has another tick that is not done',
      async check(storage) {
        const { schedules } = storage;
        const first = await take(storage, tick(1));
        ok(first);
        equal(await schedules.hasOther(tick(1)), false);
        equal(await schedules.hasOther(tick(2)), true);
        equal(await schedules.hasOther(tick(2, 'daily')), false);
        await schedules.advance(first, null);
        equal(await schedules.hasOther(tick(2)), false);
      },
    },
  ],
};

import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { runsOf } from '../../tools/run-length.ts';
import { advance, openEngine } from '../use-cases/testing/engine.ts';
import {
  dueTick,
  parts,
  queuedParts,
  type TestWorker,
  takenTicks,
  testWorker,
  tracing,
  unfinishedTicks,
} from './testing/schedule-world.ts';

const minute = 60_000;

/** Mostly a few seconds; sometimes nothing runs for hours; sometimes a clock is set back, by little or by days. */
const moves = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: minute, max: 400 * minute }) },
  { weight: 2, arbitrary: fc.integer({ min: -30 * minute, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: -4_000 * minute, max: -1_400 * minute }) },
);

const history = fc.array(
  fc.record({
    worker: fc.nat({ max: 2 }),
    moveMs: moves,
    skewMs: fc.option(fc.integer({ min: -5_000, max: 5_000 }), { nil: undefined, freq: 3 }),
    diesBefore: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 3 }),
    restarts: fc.boolean(),
    twins: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('schedules in a fleet', () => {
  const engine = openedOnce(() => openEngine());

  it('each tick fires once, with all its parts, or none while an earlier one is at work; of missed ones the latest, whatever dies and whatever the clocks say', async () => {
    const schedules = [tracing(engine.ports, 'a', minute, 7_000), tracing(engine.ports, 'b', 15 * minute)];
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        await engine.database.knex('schedule_ticks').delete();
        await engine.database.knex('operations').delete();
        /** Ticks that came while another of their schedule was unfinished. */
        const late = new Set<string>();
        const noting = async <T>(work: () => Promise<T>): Promise<T> => {
          const seen = await Promise.all(
            schedules.map(async ({ name }) => [await takenTicks(engine, name), await unfinishedTicks(engine, name)]),
          );
          const value = await work();
          for (const [i, { name }] of schedules.entries()) {
            const [taken = [], unfinished = []] = seen[i] ?? [];
            const fresh = (await takenTicks(engine, name)).filter((at) => !taken.includes(at));
            if (unfinished.length > 0) for (const at of fresh) late.add(`${name} ${at}`);
          }
          return value;
        };
        const workers = [0, 1, 2].map(() => testWorker(engine, schedules));
        for (const event of events) {
          const worker = workers[event.worker] as TestWorker;
          if (event.restarts) worker.restart();
          worker.skewMs = event.skewMs ?? worker.skewMs;
          worker.diesBefore = event.diesBefore;
          advance(engine, event.moveMs / 1000);
          const now = new Date(engine.hands.now.getTime() + worker.skewMs);
          const before = await Promise.all(schedules.map(({ name }) => takenTicks(engine, name)));
          const others = event.twins ? workers.filter((other) => other.skewMs === worker.skewMs) : [worker];
          const lived = await noting(() => Promise.all(others.map((other) => other.tick())));
          for (const [i, schedule] of schedules.entries()) {
            const taken = before[i] ?? [];
            const due = dueTick(schedule, now, taken);
            const fresh = (await takenTicks(engine, schedule.name)).filter((at) => !taken.includes(at));
            // If a worker failed, or none lived, nothing else may fire; otherwise the due tick has fired.
            if (due === undefined || !lived.includes(true)) expect(fresh.filter((at) => at !== due)).to.deep.equal([]);
            else expect(fresh).to.deep.equal([due]);
          }
        }
        // Unfinished ticks continue when their holder's time is over.
        for (let round = 0; round < 3; round++) {
          const [last] = await engine.database.knex('schedule_ticks').max('held_until as until');
          advance(engine, Math.max(3_600, (Number(last?.until ?? 0) - engine.hands.now.getTime()) / 1000 + 1));
          for (const worker of workers) worker.restart();
          for (const worker of workers) expect(await noting(() => worker.tick())).to.equal(true);
        }
        for (const { name } of schedules) {
          const queued = await queuedParts(engine, name);
          const without = (await takenTicks(engine, name)).filter((at) => !queued.has(at));
          expect(without.filter((at) => !late.has(`${name} ${at}`))).to.deep.equal([]);
          expect(await unfinishedTicks(engine, name)).to.deep.equal([]);
          for (const done of queued.values()) expect(done).to.deep.equal(Array.from({ length: parts }, (_, i) => i));
        }
      }),
      { numRuns: runsOf({ long: 60, short: 20 }) },
    );
  });
});

import { expect } from 'chai';
import { openedEach } from '../../contract-tests/testing/opened.ts';
import { advance, openEngine } from '../use-cases/testing/engine.ts';
import type { Schedule } from './run-schedules.ts';
import { runSchedules } from './run-schedules.ts';
import { queuedParts, takenTicks, testWorker, tracing } from './testing/schedule-world.ts';

const minute = 60;

describe('running schedules', () => {
  const engine = openedEach(() => openEngine());

  const run = (...schedules: readonly Schedule[]) => runSchedules(engine.ports, schedules);
  const statements = async (work: () => Promise<unknown>): Promise<number> => {
    let count = 0;
    const note = () => {
      count += 1;
    };
    engine.database.knex.on('query', note);
    await work();
    engine.database.knex.removeListener('query', note);
    return count;
  };

  it('fires each tick once, and of those that were missed the latest', async () => {
    const tick = run(tracing(engine.ports, 'a', minute * 1000));
    const fired: number[] = [];
    for (const seconds of [0, 5, 54, 1, 5, 10 * minute, 5]) {
      advance(engine, seconds);
      fired.push(await tick());
    }
    expect(fired).to.deep.equal([1, 0, 0, 1, 0, 1, 0]);
    expect(await takenTicks(engine, 'a')).to.have.length(3);
  });

  it('asks the database nothing when nothing is due, but every half minute for ticks that were lost', async () => {
    const tick = run(tracing(engine.ports, 'a', 60 * minute * 1000));
    await tick();
    expect(await statements(tick)).to.equal(0);
    advance(engine, 29);
    expect(await statements(tick)).to.equal(0);
    advance(engine, 1);
    expect(await statements(tick)).to.equal(1);
    expect(await statements(tick)).to.equal(0);
  });

  it('does not fire again when the clock is set back, in the same process or in another', async () => {
    const schedule = tracing(engine.ports, 'a', minute * 1000);
    const tick = run(schedule);
    await tick();
    for (const back of [1, 59, minute, 60 * minute, 20 * 60 * minute]) {
      advance(engine, -back);
      expect([await tick(), await run(schedule)()]).to.deep.equal([0, 0]);
      advance(engine, back);
    }
  });

  it('goes on when a clock that was days ahead is right again', async () => {
    const schedule = tracing(engine.ports, 'a', minute * 1000);
    const tick = run(schedule);
    advance(engine, 30 * 24 * 60 * minute);
    await tick();
    advance(engine, -30 * 24 * 60 * minute);
    await engine.core.worker.sweep();
    expect([await tick(), await tick(), await run(schedule)()]).to.deep.equal([1, 0, 0]);
  });

  it('a tick whose worker dies before its first part is begun by another', async () => {
    const schedules = [tracing(engine.ports, 'a', 60 * minute * 1000)];
    const [first, second] = [testWorker(engine, schedules), testWorker(engine, schedules)];
    first.diesBefore = 1;
    expect(await first.tick()).to.equal(false);
    expect(await takenTicks(engine, 'a')).to.have.length(1);
    expect([...(await queuedParts(engine, 'a')).values()]).to.deep.equal([]);
    advance(engine, 301);
    expect(await second.tick()).to.equal(true);
    expect([...(await queuedParts(engine, 'a')).values()]).to.deep.equal([[0, 1, 2]]);
  });

  it('a worker that dies half-way is followed by another, part by part, none twice', async () => {
    const schedules = [tracing(engine.ports, 'a', 60 * minute * 1000)];
    const [first, second] = [testWorker(engine, schedules), testWorker(engine, schedules)];
    first.diesBefore = 3;
    expect(await first.tick()).to.equal(false);
    expect([...(await queuedParts(engine, 'a')).values()]).to.deep.equal([[0, 1]]);
    advance(engine, 285);
    await second.tick();
    expect([...(await queuedParts(engine, 'a')).values()]).to.deep.equal([[0, 1]]);
    advance(engine, 31);
    await second.tick();
    expect([...(await queuedParts(engine, 'a')).values()]).to.deep.equal([[0, 1, 2]]);
  });

  it('a schedule that fails is tried again after five minutes, and the others fire', async () => {
    let failures = 0;
    const broken: Schedule = {
      ...tracing(engine.ports, 'broken', 60 * minute * 1000),
      part: async () => {
        failures += 1;
        throw new Error('broken');
      },
    };
    const tick = run(broken, tracing(engine.ports, 'a', 60 * minute * 1000));
    expect(await tick().catch(() => 'failed')).to.equal('failed');
    expect(await tick()).to.equal(1);
    advance(engine, 5 * minute - 1);
    expect([await tick(), failures]).to.deep.equal([0, 1]);
    advance(engine, 31);
    expect(await tick().catch(() => 'failed')).to.equal('failed');
    expect(failures).to.equal(2);
  });

  describe('with work of their own', () => {
    const worked: (string | null)[] = [];
    let pauseSeconds = 0;
    const counting: Schedule = {
      name: 'work',
      everyMs: 10 * minute * 1000,
      offsetMs: 0,
      async part({ progress }) {
        worked.push(progress);
        const part = Number(progress ?? 0) + 1;
        return { next: part < 12 ? String(part) : null, pauseSeconds };
      },
    };
    beforeEach(() => {
      worked.length = 0;
      pauseSeconds = 0;
    });

    it('take turns: a few parts a call, the next call goes on', async () => {
      const tick = run(counting);
      const counts: number[] = [];
      for (let call = 0; call < 4; call++) {
        await tick();
        counts.push(worked.length);
      }
      expect(counts).to.deep.equal([5, 10, 12, 12]);
      expect(worked).to.deep.equal([null, ...Array.from({ length: 11 }, (_, i) => String(i + 1))]);
    });

    it('leave the rest alone for as long as they say', async () => {
      pauseSeconds = 300;
      const tick = run(counting);
      await tick();
      advance(engine, 299);
      await tick();
      expect(worked).to.have.length(1);
      advance(engine, 31);
      await tick();
      expect(worked).to.deep.equal([null, '1']);
    });

    it('a tick that comes meanwhile adds nothing', async () => {
      pauseSeconds = 900;
      const tick = run(counting);
      await tick();
      advance(engine, 10 * minute);
      expect(await tick()).to.equal(1);
      expect(worked).to.have.length(1);
      expect(await engine.database.knex('schedule_ticks').whereNotNull('held_until')).to.have.length(1);
    });

    it('a worker that comes back too late changes nothing', async () => {
      let wake = () => {};
      const sleeping = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const slow: Schedule = { ...counting, part: (tick) => sleeping.then(() => counting.part(tick)) };
      const late = run(slow)().catch((error: Error) => error.message);
      await untilTaken();
      advance(engine, 301);
      const tick = run(counting);
      for (let call = 0; call < 3; call++) await tick();
      wake();
      expect(await late).to.equal('the tick of work was taken over by another worker');
      expect(worked).to.deep.equal([null, ...Array.from({ length: 11 }, (_, i) => String(i + 1)), null]);
      expect(await engine.database.knex('schedule_ticks').whereNotNull('held_until')).to.deep.equal([]);
    });

    async function untilTaken(): Promise<void> {
      for (let looks = 0; looks < 1_000; looks++) if ((await takenTicks(engine, 'work')).length > 0) return;
      throw new Error('no worker takes the tick');
    }

    it('what a dead worker had begun is begun again by another', async () => {
      const dying: Schedule = { ...counting, part: () => Promise.reject(new Error('killed')) };
      await run(dying)().catch(() => {});
      advance(engine, 301);
      await run(counting)();
      expect(worked).to.have.length(5);
    });
  });
});

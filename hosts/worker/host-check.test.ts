import { expect } from 'chai';
import fc from 'fast-check';
import { assertClock, clockComplaint, readClocks } from '../composition/clock-check.ts';
import type { SchemaState } from '../composition/open-database.ts';
import { createHold } from './hold.ts';
import { checkHost } from './host-check.ts';
import { until } from './testing/until.ts';
import { world } from './testing/world.ts';

const current: SchemaState = { kind: 'current', version: 13, expected: 13 };

/** A host and a database whose clocks are `apartMs` apart; an answer takes a while each way. */
function clocks(apartMs: number, thereMs = 0, backMs = 0) {
  let nowMs = Date.UTC(2030, 0, 1);
  return {
    host: () => new Date(nowMs),
    database: async () => {
      nowMs += thereMs;
      const theirs = new Date(nowMs - apartMs);
      nowMs += backMs;
      return theirs;
    },
  };
}

describe('the clock check', () => {
  it('reads how far the host is from the database', async () => {
    expect(await readClocks(clocks(7000))).to.include({ apartMs: 7000 });
    expect(await readClocks(clocks(-7000))).to.include({ apartMs: -7000 });
  });

  it('has nothing to compare where the database runs on this machine', async () => {
    expect(await readClocks({ host: () => new Date(), database: async () => undefined })).to.equal(undefined);
    expect(clockComplaint(undefined, 0)).to.equal(undefined);
  });

  it('never takes the way to the database for a difference', async () => {
    const ms = fc.integer({ min: 0, max: 60_000 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -60_000, max: 60_000 }), ms, ms, async (apart, there, back) => {
        const reading = await readClocks(clocks(apart, there, back));
        expect(Math.abs(reading?.apartMs ?? 0)).to.be.at.most(Math.abs(apart));
        if (there + back < 10) expect(reading?.apartMs).to.be.closeTo(apart, 10);
      }),
    );
  });

  it('complains in a sentence that says both times', async () => {
    const reading = await readClocks(clocks(3_600_000));
    expect(clockComplaint(reading, 5000)).to.equal(
      'the clock is off: this host says 2030-01-01T00:00:00.000Z, the database 2029-12-31T23:00:00.000Z; they are ' +
        '3600.0 s apart and may be 5: set both by NTP',
    );
    expect(clockComplaint(await readClocks(clocks(5000)), 5000)).to.equal(undefined);
  });
});

describe('the check of the host', () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((watch) => watch.stop()));
  });

  function watched() {
    const { lines, options } = world();
    const hold = createHold(options.log, 5000);
    const hands = { apartMs: 0, schema: current, down: false, asked: 0 };
    const sources = {
      host: () => new Date(hands.apartMs),
      database: async () => {
        hands.asked += 1;
        if (hands.down) throw new Error('no answer');
        return new Date(0);
      },
      schema: async () => hands.schema,
      clockToleranceMs: 5000,
    };
    const watch = checkHost({ sources, hold, log: options.log }, { everyMs: 2, againMs: 2 });
    running.push(watch);
    const again = async () => {
      const before = hands.asked;
      await until(() => hands.asked >= before + 2, 'the next look');
    };
    return { lines, hold, hands, again, sources, watch };
  }

  it('refuses to start with a clock that is off', async () => {
    const { sources, hands } = watched();
    await assertClock(sources, sources.clockToleranceMs);
    hands.apartMs = -6000;
    const refusal = await assertClock(sources, sources.clockToleranceMs).catch((error: Error) => error.message);
    expect(refusal).to.match(/^the clock is off: this host says 1969.*, the database 1970/);
  });

  it('claims nothing while the clock is off, and goes on when it is right', async () => {
    const { lines, hold, hands, again, watch } = watched();
    await again();
    expect(hold.reasons()).to.deep.equal([]);
    hands.apartMs = 6000;
    await again();
    expect(hold.reasons()).to.deep.equal(['clock']);
    expect(watch.clocks()?.apartMs).to.equal(6000);
    hands.apartMs = 4000;
    await again();
    expect(hold.reasons()).to.deep.equal([]);
    expect(lines).to.deep.equal(['worker claims nothing', 'worker claims as before']);
  });

  it('claims nothing when a newer build has moved the schema on', async () => {
    const { lines, hold, hands, again } = watched();
    hands.schema = { kind: 'newer', version: 14, expected: 13 };
    await again();
    await again();
    expect(hold.reasons()).to.deep.equal(['schema']);
    expect(lines).to.deep.equal(['worker claims nothing']);
  });

  it('says nothing of a database that does not answer, and keeps what it knew', async () => {
    const { lines, hold, hands, again } = watched();
    hands.apartMs = 6000;
    await again();
    hands.down = true;
    await again();
    expect(hold.reasons()).to.deep.equal(['clock']);
    expect(lines).to.have.length(1);
  });
});

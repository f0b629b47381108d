import { expect } from 'chai';
import fc from 'fast-check';
import { assertClock, readClocks } from './clock-check.ts';

/** A host and a database whose clocks are `apartMs` apart; requests and answers take a while. */
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
    await assertClock({ host: () => new Date(), database: async () => undefined }, 0);
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
    await assertClock(clocks(5000), 5000);
    const complaint = await assertClock(clocks(3_600_000), 5000).catch((error: Error) => error.message);
    expect(complaint).to.equal(
      'the clock is off: this host says 2030-01-01T00:00:00.000Z, the database 2029-12-31T23:00:00.000Z; they are ' +
        '3600.0 s apart and may be 5: set both by NTP',
    );
  });
});

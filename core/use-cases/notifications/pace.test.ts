import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf } from '../../../tools/run-length.ts';
import { batched } from '../../engine/batch.ts';
import { createPaces, quietLeastMs } from './pace.ts';

/** A clock whose waits pass only when it is turned on, in the order of their ends. */
function handClock() {
  let now = 0;
  let waits: { readonly until: number; readonly end: () => void }[] = [];
  const settled = async () => {
    for (let turn = 0; turn < 40; turn++) await undefined;
  };
  return {
    clock: {
      now: () => new Date(now),
      wait: (milliseconds: number) =>
        new Promise<void>((end) => waits.push({ until: now + milliseconds, end: () => end() })),
    },
    now: () => now,
    async turnTo(moment: number): Promise<void> {
      for (;;) {
        await settled();
        const next = waits.toSorted((a, b) => a.until - b.until)[0];
        if (!next || next.until > moment) break;
        now = Math.max(now, next.until);
        waits = waits.filter((one) => one !== next);
        next.end();
      }
      now = moment;
      await settled();
    },
  };
}

/** Reads that begin to wait at these moments, in ms, are made in calls; a call takes `callMs`. */
async function played(moments: readonly number[], { callMs = 20, most = 40 } = {}) {
  const { clock, turnTo, now } = handClock();
  const pace = createPaces(clock)('invoices');
  const calls: { readonly at: number; readonly reads: readonly number[] }[] = [];
  const waitedMs: number[] = [];
  const read = batched(
    async (reads: readonly number[]) => {
      calls.push({ at: now(), reads });
      await clock.wait(callMs);
      return reads;
    },
    { most, atOnce: 2, gather: pace.gather, pause: () => clock.wait(quietLeastMs) },
  );
  const reading: Promise<unknown>[] = [];
  for (const moment of moments) {
    await turnTo(moment);
    pace.arrived();
    reading.push(read(moment));
  }
  await turnTo((moments.at(-1) ?? 0) + 60_000);
  await Promise.all(reading);
  for (const { at, reads } of calls) for (const moment of reads) waitedMs.push(at - moment);
  return { calls, waitedMs };
}

const every = (count: number, ms: number) => Array.from({ length: count }, (_, i) => Math.round(i * ms));

describe('reads that gather', () => {
  it('are made at once while they come singly, however many follow', async () => {
    const { calls, waitedMs } = await played(every(50, 450));
    expect(calls).to.have.length(50);
    expect(Math.max(...waitedMs)).to.equal(0);
  });

  it('are made at once when two come together and no third', async () => {
    expect(Math.max(...(await played([0, 30, 1_000, 1_050])).waitedMs)).to.equal(0);
  });

  it('share a call when they come in quick succession: 15 within 2 s by 3', async () => {
    const { calls } = await played(every(15, 2_000 / 15));
    expect(calls.map(({ reads }) => reads.length)).to.deep.equal([1, 1, 13]);
  });

  it('are made when they are enough for a call, though more come', async () => {
    const { calls } = await played(every(200, 10), { most: 40 });
    expect(Math.max(...calls.map(({ reads }) => reads.length))).to.equal(40);
    expect(calls.length).to.be.at.most(9);
  });

  it('are made after 2 s at the latest, though others come for an hour', async () => {
    const { calls, waitedMs } = await played(every(3_600 * 7, 1_000 / 7));
    // The last wait before the bound may end up to the longest quiet time after it.
    expect(Math.max(...waitedMs)).to.be.at.most(2_000 + 400);
    expect(calls.length).to.be.at.most(3_600 / 2 + 2);
  });

  it('are each made once and wait no longer than the bound and a call, whenever they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(700), { minLength: 1, maxLength: 60 }), fc.nat(400), async (gaps, callMs) => {
        let at = 0;
        const moments = gaps.map((gap) => {
          at += gap;
          return at;
        });
        const { calls, waitedMs } = await played(moments, { callMs });
        expect(calls.flatMap(({ reads }) => reads).toSorted((a, b) => a - b)).to.deep.equal(moments);
        expect(waitedMs[0]).to.equal(0);
        expect(Math.max(...waitedMs)).to.be.at.most(2_000 + 400 + 2 * callMs);
      }),
      { numRuns: runsOf({ long: 1_000, short: 60 }) },
    );
  });

  it('gather on when the clock is set back, for the bound at most', async () => {
    let now = 10_000;
    let waits = 0;
    const clock = {
      now: () => new Date(now),
      wait: async () => {
        waits += 1;
        now -= 3_600_000;
      },
    };
    const pace = createPaces(clock)('invoices');
    for (let i = 0; i < 3; i++) pace.arrived();
    await pace.gather(() => false);
    expect(waits).to.equal(1);
    await pace.gather(() => false);
    expect(waits).to.equal(1);
  });

  it('of a thousand other families are remembered, and no more', async () => {
    const waits: number[] = [];
    const clock = { now: () => new Date(0), wait: async (milliseconds: number) => void waits.push(milliseconds) };
    const paces = createPaces(clock);
    const arrive = (name: string) => {
      for (let i = 0; i < 3; i++) paces(name).arrived();
    };
    arrive('first');
    for (let i = 0; i < 999; i++) paces(`${i}`);
    await paces('first').gather(() => false);
    expect(waits).to.have.length(1);
    for (let i = 0; i < 1_000; i++) paces(`other ${i}`);
    await paces('first').gather(() => false);
    expect(waits).to.have.length(1);
  });
});

import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import { queueOne, run, runNext } from '../../engine/testing/attempts.ts';
import { advance, claimOne, never, openEngine, operation } from '../testing/engine.ts';

describe('a step that is replaced as the work goes on', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(() => queueOne(engine));

  /** Counts to `end`, and does `meanwhile` before each count. */
  const counting =
    (end: number, meanwhile: (before: number) => Promise<void> | void = () => {}): OperationKind =>
    async ({ steps }) => {
      for (;;) {
        const now = await steps.advance<number>('count', async (before) => {
          await meanwhile(before ?? 0);
          return { result: (before ?? 0) + 1 };
        });
        if (now >= end) return succeeded(now);
      }
    };

  it('is one step, however often it is kept, and begins when it first began', async () => {
    const began = engine.hands.now;
    const done = await runNext(
      engine,
      counting(30, () => advance(engine, 1)),
    );
    expect(done).to.include({ state: 'succeeded', result: 30 });
    expect(done.steps).to.have.length(1);
    expect(done.steps[0]).to.deep.include({ name: 'count', state: 'succeeded', result: 30, startedAt: began });
  });

  it('goes on from what was kept when the worker was lost', async () => {
    const seen: number[] = [];
    const lost = await claimOne(engine);
    const dying = counting(9, (before) => {
      if (before === 4) throw new Error('lost');
    });
    await run(engine, lost, dying);
    advance(engine, 600);
    const done = await runNext(
      engine,
      counting(9, (before) => void seen.push(before)),
    );
    expect(seen).to.deep.equal([4, 5, 6, 7, 8]);
    expect(done.steps).to.have.length(1);
  });

  it('keeps how far it got when it fails, and says why; waiting for budget is no failure', async () => {
    const failing = counting(9, (before) => {
      if (before === 3) throw new ServiceError('PROVIDER_UNAVAILABLE', 'down');
    });
    const failed = await runNext(engine, failing);
    expect(failed.steps[0]).to.deep.include({ state: 'failed', result: 3 });
    expect(failed.steps[0]?.error).to.include({ code: 'PROVIDER_UNAVAILABLE' });
    advance(engine, 600);
    const waiting = await runNext(
      engine,
      counting(9, (before) => {
        if (before === 5) throw new ServiceError('RATE_LIMITED', 'wait', { retryAfterSeconds: 1 });
      }),
    );
    expect(waiting.steps[0]).to.deep.include({ state: 'succeeded', result: 5, error: null });
  });

  it('is not moved by an old lease', async () => {
    const old = await claimOne(engine);
    const stale = counting(9, async (before) => {
      if (before !== 2) return;
      advance(engine, 31);
      await engine.core.worker.sweep();
      await run(engine, await claimOne(engine), counting(5));
    });
    await run(engine, old, stale);
    const done = await operation(engine, old.operation.id);
    expect(done).to.include({ state: 'succeeded', result: 5 });
    expect(done.steps[0]?.result).to.equal(5);
  });

  it('stops between two of its results when the worker shuts down', async () => {
    const stop = new AbortController();
    const leased = await claimOne(engine);
    await run(
      engine,
      leased,
      counting(9, (before) => void (before === 2 && stop.abort('shutdown'))),
      stop.signal,
    );
    expect((await operation(engine, leased.operation.id)).steps[0]?.result).to.equal(3);
    expect((await runNext(engine, counting(9), never)).result).to.equal(9);
  });
});

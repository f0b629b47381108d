import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { startLoop, stuckAfterMs, within } from './loop.ts';
import { until } from './testing/until.ts';

describe('a loop of the worker', () => {
  it('runs its task again after the pause that it asks for, at once when rung, never twice at once', async () => {
    let [runs, atOnce] = [0, 0];
    const loop = startLoop(async () => {
      expect(++atOnce).to.equal(1);
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce -= 1;
      return runs < 3 ? 1 : 600_000;
    });
    await until(() => runs === 3 && atOnce === 0, 'the long pause');
    loop.ring();
    loop.ring();
    await until(() => runs === 4, 'the run that was rung for');
    loop.ring();
    await until(() => runs === 5, 'rung while it ran');
    await loop.stop();
    expect([runs, atOnce]).to.deep.equal([5, 0]);
  });

  it('is stuck when it has not moved for two minutes longer than it meant to pause', async () => {
    const time = useFakeTimers({ toFake: ['performance'] });
    let end = (_pauseMs: number): void => {};
    const task = () => new Promise<number>((resolve) => (end = resolve));
    const loop = startLoop(task, 1000);
    time.tick(stuckAfterMs + 1000);
    expect(loop.isStuck()).to.equal(false);
    time.tick(1);
    expect(loop.isStuck()).to.equal(true);
    end(5000);
    for (let turn = 0; turn < 5; turn++) await undefined;
    expect(loop.isStuck(), 'it moved').to.equal(false);
    time.tick(stuckAfterMs + 5000);
    expect(loop.isStuck()).to.equal(false);
    time.tick(1);
    expect(loop.isStuck()).to.equal(true);
    await loop.stop();
    expect(loop.isStuck(), 'a loop that was stopped').to.equal(false);
    time.restore();
  });

  it('waits for an answer so long and no longer', async () => {
    expect(await within(Promise.resolve(1), 1000)).to.equal(1);
    expect(await within(Promise.reject(new Error('no')), 1000)).to.equal(undefined);
    expect(await within(new Promise(() => {}), 5)).to.equal(undefined);
  });
});

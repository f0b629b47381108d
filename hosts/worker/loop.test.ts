import { expect } from 'chai';
import { type RunningWorker, startWorker, type WorkerOptions } from './loop.ts';
import { world } from './world.test-support.ts';

async function until(condition: () => boolean, what: string, withinMs = 2000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('the worker loop', () => {
  let running: RunningWorker[] = [];
  afterEach(async () => {
    await Promise.all(running.map((worker) => worker.stop(0)));
    running = [];
  });

  function start(made: ReturnType<typeof world>, over: Partial<WorkerOptions> = {}): RunningWorker {
    const worker = startWorker({ ...made.options, slots: 3, pollMs: 10_000, sweepMs: 10_000, ...over });
    running.push(worker);
    return worker;
  }

  it('claims no more than it has slots for, and goes on as slots become free', async () => {
    const made = world();
    made.queue.push('a', 'b', 'c', 'd', 'e');
    start(made);
    await until(() => made.runs.length === 3, 'three running');
    expect(made.queue).to.deep.equal(['d', 'e']);
    made.runs[0]?.end();
    await until(() => made.runs.length === 4, 'the fourth');
    for (const run of made.runs) run.end();
    await until(() => made.runs.length === 5, 'the fifth');
  });

  it('wakes on a signal, long before it would poll', async () => {
    const made = world();
    start(made);
    await until(() => made.calls.claim === 1, 'first claim');
    made.queue.push('a');
    made.options.wakeUp.signal();
    await until(() => made.runs.length === 1, 'claimed after the signal', 500);
  });

  it('finds by polling what no signal told of', async () => {
    const made = world();
    start(made, { pollMs: 30 });
    await until(() => made.calls.claim >= 1, 'first claim');
    made.queue.push('a');
    await until(() => made.runs.length === 1, 'claimed by polling', 500);
  });

  it('looks for idle tokens at the start and again and again', async () => {
    const made = world();
    start(made, { keepAliveMs: 5 });
    await until(() => made.calls.keepAlive >= 3, 'the third look');
  });

  it('wakes when the next operation falls due', async () => {
    const made = world();
    made.hands.dueInMs = 40;
    start(made);
    await until(() => made.calls.claim === 1, 'first claim');
    made.queue.push('a');
    await until(() => made.runs.length === 1, 'claimed when due', 500);
  });

  it('does not spin on work that is due but not to be had', async () => {
    const made = world();
    made.hands.dueInMs = -60_000;
    start(made);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(made.calls.claim).to.be.within(2, 20);
  });

  it('renews all leases in one call, and stops what was lost or cancelled', async () => {
    const made = world();
    made.queue.push('kept', 'lost', 'cancelled');
    start(made, { renewMs: 20 });
    await until(() => made.runs.length === 3, 'three running');
    await until(() => made.hands.renewed.some((ids) => ids.length === 3), 'one renewal of three');
    made.hands.lost.add('lost');
    made.hands.cancelled.add('cancelled');
    await until(() => made.runs.filter(({ stopped }) => stopped).length === 2, 'two stopped');
    expect(Object.fromEntries(made.runs.map(({ id, stopped }) => [id, stopped]))).to.deep.equal({
      kept: undefined,
      lost: 'lease_lost',
      cancelled: 'cancel_requested',
    });
  });

  it('sweeps at its start and then regularly', async () => {
    const made = world();
    start(made, { sweepMs: 20 });
    await until(() => made.calls.sweep >= 3, 'three sweeps');
  });

  it('bears a database that is down: says so once, backs off, says when it is back, goes on', async () => {
    const made = world();
    made.hands.down = true;
    start(made, { sweepMs: 10, outageMs: 60 });
    await until(() => made.calls.claim >= 4, 'several tries');
    const triesAtMost = made.calls.claim;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(made.calls.claim - triesAtMost).to.be.lessThan(10);
    expect(made.lines).to.deep.equal(['worker cannot reach the database']);
    made.queue.push('a');
    made.hands.down = false;
    await until(() => made.runs.length === 1, 'claimed after the outage');
    expect(made.lines).to.deep.equal(['worker cannot reach the database', 'worker reaches the database again']);
  });

  describe('stopping', () => {
    it('claims nothing more and lets running work end', async () => {
      const made = world();
      made.queue.push('a');
      const worker = start(made);
      await until(() => made.runs.length === 1, 'running');
      const stopped = worker.stop(5000);
      made.queue.push('b');
      made.options.wakeUp.signal();
      made.runs[0]?.end();
      await stopped;
      expect(made.runs.map(({ stopped: reason }) => reason)).to.deep.equal([undefined]);
      expect(made.queue).to.deep.equal(['b']);
      expect(made.listeners.size).to.equal(0);
    });

    it('hands back what does not end in time', async () => {
      const made = world();
      made.queue.push('a', 'b');
      const worker = start(made);
      await until(() => made.runs.length === 2, 'running');
      await worker.stop(20);
      expect(made.runs.map(({ stopped }) => stopped)).to.deep.equal(['shutdown', 'shutdown']);
    });

    it('hands back at once what was claimed while it was told to stop', async () => {
      const made = world();
      made.queue.push('a');
      const worker = start(made);
      await worker.stop(600_000);
      expect(made.runs.map(({ stopped }) => stopped)).to.deep.equal(['shutdown']);
    });

    it('keeps the leases of what it waits for', async () => {
      const made = world();
      made.queue.push('a');
      const worker = start(made, { renewMs: 10 });
      await until(() => made.runs.length === 1, 'running');
      const stopped = worker.stop(5000);
      const renewals = made.calls.renew;
      await until(() => made.calls.renew > renewals + 2, 'renewed while stopping');
      made.runs[0]?.end();
      await stopped;
    });

    it('leaves no timer behind and may be asked twice', async () => {
      const made = world();
      const worker = start(made, { pollMs: 5, sweepMs: 5, renewMs: 5 });
      await Promise.all([worker.stop(5000), worker.stop(5000)]);
      const before = { ...made.calls };
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(made.calls).to.deep.equal(before);
    });

    it('ends although the database hangs in a renewal', async () => {
      const made = world();
      made.queue.push('a');
      const worker = start(made, { renewMs: 10 });
      await until(() => made.runs.length === 1, 'running');
      const { promise, resolve } = Promise.withResolvers<void>();
      made.hands.renew = () => promise;
      const stopped = worker.stop(10);
      await until(() => made.runs[0]?.stopped === 'shutdown', 'handed back');
      resolve();
      await stopped;
    });
  });
});

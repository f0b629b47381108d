import { expect } from 'chai';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { until } from './testing/until.ts';
import { world } from './testing/world.ts';
import type { WorkerOptions } from './worker-options.ts';

describe('a worker that is told to stop, within its process', () => {
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
    expect(made.hands.handedBack, 'they did it themselves').to.deep.equal([]);
  });

  it('hands back over its head what hangs where no signal reaches it', async () => {
    const made = world();
    made.hands.deaf = true;
    made.queue.push('a', 'b');
    const worker = start(made);
    await until(() => made.runs.length === 2, 'running');
    await worker.stop(10);
    expect(made.hands.handedBack).to.deep.equal(['a', 'b']);
    expect(made.lines).to.deep.equal([]);
  });

  it('ends, and says what it leaves behind, when nothing can be handed back', async () => {
    const made = world();
    made.hands.deaf = true;
    made.queue.push('a', 'b');
    const worker = start(made, { handBackMs: 50 });
    await until(() => made.runs.length === 2, 'running');
    made.hands.down = true;
    await worker.stop(10);
    expect(made.lines).to.include('worker stopped before its work ended; the leases will run out');
  });

  it('hands back at once what was claimed while it was told to stop', async () => {
    const made = world();
    made.queue.push('a');
    made.hands.claimTakesMs = 20;
    const worker = start(made);
    await until(() => made.calls.claim === 1, 'claiming');
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

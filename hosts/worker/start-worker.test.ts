import { expect } from 'chai';
import type { DatabaseState } from '#core';
import { renewalsAtOnce } from './leases.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { until } from './testing/until.ts';
import { world } from './testing/world.ts';
import type { WorkerOptions } from './worker-options.ts';

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

  it('claims nothing while the database has lost commits, stops what runs, and goes on once that is accepted', async () => {
    const made = world();
    let state: DatabaseState = 'kept';
    made.queue.push('a', 'b');
    const worker = start(made, { slots: 1, pollMs: 20, database: () => state });
    await until(() => made.runs.length === 1, 'one running');
    state = 'went_back';
    await until(() => made.runs[0]?.stopped === 'shutdown', 'it is stopped');
    const claims = made.calls.claim;
    expect(worker.status().holds).to.deep.equal(['database_went_back']);
    expect([made.queue, made.calls.claim]).to.deep.equal([['b'], claims]);
    state = 'kept';
    await until(() => made.runs.length === 2, 'the second');
    expect(worker.status().holds).to.deep.equal([]);
  });

  it('wakes on a signal, long before it would poll', async () => {
    const made = world();
    start(made);
    await until(() => made.calls.claim === 1, 'first claim');
    made.queue.push('a');
    made.options.wakeUp.signal();
    await until(() => made.runs.length === 1, 'claimed after the signal', 5_000);
  });

  it('finds by polling what no signal told of', async () => {
    const made = world();
    start(made, { pollMs: 30 });
    await until(() => made.calls.claim >= 1, 'first claim');
    made.queue.push('a');
    await until(() => made.runs.length === 1, 'claimed by polling', 5_000);
  });

  it('lets schedules fire at the start and again and again', async () => {
    const made = world();
    start(made, { tickMs: 5 });
    await until(() => made.calls.tick >= 3, 'the third tick');
  });

  it('takes the slot from what hangs, and goes on with other work; its lease is kept', async () => {
    const made = world();
    made.queue.push('d:1', 'd:2', 'd:3', 'd:4');
    const worker = start(made, { parkAfterMs: 20, renewMs: 20 });
    await until(() => made.runs.length === 4, 'the fourth beside three that hang');
    await until(() => worker.status().parked.delivery === 4, 'all parked');
    await until(() => made.hands.renewed.some((ids) => ids.length === 4), 'all leases in one renewal');
  });

  it('renews in batches of a bounded size', async () => {
    const made = world();
    for (let i = 0; i < 600; i++) made.queue.push(`d:${i}`);
    start(made, { slots: 1000, renewMs: 20 });
    await until(() => made.runs.length === 600, 'all running');
    const renewed = made.hands.renewed.length;
    await until(() => made.hands.renewed.length >= renewed + 6, 'two rounds more');
    expect(Math.max(...made.hands.renewed.map((ids) => ids.length))).to.equal(renewalsAtOnce);
    expect(new Set(made.hands.renewed.slice(renewed).flat()).size).to.equal(600);
  });

  it('leaves a slot for every idle lane, and claims again at once while more is due', async () => {
    const made = world();
    for (let i = 0; i < 30; i++) made.queue.push(`d:${i}`);
    const worker = start(made, { slots: 10 });
    await until(() => worker.status().running.delivery === 6, 'six running');
    made.queue.push('s:1', 'a:1', 's:2', 'n:1', 'm:1');
    made.options.wakeUp.signal();
    await until(() => made.runs.length === 10, 'one of each other lane');
    expect(worker.status().running).to.deep.equal({
      automation: 1,
      notification: 1,
      delivery: 6,
      sync: 1,
      maintenance: 1,
    });
  });

  it('claims once for what ends together, and asks rarely when the next is due', async () => {
    const made = world();
    for (let i = 0; i < 60; i++) made.queue.push(`d:${i}`);
    start(made, { slots: 10 });
    await until(() => made.runs.length === 6, 'six running');
    const before = made.rooms.length;
    for (let i = 0; i < 4; i++) made.runs[i]?.end();
    await until(() => made.runs.length === 10, 'four more');
    expect(made.rooms[before]?.limit).to.equal(4);
    for (let i = 4; i <= 20; i++) {
      made.runs[i]?.end();
      await until(() => made.runs.length === 7 + i, 'the next');
    }
    expect(made.calls.due).to.be.at.most(10);
  });

  it('wakes when the next operation falls due', async () => {
    const made = world();
    made.hands.dueInMs = 40;
    start(made);
    await until(() => made.calls.claim === 1, 'first claim');
    made.queue.push('a');
    await until(() => made.runs.length === 1, 'claimed when due', 5_000);
  });

  it('does not spin on work that is due but not to be had', async () => {
    const made = world();
    made.hands.dueInMs = -60_000;
    const beganMs = performance.now();
    start(made);
    await until(() => made.calls.claim >= 3, 'three claims');
    // Claims are 250 ms apart; a timer may fire a little early.
    expect(made.calls.claim).to.be.at.most(1 + (performance.now() - beganMs) / 240);
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
    const told = () => made.lines.filter((line) => line.startsWith('worker'));
    expect(told()).to.deep.equal(['worker cannot reach the database']);
    expect(made.lines.filter((line) => line === 'schedules could not fire')).to.have.length(1);
    made.queue.push('a');
    made.hands.down = false;
    await until(() => made.runs.length === 1, 'claimed after the outage');
    expect(told()).to.deep.equal(['worker cannot reach the database', 'worker reaches the database again']);
  });
});

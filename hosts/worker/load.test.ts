import { expect } from 'chai';
import { createGate } from './gate.ts';
import { createLoadMeter, judge, type LoadReading, watchLoad } from './load.ts';
import { until } from './testing/until.ts';
import { world } from './testing/world.ts';

const limits = { narrowLagMs: 100, shutLagMs: 500, memoryShare: 0.8, slowClaimMs: 1000 };

describe('backpressure', () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((watch) => watch.stop()));
  });

  function watched() {
    const { lines, options } = world();
    const gate = createGate();
    let reading: LoadReading = { lagMs: 0, memoryShare: 0 };
    let reads = 0;
    const meter = {
      read: () => {
        reads += 1;
        return reading;
      },
      close() {},
    };
    const watch = watchLoad({ meter, limits, gate, log: options.log }, 2);
    running.push(watch);
    const set = async (next: Partial<LoadReading>) => {
      reading = { ...reading, ...next };
      const before = reads;
      await until(() => reads >= before + 2, 'the next reading');
    };
    return { lines, gate, set, watch };
  }

  it('narrows and shuts by thresholds, and lets go a good way below', () => {
    expect(judge(99, 100, 500, false)).to.equal(undefined);
    expect(judge(100, 100, 500, false)).to.equal('narrow');
    expect(judge(500, 100, 500, false)).to.equal('shut');
    expect(judge(71, 100, 500, true)).to.equal('narrow');
    expect(judge(69, 100, 500, true)).to.equal(undefined);
  });

  it('holds while the event loop lags, told once at the beginning and once at the end', async () => {
    const { lines, gate, set } = watched();
    await set({ lagMs: 150 });
    expect(gate.holds().get('event_loop')).to.equal('narrow');
    await set({ lagMs: 700 });
    expect(gate.holds().get('event_loop')).to.equal('shut');
    await set({ lagMs: 80 });
    expect(gate.holds().get('event_loop')).to.equal('narrow');
    await set({ lagMs: 5 });
    expect([...gate.holds()]).to.deep.equal([]);
    expect(lines).to.deep.equal(['worker claims less', 'worker claims as before']);
  });

  it('holds while memory is above the share, and does not flutter around it', async () => {
    const { lines, gate, set } = watched();
    await set({ memoryShare: 0.81 });
    expect(gate.holds().get('memory')).to.equal('shut');
    await set({ memoryShare: 0.79 });
    expect(gate.holds().get('memory')).to.equal('shut');
    await set({ memoryShare: 0.7 });
    expect([...gate.holds()]).to.deep.equal([]);
    expect(lines).to.have.length(2);
  });

  it('holds while claims take long', () => {
    const { lines, gate, watch } = watched();
    for (const ms of [10, 1500, 900, 2000]) watch.claimTook(ms);
    expect(gate.holds().get('database_slow')).to.equal('narrow');
    watch.claimTook(20);
    expect([...gate.holds()]).to.deep.equal([]);
    expect(lines).to.have.length(2);
  });

  it('measures a blocked event loop, and memory as a share', async () => {
    const meter = createLoadMeter();
    await new Promise((resolve) => setTimeout(resolve, 60));
    meter.read();
    const end = performance.now() + 200;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { lagMs, memoryShare } = meter.read();
    meter.close();
    expect(lagMs).to.be.greaterThan(50);
    expect(memoryShare).to.be.within(0.0001, 1);
  });
});

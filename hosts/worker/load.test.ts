import { expect } from 'chai';
import { createHold } from './hold.ts';
import { createLoadMeter, type LoadReading, watchLoad } from './load.ts';
import { until } from './testing/until.ts';
import { world } from './testing/world.ts';

describe('backpressure', () => {
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((watch) => watch.stop()));
  });

  function watched() {
    const { lines, options } = world();
    const hold = createHold(options.log, 5000);
    let reading: LoadReading = { lagMs: 0, memoryShare: 0 };
    let reads = 0;
    const meter = {
      read: () => {
        reads += 1;
        return reading;
      },
      close() {},
    };
    running.push(watchLoad({ hold, log: options.log }, 0.8, meter, 2));
    const set = async (next: Partial<LoadReading>) => {
      reading = { ...reading, ...next };
      const before = reads;
      await until(() => reads >= before + 2, 'the next reading');
      return hold.has('overloaded');
    };
    return { lines, set };
  }

  it('holds while the event loop lags, logged once at the beginning and once at the end', async () => {
    const { lines, set } = watched();
    const found = [];
    for (const lagMs of [99, 150, 700, 80, 69]) found.push(await set({ lagMs }));
    expect(found).to.deep.equal([false, true, true, true, false]);
    expect(lines).to.deep.equal(['worker claims less', 'worker claims as before']);
  });

  it('holds while memory is above the share, and does not flutter around it', async () => {
    const { lines, set } = watched();
    const found = [];
    for (const memoryShare of [0.79, 0.81, 0.79, 0.7]) found.push(await set({ memoryShare }));
    expect(found).to.deep.equal([false, true, true, false]);
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

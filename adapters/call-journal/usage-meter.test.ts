import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { UsageEvent } from '#core/ports';
import { createUsageMeter, type UsageMeterOptions } from './index.ts';

const plane = { organizationId: 'org_1' as UsageEvent['organizationId'], environment: 'test' as const };
const at = new Date('2026-01-15T12:00:00Z');
const used = (given: Partial<UsageEvent> = {}): UsageEvent => ({
  ...{ ...plane, id: 'req_1', meter: 'read_cached', quantity: 1, at },
  connectionId: 'conn_1' as UsageEvent['connectionId'],
  ...given,
});
const live = (n: number): UsageEvent => used({ id: `live_${n}`, meter: 'read_live' });

describe('the usage meter', () => {
  let time: SinonFakeTimers;
  let batches: UsageEvent[][];
  let warned: number;
  /** How the next inserts end; later ones succeed. `lost` stores the values and loses the answer. */
  let ends: (Error | 'lost' | Promise<void>)[];
  beforeEach(() => {
    time = useFakeTimers({ now: 0 });
    [batches, warned, ends] = [[], 0, []];
  });
  afterEach(() => time.restore());

  const open = (options: Partial<UsageMeterOptions> = {}) => {
    let made = 0;
    return createUsageMeter({
      store: {
        async insert(events) {
          const end = ends.shift();
          if (end instanceof Error) throw end;
          if (end !== 'lost') await end;
          batches.push([...events]);
          if (end === 'lost') throw new Error('the answer is lost');
        },
      },
      log: {
        info: () => {},
        warn: () => {
          warned += 1;
        },
      },
      nextId: () => {
        made += 1;
        return `sum_${made}`;
      },
      ...options,
    });
  };
  /** What is stored now by meter, if the store keeps each id and meter once. */
  const kept = (): Record<string, number> => {
    const sums: Record<string, number> = {};
    const seen = new Set<string>();
    for (const { id, meter, quantity } of batches.flat()) {
      if (seen.has(`${id} ${meter}`)) continue;
      seen.add(`${id} ${meter}`);
      sums[meter] = (sums[meter] ?? 0) + quantity;
    }
    return sums;
  };

  it('adds counts up and writes them within a second, one a connection, meter and day', async () => {
    const meter = open();
    for (let n = 0; n < 1000; n++) meter.count(used());
    meter.count(used({ meter: 'provider_bytes_in', quantity: 700 }));
    meter.count(used({ meter: 'provider_bytes_in', quantity: 0 }));
    meter.count(used({ connectionId: 'conn_2' as UsageEvent['connectionId'] }));
    meter.count(used({ at: new Date(+at + 86_400_000) }));
    await time.tickAsync(999);
    expect(batches).to.have.length(0);
    await time.tickAsync(1);
    expect(batches.map((batch) => batch.map(({ quantity }) => quantity))).to.deep.equal([[1000, 700, 1, 1]]);
    await time.tickAsync(60_000);
    expect(batches).to.have.length(1);
  });

  it('writes what was refused, or whose answer was lost, again under the same ids', async () => {
    const meter = open();
    for (const end of ['lost', new Error('away')] as const) {
      ends = [end];
      for (let n = 0; n < 10; n++) {
        meter.count(used());
        await time.tickAsync(500);
      }
      await time.tickAsync(5000);
    }
    expect([kept(), warned]).to.deep.equal([{ read_cached: 20 }, 0]);
  });

  it('holds sums of ten thousand only, and says so once', async () => {
    const meter = open();
    const counted = (n: number) => meter.count(used({ connectionId: `conn_${n}` as UsageEvent['connectionId'] }));
    for (let n = 0; n < 10_002; n++) counted(n);
    counted(1);
    await time.tickAsync(1000);
    expect([kept(), warned]).to.deep.equal([{ read_cached: 10_001 }, 1]);
  });

  it('nobody waits for what is billed, which is stored when it is 50 ms old at least, many in one commit', async () => {
    const meter = open();
    for (const n of [1, 2, 3]) await meter.keep(live(n));
    await time.tickAsync(40);
    for (const n of [4, 5, 6, 7]) await meter.keep(live(n));
    expect(batches).to.deep.equal([]);
    await time.tickAsync(10);
    expect(batches.map(({ length }) => length)).to.deep.equal([1]);
    await time.tickAsync(50);
    expect(batches.map(({ length }) => length)).to.deep.equal([1, 6]);
  });

  it('tries what is billed until the database takes it, under the same ids, and says so once', async () => {
    const meter = open();
    ends = [new Error('away'), new Error('away'), 'lost', new Error('away')];
    for (let n = 0; n < 700; n++) await meter.keep(live(n));
    await time.tickAsync(5_000);
    expect([kept(), warned]).to.deep.equal([{ read_live: 700 }, 1]);
  });

  it('refuses what is billed, and counts it not, while two thousand uses wait for the database', async () => {
    const meter = open();
    ends = Array.from({ length: 10 }, () => new Error('away'));
    for (let n = 0; n < 2_000; n++) await meter.keep(live(n));
    const refused = await meter.keep(live(2_000)).catch((error: Error) => error.message);
    expect(refused).to.equal('billed usage cannot be stored');
    await time.tickAsync(16_000);
    expect(kept()).to.deep.equal({ read_live: 2_000 });
  });

  it('closing stores what is billed at once; where the database stays away, the log says how many are lost', async () => {
    for (const [end, expected] of [
      [[], [{ read_live: 2 }, 0]],
      [
        [new Error('away'), new Error('away')],
        [{}, 2],
      ],
    ] as const) {
      [batches, warned, ends] = [[], 0, [...end]];
      const meter = open();
      for (const n of [1, 2]) await meter.keep(live(n));
      await meter.close();
      expect([kept(), warned]).to.deep.equal(expected);
    }
  });
});

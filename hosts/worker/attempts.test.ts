import { expect } from 'chai';
import fc from 'fast-check';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import {
  type LeasedOperation,
  leaseSeconds,
  type OperationId,
  type OperationState,
  type WorkLane,
  workLanes,
} from '#core';
import { createAttempts, deliveryParkAfterMs, leaseMarginMs, parkedMost } from './attempts.ts';
import { renewing } from './leases.ts';
import { watchOutage } from './outage.ts';
import { leasedOf, world } from './testing/world.ts';
import { defaults } from './worker-options.ts';

const parkAfterMs = 1000;
const total = (counts: Readonly<Record<WorkLane, number>>): number =>
  workLanes.reduce((sum, lane) => sum + counts[lane], 0);

describe('the attempts of a worker', () => {
  let time: SinonFakeTimers;
  beforeEach(() => {
    time = useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => time.restore());
  const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** Attempts that last until the test ends them or they are stopped. */
  function made(slots: number, isDeaf = false) {
    const reasons = new Map<string, unknown>();
    const ends = new Map<string, (state: OperationState) => void>();
    const { lines, options } = world();
    let [freed, brokenNext] = [0, false];
    const attempts = createAttempts(
      {
        slots,
        parkAfterMs,
        log: options.log,
        worker: {
          run: ({ lease }: LeasedOperation, signal: AbortSignal) => {
            if (brokenNext) return Promise.reject(new Error('broken'));
            return new Promise<OperationState | undefined>((resolve) => {
              ends.set(lease.operationId, resolve);
              signal.addEventListener('abort', () => {
                reasons.set(lease.operationId, signal.reason);
                if (!isDeaf) resolve(undefined);
              });
            });
          },
        },
      },
      () => {
        freed += 1;
      },
    );
    const end = (id: string, state: OperationState = 'succeeded') => ends.get(id)?.(state);
    return { attempts, reasons, end, lines, freed: () => freed, breakNext: () => (brokenNext = true) };
  }

  it('are stopped before their lease ends when it could not be renewed, and not earlier', async () => {
    const { attempts, reasons } = made(2);
    attempts.start(leasedOf('a'), 0);
    attempts.start(leasedOf('b'), 0);
    expect(attempts.room().limit).to.equal(0);
    await time.tickAsync(1_000);
    attempts.prolonged('b' as OperationId, 900);
    await time.tickAsync(leaseSeconds * 1000 - leaseMarginMs - 1_001);
    expect([...reasons]).to.deep.equal([]);
    await time.tickAsync(1);
    expect([...reasons]).to.deep.equal([['a', 'lease_lost']]);
    await later();
    await time.tickAsync(899);
    expect(reasons.get('b')).to.equal(undefined);
    attempts.stopAll('shutdown');
    await attempts.idle();
    expect(reasons.get('b')).to.equal('shutdown');
    expect(attempts.leases()).to.deep.equal([]);
  });

  it('are renewed but for the young, and one whose end is being stored is neither stopped nor prolonged', async () => {
    const { attempts, reasons } = made(9);
    for (const id of ['a:1', 'd:1', 's:1']) attempts.start(leasedOf(id), 0);
    await time.tickAsync(1_000);
    attempts.start(leasedOf('n:1'), performance.now());
    const { hands, options } = world();
    hands.ending.add('a:1');
    hands.lost.add('s:1');
    await time.tickAsync(1_000);
    const settled = { ...defaults, ...options, slots: 9, renewMs: 3_000 };
    await renewing(settled, attempts, watchOutage(options.log, '', ''))();
    expect(hands.renewed).to.deep.equal([['a:1', 'd:1', 's:1']]);
    expect([...reasons]).to.deep.equal([['s:1', 'lease_lost']]);
    await time.tickAsync(leaseSeconds * 1000 - leaseMarginMs - 2_000);
    expect([...reasons.keys()]).to.deep.equal(['s:1', 'a:1']);
  });

  it('give their slot up when they run for long, deliveries earlier; their leases are kept', async () => {
    const { attempts, end, freed } = made(4);
    for (const id of ['a:1', 'd:1', 'd:2', 's:1']) attempts.start(leasedOf(id), 0);
    expect([attempts.counts().running, attempts.room().limit]).to.deep.equal([
      { automation: 1, notification: 0, delivery: 2, sync: 1, maintenance: 0 },
      0,
    ]);
    await time.tickAsync(deliveryParkAfterMs);
    expect([attempts.counts().parked.delivery, attempts.room().limit, freed()]).to.deep.equal([2, 2, 2]);
    await time.tickAsync(parkAfterMs);
    expect([total(attempts.counts().parked), total(attempts.counts().running), attempts.room().limit]).to.deep.equal([
      4, 0, 4,
    ]);
    expect(attempts.leases()).to.have.length(4);
    end('d:1');
    await later();
    expect([attempts.counts().parked.delivery, attempts.room().limit, freed()]).to.deep.equal([1, 4, 5]);
  });

  it('are parked up to a bound', async () => {
    const { attempts } = made(1);
    for (let i = 0; i < parkedMost + 7; i++) attempts.start(leasedOf(`d:${i}`), 0);
    await time.tickAsync(deliveryParkAfterMs);
    expect([attempts.counts().parked.delivery, attempts.counts().running.delivery]).to.deep.equal([parkedMost, 7]);
  });

  it('that break cost one lease, not the process', async () => {
    const { attempts, lines, breakNext } = made(1);
    breakNext();
    attempts.start(leasedOf('a'), 0);
    await attempts.idle();
    expect([lines, attempts.room().limit]).to.deep.equal([['an attempt failed unexpectedly'], 1]);
  });

  it('forget nobody: counts fit what runs, whatever starts, waits and ends', async () => {
    const step = fc.oneof(
      fc.record({ start: fc.constantFrom(...'andsm') }),
      fc.record({ end: fc.nat(60) }),
      fc.constant('wait' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 80 }), async (count, steps) => {
        const { attempts, end } = made(count);
        const alive: string[] = [];
        let next = 0;
        for (const now of steps) {
          if (now === 'wait') await time.tickAsync(600);
          else if ('start' in now) {
            const id = `${now.start}:${next++}`;
            attempts.start(leasedOf(id), performance.now());
            alive.push(id);
          } else if (alive.length > 0) {
            end(alive.splice(now.end % alive.length, 1)[0] ?? '');
            await later();
          }
          expect(total(attempts.counts().running) + total(attempts.counts().parked)).to.equal(alive.length);
          expect(attempts.leases()).to.have.length(alive.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep the newer one when an operation whose lease was lost is claimed again', async () => {
    const { attempts, end } = made(2, true);
    attempts.start(leasedOf('d:1'), 0);
    attempts.stop('d:1' as OperationId, 'lease_lost');
    expect(attempts.leases(), 'a lost lease is not renewed').to.deep.equal([]);
    const older = end;
    attempts.start(leasedOf('d:1'), 0);
    expect(attempts.leases()).to.have.length(1);
    older('d:1');
    await later();
    expect(attempts.counts().running.delivery).to.equal(1);
  });
});

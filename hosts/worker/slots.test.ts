import { expect } from 'chai';
import fc from 'fast-check';
import {
  type LeasedOperation,
  leaseSeconds,
  type OperationId,
  type OperationState,
  type WorkLane,
  workLanes,
} from '#core';
import { createSlots, parkedDeliveriesMost, parkedMost } from './slots.ts';
import { leasedOf } from './testing/world.ts';

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const total = (counts: Readonly<Record<WorkLane, number>>): number =>
  workLanes.reduce((sum, lane) => sum + counts[lane], 0);

/** Attempts that last until they are ended or stopped. */
function made(count: number) {
  const reasons = new Map<string, unknown>();
  const ends = new Map<string, (state: OperationState) => void>();
  let freed = 0;
  const slots = createSlots({
    count,
    parkAfterMs: 1000,
    run: ({ lease }: LeasedOperation, signal: AbortSignal) =>
      new Promise<OperationState | undefined>((resolve) => {
        ends.set(lease.operationId, resolve);
        signal.addEventListener('abort', () => {
          reasons.set(lease.operationId, signal.reason);
          resolve(undefined);
        });
      }),
    onFree: () => {
      freed += 1;
    },
  });
  const soon = () => performance.now() + 1001;
  const end = (id: string, state: OperationState = 'succeeded') => ends.get(id)?.(state);
  return { slots, reasons, end, freed: () => freed, soon };
}

describe('worker slots', () => {
  it('stop what could not be renewed before its lease ends, and nothing earlier', async () => {
    const { slots, reasons } = made(2);
    slots.start(leasedOf('a'), 0);
    slots.start(leasedOf('b'), 0);
    expect(slots.room().limit).to.equal(0);
    slots.prolonged('b' as OperationId, 10_000);
    slots.stopExpiring(leaseSeconds * 1000 - 3001, 3000);
    expect([...reasons]).to.deep.equal([]);
    slots.stopExpiring(leaseSeconds * 1000 - 3000, 3000);
    expect([...reasons]).to.deep.equal([['a', 'lease_lost']]);
    await later();
    expect(slots.room().limit).to.equal(1);
    slots.stopAll('shutdown');
    await slots.idle();
    expect(reasons.get('b')).to.equal('shutdown');
    expect(slots.leases()).to.deep.equal([]);
  });

  it('are counted by lane, and given up by what has run for long', async () => {
    const { slots, end, freed, soon } = made(4);
    for (const id of ['a:1', 'd:1', 'd:2', 's:1']) slots.start(leasedOf(id), 0);
    expect(slots.running()).to.include({ automation: 1, delivery: 2, sync: 1 });
    slots.park(0);
    expect([slots.room().limit, total(slots.parked()), freed()]).to.deep.equal([0, 0, 0]);
    slots.park(soon());
    expect(slots.parked()).to.include({ automation: 1, delivery: 2, sync: 1 });
    expect([total(slots.running()), slots.room().limit, freed()]).to.deep.equal([0, 4, 1]);
    expect(slots.leases(), 'their leases are kept').to.have.length(4);
    end('d:1');
    await later();
    expect([slots.parked().delivery, slots.room().limit]).to.deep.equal([1, 4]);
  });

  it('park only so many, and of one lane half of them: what hangs leaves room for other lanes', async () => {
    const { slots, soon, end } = made(2);
    for (let i = 0; i < 30; i++) slots.start(leasedOf(`n:${i}`), 0);
    slots.park(soon());
    expect(slots.parked().notification).to.equal(10);
    for (let i = 0; i < 30; i++) slots.start(leasedOf(`a:${i}`), 0);
    slots.park(soon());
    expect([slots.parked().notification, slots.parked().automation]).to.deep.equal([10, 10]);
    slots.start(leasedOf('s:1'), 0);
    slots.park(soon());
    expect(slots.parked().sync, 'the bound of all lanes').to.equal(0);
    end('n:0');
    await later();
    slots.park(soon());
    expect(total(slots.parked())).to.equal(20);
  });

  it('park deliveries apart, as many with few slots as with many', () => {
    const { slots, soon } = made(1);
    for (let i = 0; i < parkedDeliveriesMost + 7; i++) slots.start(leasedOf(`d:${i}`), 0);
    for (let i = 0; i < 3; i++) slots.start(leasedOf(`n:${i}`), 0);
    slots.park(soon());
    expect(slots.parked()).to.include({ delivery: parkedDeliveriesMost, notification: 3 });
    expect(slots.running()).to.include({ delivery: 7, notification: 0 });
  });

  it('are held for a moment by deliveries to strangers, for longer by those to receivers that answered', async () => {
    const { slots, end } = made(4);
    const in60Ms = () => performance.now() + 60;
    slots.start(leasedOf('d:1', 'we_1'), 0);
    slots.park(in60Ms());
    expect(slots.parked().delivery).to.equal(1);
    end('d:1');
    await later();
    slots.start(leasedOf('d:2', 'we_1'), 0);
    slots.park(in60Ms());
    expect([slots.parked().delivery, slots.running().delivery]).to.deep.equal([0, 1]);
    slots.park(performance.now() + 251);
    expect(slots.parked().delivery).to.equal(1);
  });

  it('are not taken by a receiver that kept a delivery waiting for nothing, until it answers', async () => {
    const { slots, end, soon } = made(4);
    const began = performance.now();
    slots.start(leasedOf('d:1', 'we_1'), 0);
    while (performance.now() - began < 260) await later();
    end('d:1', 'retrying');
    await later();
    expect(slots.room().limit).to.equal(4);
    slots.start(leasedOf('d:2', 'we_1'), 0);
    expect(slots.parked().delivery).to.equal(1);
    end('d:2');
    await later();
    slots.start(leasedOf('d:3', 'we_1'), 0);
    slots.park(performance.now());
    expect(slots.parked().delivery).to.equal(0);
    slots.park(soon());
  });

  it('park no more than a bound however many slots there are', () => {
    const { slots, soon } = made(1000);
    for (let i = 0; i < 600; i++) slots.start(leasedOf(`n:${i}`), 0);
    for (let i = 0; i < 600; i++) slots.start(leasedOf(`a:${i}`), 0);
    slots.park(soon());
    expect(total(slots.parked())).to.equal(parkedMost);
  });

  it('forget nobody: counts fit what runs, whatever starts, hangs and ends', async () => {
    const step = fc.oneof(
      fc.record({ start: fc.constantFrom(...'andsm') }),
      fc.record({ end: fc.nat(60) }),
      fc.constant('park' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(step, { maxLength: 80 }), async (count, steps) => {
        const { slots, end, soon } = made(count);
        const alive: string[] = [];
        let next = 0;
        for (const now of steps) {
          if (now === 'park') slots.park(soon());
          else if ('start' in now) {
            const id = `${now.start}:${next++}`;
            slots.start(leasedOf(id), 0);
            alive.push(id);
          } else if (alive.length > 0) {
            end(alive.splice(now.end % alive.length, 1)[0] ?? '');
            await later();
          }
          expect(total(slots.running()) + total(slots.parked())).to.equal(alive.length);
          expect(total(slots.parked()) - slots.parked().delivery).to.be.at.most(Math.min(10 * count, parkedMost));
          expect(slots.leases()).to.have.length(alive.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keep the newer attempt when an operation whose lease was lost is claimed again', async () => {
    const { slots } = made(2);
    const deaf = createSlots({ count: 2, parkAfterMs: 1000, run: () => new Promise(() => {}), onFree() {} });
    deaf.start(leasedOf('d:1'), 0);
    deaf.stop('d:1' as OperationId, 'lease_lost');
    expect(deaf.leases(), 'a lost lease is not renewed').to.deep.equal([]);
    deaf.start(leasedOf('d:1'), 0);
    expect(deaf.leases()).to.have.length(1);
    expect(slots.all()).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { type LeasedOperation, leaseSeconds, type OperationId } from '#core';
import { createSlots } from './slots.ts';

function leased(id: string): LeasedOperation {
  const lease = { operationId: id as OperationId, token: 1, claimedAt: new Date(), expiresAt: new Date() };
  return { operation: { id }, lease } as unknown as LeasedOperation;
}

describe('worker slots', () => {
  const reasons = new Map<string, unknown>();
  const run = ({ lease }: LeasedOperation, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        reasons.set(lease.operationId, signal.reason);
        resolve();
      });
    });

  it('stop what could not be renewed before its lease ends, and nothing earlier', async () => {
    const slots = createSlots(2, run, () => {});
    slots.start(leased('a'), 0);
    slots.start(leased('b'), 0);
    expect(slots.free()).to.equal(0);
    slots.prolonged('b' as OperationId, 10_000);
    slots.stopExpiring(leaseSeconds * 1000 - 3001, 3000);
    expect([...reasons]).to.deep.equal([]);
    slots.stopExpiring(leaseSeconds * 1000 - 3000, 3000);
    expect([...reasons]).to.deep.equal([['a', 'lease_lost']]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(slots.free()).to.equal(1);
    slots.stopAll('shutdown');
    await slots.idle();
    expect(reasons.get('b')).to.equal('shutdown');
    expect(slots.leases()).to.deep.equal([]);
  });
});

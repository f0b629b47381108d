import { expect } from 'chai';
import { areStampsMute, isOlderRevision, type PaymentState, providerRevision } from './payment-transition.ts';

const state: PaymentState = { status: 'AUTHORISED', total: 10, amountPaid: 4, amountDue: 6, amountCredited: 0 };
const at = new Date('2026-03-01T12:00:00.004Z');
/** A stand-in for a digest, injective for these tests. */
const digest = (text: string) =>
  [...text]
    .reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(12, '0');

describe('provider revision', () => {
  it('is the stamp in milliseconds and a short digest', () => {
    expect(providerRevision(at, state, digest)).to.match(/^1772366400004-[0-9a-f]{12}$/);
    expect(providerRevision(null, state, digest)).to.match(/^0-/);
  });

  it('moves with the stamp, the status and each amount', () => {
    const changes: Partial<PaymentState>[] = [
      {},
      { status: 'PAID' },
      { total: 11 },
      { amountPaid: 5 },
      { amountDue: 5 },
      { amountCredited: 1 },
    ];
    const revisions = changes.map((change) => providerRevision(at, { ...state, ...change }, digest));
    revisions.push(providerRevision(new Date(at.getTime() + 1), state, digest));
    expect(new Set(revisions).size).to.equal(revisions.length);
  });

  it('is older by its stamp only, and never without one', () => {
    expect(isOlderRevision('999-ff', '1000-aa', at)).to.equal(true);
    expect(isOlderRevision('1000-aa', '1000-bb', at)).to.equal(false);
    expect(isOlderRevision('1000-aa', '999-ff', at)).to.equal(false);
    expect(isOlderRevision('0-aa', '1000-bb', at)).to.equal(false);
    expect(isOlderRevision('1000-aa', '0-bb', at)).to.equal(false);
  });

  it('is never older than one that is stamped in the future, whatever its own stamp says', () => {
    const stamped = (seconds: number) => `${at.getTime() + seconds * 1000}-ff`;
    expect(isOlderRevision(stamped(0), stamped(60), at)).to.equal(true);
    expect(isOlderRevision(stamped(0), stamped(61), at)).to.equal(false);
    expect(isOlderRevision(stamped(99), stamped(100), at)).to.equal(false);
    for (const [one, other, mute] of [
      [0, 0, true],
      [0, 60, false],
      [0, 61, true],
      [61, 0, true],
    ] as const)
      expect(areStampsMute(stamped(one), stamped(other), at)).to.equal(mute);
  });
});

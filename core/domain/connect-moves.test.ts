import { expect } from 'chai';
import fc from 'fast-check';
import { type LinkState, linkEvents, linkStateOf, linkStates, moveOf, moveOfGrant } from './connect-moves.ts';
import type { ConnectResult } from './connect-session.ts';

const over: readonly LinkState[] = ['connected', 'cancelled', 'withdrawn', 'failed'];

describe('the moves of a connect link', () => {
  it('leave a link that has ended as it ended, whatever comes', () => {
    for (const state of over) {
      for (const event of linkEvents)
        expect(['retell', 'used', 'keep', 'refuse'], `${state} ${event}`).to.include(moveOf(state, event));
    }
  });

  it('let nobody through an expired link', () => {
    for (const event of linkEvents) expect(['expired', 'keep', 'cancel']).to.include(moveOf('expired', event));
    expect(moveOf('expired', 'lapsed')).to.equal('cancel');
  });

  it('end an open link for who made it, and refuse once it has connected', () => {
    const told = Object.fromEntries(linkStates.map((state) => [state, moveOf(state, 'withdrawn')]));
    expect(told).to.deep.equal({
      open: 'withdraw',
      choosing: 'withdraw',
      connected: 'refuse',
      cancelled: 'keep',
      withdrawn: 'keep',
      failed: 'keep',
      expired: 'keep',
    });
  });

  it('know the state by what is stored and by the time alone', () => {
    const results: readonly (ConnectResult | null)[] = [
      null,
      { status: 'connected', connectionId: 'conn_1' as never },
      { status: 'cancelled' },
      { status: 'failed', error: 'withdrawn' },
      { status: 'failed', error: 'no_organization' },
    ];
    const ends = ['failed', 'connected', 'cancelled', 'withdrawn', 'failed'];
    const expiresAt = new Date(1000);
    for (const [i, result] of results.entries()) {
      for (const now of [new Date(999), new Date(1000)]) {
        expect(linkStateOf({ state: 'done', result, expiresAt }, now)).to.equal(ends[i]);
        const isOver = now >= expiresAt;
        for (const state of ['open', 'choosing'] as const) {
          expect(linkStateOf({ state, result, expiresAt }, now)).to.equal(isOver ? 'expired' : state);
        }
      }
    }
  });

  it('of a grant connect at once only what the opener’s browser brought, alone, and nobody else has', () => {
    const granted = fc
      .record({ fitting: fc.nat(4), taken: fc.nat(4), isReconnect: fc.boolean(), isOpener: fc.boolean() })
      .map(({ fitting, taken, ...rest }) => ({ fitting, free: Math.max(0, fitting - taken), ...rest }));
    fc.assert(
      fc.property(granted, (one) => {
        const move = moveOfGrant(one);
        const { fitting, free, isReconnect, isOpener } = one;
        expect(move === 'claim').to.equal(fitting === 1 && free === 1 && isOpener);
        expect(move === 'hold').to.equal(fitting > 1 && free > 0 && isOpener);
        expect(move === 'confirm').to.equal(free > 0 && !isOpener);
        expect(move === 'wrong').to.equal(fitting === 0 && isReconnect);
        expect(move === 'none').to.equal(fitting === 0 && !isReconnect);
        expect(move === 'taken').to.equal(fitting > 0 && free === 0);
      }),
    );
  });
});

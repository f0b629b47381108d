import { expect } from 'chai';
import fc from 'fast-check';
import { type Withdrawal, withdrawals } from './approval.ts';
import { approve, decline, isExpired, propose, withdraw } from './approval-moves.ts';
import { ServiceError } from './errors.ts';
import { isTerminal, type Operation, type OperationState, operationStates, waitingState } from './operation.ts';
import { cancel, settle } from './operation-moves.ts';
import { claimed, later, queued, start } from './testing/operations.ts';

const asked = {
  proposal: { tool: 'create_invoice', recordType: 'invoices', amount: '100', currency: 'GBP' },
  url: 'https://books.test/op_1',
} as const;
const by = { type: 'member', id: 'user_1', name: 'ada@example.com' } as const;
const said = { by, comment: 'use account 260' };
const waiting = propose(queued(), asked, start);
const day = 86_400;

describe('the moves of what waits for a member', () => {
  it('begin with work that is due at no time, for seven days', () => {
    expect(waiting).to.include({ state: waitingState, nextAttemptAt: null, finishedAt: null, attemptCount: 0 });
    expect(waiting.approval).to.deep.equal({ ...asked, expiresAt: later(start, 7 * day), decision: null });
    expect(isTerminal(waitingState)).to.equal(false);
    expect(() => propose(claimed(queued()), asked, start)).to.throw('cannot propose');
  });

  it('approve it for workers, once', () => {
    const approved = approve(waiting, said, later(start, 5));
    expect(approved).to.include({ state: 'queued', error: null });
    expect(approved.nextAttemptAt).to.deep.equal(later(start, 5));
    expect(approved.approval?.decision).to.deep.equal({ verdict: 'approved', ...said, at: later(start, 5) });
    expect(approve(approved, { by, comment: 'again' }, later(start, 9))).to.equal(approved);
    const ended = { ...approved, state: 'succeeded' } as const;
    expect(approve(ended, said, later(start, 9))).to.equal(ended);
    expect(() => decline(approved, said, start)).to.throw(ServiceError, 'approved already');
  });

  it('decline it with the member’s words, once', () => {
    const declined = decline(waiting, said, later(start, 5));
    expect(declined).to.include({ state: 'cancelled', nextAttemptAt: null });
    expect(declined.finishedAt).to.deep.equal(later(start, 5));
    expect(declined.error).to.deep.equal({
      ...{ code: 'CONFLICT', reason: 'declined', retryable: false, outcome: 'not_applied' },
      message: 'a member declined it: use account 260',
    });
    expect(decline(declined, said, later(start, 9))).to.equal(declined);
    expect(() => approve(declined, said, start)).to.throw(ServiceError, 'declined already');
    expect(decline(waiting, { by, comment: null }, start).error?.message).to.equal('a member declined it');
  });

  const states = operationStates.filter((state) => state !== waitingState);
  it('decide about nothing that does not wait', () => {
    for (const state of states) {
      for (const approval of [null, waiting.approval]) {
        for (const move of [approve, decline]) {
          expect(() => move({ ...waiting, state, approval }, said, start), state).to.throw(ServiceError);
        }
      }
    }
    for (const state of states) expect(() => withdraw({ ...waiting, state }, 'declined', start), state).to.throw(Error);
  });

  it('end it unsent for each reason', () => {
    for (const { reason } of withdrawals) {
      const ended = withdraw(waiting, reason, later(start, 1));
      expect(ended.state).to.equal('cancelled');
      expect(ended.error).to.include({ code: 'CONFLICT', reason, outcome: 'not_applied', retryable: false });
    }
  });

  it('let its time end at the end of the seventh day, and of nothing that was decided', () => {
    expect(isExpired(waiting, later(start, 7 * day - 1))).to.equal(false);
    expect(isExpired(waiting, later(start, 7 * day))).to.equal(true);
    expect(isExpired(approve(waiting, said, start), later(start, 8 * day))).to.equal(false);
    expect(isExpired(queued(), later(start, 8 * day))).to.equal(false);
  });

  it('run only after an approval, whatever is tried in whatever order', () => {
    const moves = ['approve', 'decline', 'withdraw', 'cancel', 'claim', 'succeed'] as const;
    const make = (operation: Operation, move: (typeof moves)[number], now: Date): Operation => {
      if (move === 'approve') return approve(operation, said, now);
      if (move === 'decline') return decline(operation, said, now);
      if (move === 'withdraw') return withdraw(operation, 'approval_expired' satisfies Withdrawal, now);
      if (move === 'cancel') return cancel(operation, now);
      if (move === 'claim') return operation.state === 'queued' ? claimed(operation, now) : operation;
      return settle(operation, { kind: 'succeeded', result: null }, { startedAt: now, now, spread: 0 });
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 12 }), (tried) => {
        let operation = waiting;
        for (const [i, move] of tried.entries()) {
          const before: OperationState = operation.state;
          try {
            operation = make(operation, move, later(start, i + 1));
          } catch {
            // A refused move leaves it as it was.
          }
          if (isTerminal(before)) expect(operation.state).to.equal(before);
        }
        const wasApproved = operation.approval?.decision?.verdict === 'approved';
        if (['queued', 'running', 'succeeded'].includes(operation.state)) expect(wasApproved).to.equal(true);
        if (operation.approval?.decision?.verdict === 'declined') expect(operation.state).to.equal('cancelled');
      }),
    );
  });
});

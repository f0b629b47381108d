import { expect } from 'chai';
import fc from 'fast-check';
import { isTerminal, maxLapses, type Operation, type OperationState } from './operation.ts';
import { cancel, isReplayable, lapse, replay, settle } from './operation-moves.ts';
import { claimed, failure, later, queued, start } from './testing/operations.ts';

// Which state may follow which.
const follows: Readonly<Record<OperationState, readonly OperationState[]>> = {
  awaiting_approval: ['queued', 'cancelled'],
  queued: ['running', 'cancelled'],
  running: ['running', 'queued', 'succeeded', 'retrying', 'failed', 'cancelled', 'dead_letter'],
  retrying: ['running', 'cancelled'],
  succeeded: [],
  failed: ['queued'],
  cancelled: [],
  dead_letter: ['queued'],
};

type Move = 'claim' | 'succeed' | 'retry' | 'fail' | 'postpone' | 'give_up' | 'lapse' | 'replay' | 'cancel';

function allowed(operation: Operation, move: Move): boolean {
  if (move === 'claim') return operation.state === 'queued' || operation.state === 'retrying';
  if (move === 'replay') return isReplayable(operation);
  if (move === 'cancel') return !isTerminal(operation.state);
  return operation.state === 'running';
}

function make(operation: Operation, move: Move, now: Date, spread: number): Operation {
  const outcomes = {
    succeed: { kind: 'succeeded', result: null },
    retry: { kind: 'retry', error: failure },
    fail: { kind: 'failed', error: failure },
    postpone: { kind: 'postponed', retryAfterSeconds: 3, error: { ...failure, code: 'RATE_LIMITED' } },
    give_up: { kind: 'cancelled' },
  } as const;
  if (move === 'claim') return claimed(operation, now);
  if (move === 'lapse') return lapse(operation, now, now);
  if (move === 'replay') return replay(operation, { actor: 'a', reason: 'r' }, now);
  if (move === 'cancel') return cancel(operation, now);
  return settle(operation, outcomes[move], { startedAt: now, now, spread });
}

function checkInvariants(before: Operation, after: Operation, now: Date): void {
  expect(follows[before.state], `${before.state} -> ${after.state}`).to.include(after.state);
  expect(after.input).to.deep.equal(before.input);
  expect(after.attemptCount).to.be.at.most(after.maxAttempts);
  expect(after.lapses).to.be.at.most(maxLapses);
  expect(isTerminal(after.state)).to.equal(after.finishedAt !== null);
  const waits = after.state === 'queued' || after.state === 'retrying';
  expect(waits).to.equal(after.nextAttemptAt !== null);
  if (after.nextAttemptAt) expect(after.nextAttemptAt.getTime()).to.be.at.least(now.getTime());
  expect(after.state === 'running').to.equal(after.leaseExpiresAt !== null);
  if (after.state === 'dead_letter' || after.state === 'failed') expect(after.error).not.to.equal(null);
  if (after.state === 'succeeded') expect(after.error).to.equal(null);
  expect(after.run).to.equal(1 + after.replays.length);
  const numbers = after.attempts.filter((a) => a.run === after.run).map((a) => a.number);
  expect(numbers).to.deep.equal(numbers.map((_, i) => i + 1));
}

describe('any history of operation moves', () => {
  const moves = ['claim', 'succeed', 'retry', 'fail', 'postpone', 'give_up', 'lapse', 'replay', 'cancel'] as const;
  const history = fc.array(
    fc.record({
      move: fc.constantFrom<Move>(...moves, 'claim', 'claim', 'claim', 'retry', 'retry', 'lapse'),
      spread: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
    { maxLength: 120 },
  );

  it('follows the state table, keeps what it must keep, and burns no more than its budget', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let operation = queued();
        steps.forEach(({ move, spread }, i) => {
          if (!allowed(operation, move)) return;
          const now = later(start, i);
          const after = make(operation, move, now, spread);
          checkInvariants(operation, after, now);
          operation = after;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('ends: ten failures or five lapses in a row are the most that one run lives', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Move>('retry', 'lapse'), { minLength: 60, maxLength: 60 }), (steps) => {
        let operation = queued();
        for (const move of steps) {
          if (isTerminal(operation.state)) break;
          operation = make(claimed(operation), move, start, 0);
        }
        expect(operation.state).to.equal('dead_letter');
      }),
      { numRuns: 200 },
    );
  });
});

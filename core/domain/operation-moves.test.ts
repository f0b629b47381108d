import { expect } from 'chai';
import fc from 'fast-check';
import type { OperationId, OrganizationId, RequestId } from './ids.ts';
import { isTerminal, maxLapses, type Operation, type OperationError, type OperationState } from './operation.ts';
import {
  type AttemptOutcome,
  cancel,
  isReplayable,
  lapse,
  nextAttemptNumber,
  queueOperation,
  replay,
  settle,
} from './operation-moves.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const failure: OperationError = { code: 'PROVIDER_TIMEOUT', message: 'no answer', retryable: true };

function queued(type: Operation['type'] = 'notification.process'): Operation {
  return queueOperation(
    {
      id: 'op_1' as OperationId,
      organizationId: 'org_1' as OrganizationId,
      environment: 'test',
      type,
      connectionId: null,
      subject: null,
      input: { a: 1 },
      requestId: 'r-1' as RequestId,
    },
    start,
  );
}

/** What a store does when it hands the operation to a worker. */
function claimed(operation: Operation, now: Date = start): Operation {
  return { ...operation, state: 'running', nextAttemptAt: null, leaseExpiresAt: later(now, 30), startedAt: now };
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

function settled(outcome: AttemptOutcome, before: Partial<Operation> = {}): Operation {
  return settle({ ...claimed(queued()), ...before }, start, outcome, later(start, 2), 0);
}

describe('operation moves', () => {
  it('queues due now, with the whole budget and nothing done', () => {
    const operation = queued();
    expect(operation).to.include({ state: 'queued', run: 1, attemptCount: 0, maxAttempts: 10, lapses: 0 });
    expect(operation.nextAttemptAt).to.deep.equal(start);
    expect(operation.steps).to.deep.equal([]);
  });

  it('queues for later when asked to', () => {
    const dueAt = later(start, 90);
    const draft = { ...queued(), dueAt, metadata: { note: 'x' } };
    expect(queueOperation(draft, start).nextAttemptAt).to.deep.equal(dueAt);
    expect(queueOperation(draft, start).metadata).to.deep.equal({ note: 'x' });
  });

  describe('settle', () => {
    it('ends a success with its result and without the error of an earlier attempt', () => {
      const after = settled({ kind: 'succeeded', result: { n: 1 } }, { error: failure });
      expect(after).to.include({ state: 'succeeded', error: null, attemptCount: 1, leaseExpiresAt: null });
      expect(after.result).to.deep.equal({ n: 1 });
      expect(after.finishedAt).to.deep.equal(later(start, 2));
      expect(after.attempts).to.deep.equal([
        { run: 1, number: 1, startedAt: start, finishedAt: later(start, 2), outcome: 'succeeded', error: null },
      ]);
    });

    it('schedules a retry by the policy', () => {
      const after = settled({ kind: 'retry', error: failure });
      expect(after).to.include({ state: 'retrying', attemptCount: 1, finishedAt: null });
      expect(after.nextAttemptAt).to.deep.equal(later(start, 7));
      expect(after.error).to.deep.equal(failure);
    });

    it('lets Retry-After delay a retry but never hasten it', () => {
      const delayed = settled({ kind: 'retry', error: failure, retryAfterSeconds: 60 });
      expect(delayed.nextAttemptAt).to.deep.equal(later(start, 62));
      const hastened = settled({ kind: 'retry', error: failure, retryAfterSeconds: 1 });
      expect(hastened.nextAttemptAt).to.deep.equal(later(start, 7));
    });

    it('makes the last failed attempt a dead letter that keeps its error', () => {
      const after = settled({ kind: 'retry', error: failure }, { attemptCount: 9 });
      expect(after).to.include({ state: 'dead_letter', attemptCount: 10, nextAttemptAt: null });
      expect(after.error).to.deep.equal(failure);
    });

    it('fails at once what must not be retried', () => {
      expect(settled({ kind: 'failed', error: failure })).to.include({ state: 'failed', nextAttemptAt: null });
    });

    it('postpones without burning an attempt or hiding the last error', () => {
      const after = settled(
        { kind: 'postponed', retryAfterSeconds: 13.2, error: failure },
        { attemptCount: 9, error: failure },
      );
      expect(after).to.include({ state: 'retrying', attemptCount: 9 });
      expect(after.nextAttemptAt).to.deep.equal(later(start, 15.2));
    });

    it('refuses what is not running', () => {
      expect(() => settle(queued(), start, { kind: 'cancelled' }, start, 0)).to.throw('queued');
    });

    it('keeps the newest 200 attempts and goes on numbering', () => {
      let operation = queued();
      for (let i = 0; i < 230; i++) {
        operation = settle(
          claimed(operation),
          start,
          { kind: 'postponed', retryAfterSeconds: 1, error: failure },
          start,
          0,
        );
      }
      expect(operation.attempts).to.have.length(200);
      expect(operation.attempts.at(-1)?.number).to.equal(230);
      expect(nextAttemptNumber(operation)).to.equal(231);
    });
  });

  describe('lapse', () => {
    it('puts the work of a lost worker back at once, without burning an attempt', () => {
      const after = lapse(claimed(queued()), start, later(start, 31));
      expect(after).to.include({ state: 'retrying', lapses: 1, attemptCount: 0 });
      expect(after.nextAttemptAt).to.deep.equal(later(start, 31));
      expect(after.attempts.at(-1)).to.include({ outcome: 'lost', error: null });
    });

    it('buries at the fifth lapse in a row', () => {
      let operation = queued();
      const states: OperationState[] = [];
      for (let i = 0; i < maxLapses; i++) {
        operation = lapse(claimed(operation), start, start);
        states.push(operation.state);
      }
      expect(states).to.deep.equal(['retrying', 'retrying', 'retrying', 'retrying', 'dead_letter']);
      expect(operation.error).to.include({ reason: 'worker_lost', retryable: false });
    });
  });

  describe('replay', () => {
    it('runs again with a fresh budget, its steps kept and the end remembered', () => {
      const step = {
        name: 'a',
        state: 'succeeded',
        result: 1,
        error: null,
        startedAt: start,
        finishedAt: start,
      } as const;
      const dead = settled({ kind: 'retry', error: failure }, { attemptCount: 9, steps: [step] });
      const again = replay(dead, { actor: 'key_1', reason: 'fixed' }, later(start, 60));
      expect(again).to.include({ state: 'queued', run: 2, attemptCount: 0, lapses: 0, error: null, finishedAt: null });
      expect(again.steps).to.deep.equal([step]);
      expect(again.attempts).to.deep.equal(dead.attempts);
      expect(again.replays).to.deep.equal([
        {
          actor: 'key_1',
          reason: 'fixed',
          at: later(start, 60),
          previousState: 'dead_letter',
          previousAttemptCount: 10,
        },
      ]);
      expect(nextAttemptNumber(again)).to.equal(1);
    });

    it('is refused for what succeeded', () => {
      const done = settled({ kind: 'succeeded', result: null });
      expect(() => replay(done, { actor: 'a', reason: 'b' }, start)).to.throw('succeeded');
    });
  });

  describe('cancel', () => {
    it('ends waiting work at once', () => {
      expect(cancel(queued(), start)).to.include({ state: 'cancelled', nextAttemptAt: null });
    });

    it('asks running work to stop', () => {
      const asked = cancel(claimed(queued()), later(start, 1));
      expect(asked.state).to.equal('running');
      expect(asked.cancelRequestedAt).to.deep.equal(later(start, 1));
    });
  });
});

// The specification's "Operation states": which state may follow which.
const follows: Readonly<Record<OperationState, readonly OperationState[]>> = {
  queued: ['running', 'cancelled'],
  running: ['running', 'succeeded', 'retrying', 'failed', 'cancelled', 'dead_letter'],
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
    postpone: { kind: 'postponed', retryAfterSeconds: 3, error: failure },
    give_up: { kind: 'cancelled' },
  } as const;
  if (move === 'claim') return claimed(operation, now);
  if (move === 'lapse') return lapse(operation, now, now);
  if (move === 'replay') return replay(operation, { actor: 'a', reason: 'r' }, now);
  if (move === 'cancel') return cancel(operation, now);
  return settle(operation, now, outcomes[move], now, spread);
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

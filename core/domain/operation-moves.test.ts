import { expect } from 'chai';
import { maxLapses, type Operation, type OperationError, type OperationState } from './operation.ts';
import {
  type AttemptOutcome,
  cancel,
  lapse,
  nextAttemptNumber,
  queueOperation,
  replay,
  settle,
  waitingFor,
} from './operation-moves.ts';
import { claimed, failure, later, queued, start } from './testing/operations.ts';

function settled(outcome: AttemptOutcome, before: Partial<Operation> = {}): Operation {
  return settle({ ...claimed(queued()), ...before }, outcome, { startedAt: start, now: later(start, 2), spread: 0 });
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
        { kind: 'postponed', retryAfterSeconds: 13.2, error: { ...failure, code: 'RATE_LIMITED' } },
        { attemptCount: 9, error: failure },
      );
      expect(after).to.include({ state: 'queued', attemptCount: 9, error: failure });
      expect(after.nextAttemptAt).to.deep.equal(later(start, 15.2));
    });

    it('waits only while it is queued in the run that met what it waits for, and for nothing else', () => {
      const postponed = (error: Partial<OperationError>) =>
        settled({ kind: 'postponed', retryAfterSeconds: 1, error: { ...failure, ...error } });
      const waiting = postponed({ code: 'RATE_LIMITED' });
      expect([waiting.state, waitingFor(waiting)]).to.deep.equal(['queued', 'provider_budget']);
      const forRecord = postponed({ code: 'CONFLICT', reason: 'record_busy' });
      expect([forRecord.state, waitingFor(forRecord)]).to.deep.equal(['queued', 'record']);
      for (const other of [queued(), claimed(waiting), cancel(waiting, start), { ...waiting, run: 2 }]) {
        expect(waitingFor(other), other.state).to.equal(null);
      }
      const handedBack = postponed({ code: 'INTERNAL' });
      expect([handedBack.state, waitingFor(handedBack)]).to.deep.equal(['retrying', null]);
    });

    it('refuses what is not running', () => {
      expect(() => settle(queued(), { kind: 'cancelled' }, { startedAt: start, now: start, spread: 0 })).to.throw(
        'queued',
      );
    });

    it('keeps the newest 200 attempts and goes on numbering', () => {
      let operation = queued();
      for (let i = 0; i < 230; i++) {
        operation = settle(
          claimed(operation),
          { kind: 'postponed', retryAfterSeconds: 1, error: failure },
          { startedAt: start, now: start, spread: 0 },
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
    it('keeps the newest 200 of any number of replays', () => {
      let operation = queued();
      for (let n = 1; n <= 250; n++) {
        const failed = settle(
          claimed(operation),
          { kind: 'failed', error: failure },
          { startedAt: start, now: start, spread: 0 },
        );
        operation = replay(failed, { actor: 'key_1', reason: `${n}` }, start);
      }
      expect(operation.run).to.equal(251);
      expect(operation.replays.map(({ reason }) => reason)).to.deep.equal(
        Array.from({ length: 200 }, (_, i) => `${i + 51}`),
      );
    });

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

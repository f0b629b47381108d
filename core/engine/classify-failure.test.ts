import { expect } from 'chai';
import { errorCodes, ServiceError, StorageUnavailable, WriteDefect } from '../domain/errors.ts';
import { classifyFailure, Interruption } from './classify-failure.ts';

describe('classifying failures', () => {
  const kindOf = (thrown: unknown) => classifyFailure(thrown, 0)?.kind;

  it('retries what may pass and fails what may not, for every code', () => {
    const kinds = Object.fromEntries(errorCodes.map((code) => [code, kindOf(new ServiceError(code, 'x'))]));
    expect(kinds).to.deep.equal({
      BAD_REQUEST: 'failed',
      UNAUTHORIZED: 'failed',
      CONNECTION_LIMIT_REACHED: 'failed',
      READ_ONLY: 'failed',
      FORBIDDEN: 'failed',
      NOT_FOUND: 'failed',
      METHOD_NOT_ALLOWED: 'failed',
      PAYLOAD_TOO_LARGE: 'failed',
      UNSUPPORTED_MEDIA_TYPE: 'failed',
      CONFLICT: 'failed',
      ACTION_REQUIRED: 'failed',
      IDEMPOTENCY_IN_PROGRESS: 'retry',
      IDEMPOTENCY_KEY_REUSED: 'failed',
      PROVIDER_REJECTED: 'failed',
      RATE_LIMITED: 'postponed',
      INTERNAL: 'failed',
      PROVIDER_ERROR: 'retry',
      PROVIDER_UNAVAILABLE: 'retry',
      PROVIDER_TIMEOUT: 'retry',
      DATABASE_UNAVAILABLE: 'retry',
      DATABASE_WENT_BACK: 'postponed',
    });
  });

  it('retries what the database kept from going on, and says so', () => {
    const away = new StorageUnavailable(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    for (const [thrown, outcome] of [
      [away, undefined],
      [new WriteDefect('unknown', away), 'unknown'],
    ] as const) {
      const told = classifyFailure(thrown, 0);
      expect(told).to.nested.include({ kind: 'retry', 'error.code': 'DATABASE_UNAVAILABLE', 'error.retryable': true });
      expect(told).to.have.nested.property('error.message').that.does.not.contain('10.0.0.7');
      if (outcome) expect(told).to.nested.include({ 'error.outcome': outcome });
    }
  });

  it('does not retry an app that the provider does not know', () => {
    expect(kindOf(new ServiceError('PROVIDER_ERROR', 'x', { reason: 'invalid_client' }))).to.equal('failed');
  });

  it('passes Retry-After on', () => {
    const thrown = new ServiceError('PROVIDER_UNAVAILABLE', 'x', { retryAfterSeconds: 44 });
    expect(classifyFailure(thrown, 0)).to.include({ kind: 'retry', retryAfterSeconds: 44 });
  });

  it('never waits for budget without a pause, and spreads those who wait', () => {
    const limited = (retryAfterSeconds: number) => new ServiceError('RATE_LIMITED', 'x', { retryAfterSeconds });
    expect(classifyFailure(limited(0), 0)).to.include({ retryAfterSeconds: 1 });
    expect(classifyFailure(limited(10), 0.5)).to.include({ retryAfterSeconds: 11 });
    expect(classifyFailure(new ServiceError('RATE_LIMITED', 'x'), 0)).to.include({ retryAfterSeconds: 5 });
  });

  it('says nothing of a defect', () => {
    for (const thrown of [new Error('password=x'), 'password=x', null, undefined]) {
      const outcome = classifyFailure(thrown, 0);
      expect(outcome?.kind).to.equal('retry');
      expect(JSON.stringify(outcome)).not.to.contain('password');
    }
  });

  it('takes a stop for what it is', () => {
    expect(classifyFailure(new Interruption('lease_lost'), 0)).to.equal(undefined);
    expect(classifyFailure(new Interruption('cancel_requested'), 0)).to.deep.equal({ kind: 'cancelled' });
    expect(classifyFailure(new Interruption('shutdown'), 0)).to.include({ kind: 'postponed', retryAfterSeconds: 0 });
  });
});

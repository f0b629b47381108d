import { expect } from 'chai';
import { conflict, ServiceError } from '../../domain/errors.ts';
import { storedRefusal, verdict, withOutcome } from './verdict.ts';

const providerError = { status: 400, messages: ['The contact name Ridgeway is taken'] };
const rejected = new ServiceError('PROVIDER_REJECTED', 'refused: The contact name Ridgeway is taken', {
  providerError,
  outcome: 'not_applied',
});
const gone = new ServiceError('NOT_FOUND', 'no such invoice', { providerError: { status: 404, messages: [] } });
const raced = new ServiceError('CONFLICT', 'has payments', { reason: 'invoice_not_cancellable', providerError });
const lost = new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
const neverSent = new ServiceError('PROVIDER_UNAVAILABLE', 'no connection', { outcome: 'not_applied' });
const silent = new ServiceError('PROVIDER_UNAVAILABLE', 'sign-in is down');
const limited = new ServiceError('RATE_LIMITED', 'budget', { outcome: 'not_applied' });
const refusedAccess = new ServiceError('ACTION_REQUIRED', 'reconnect', { reason: 'invalid_grant' });
const inactive = conflict('connection_not_active', 'the connection is disconnected');
const over = new ServiceError('CONFLICT', 'changed since', { reason: 'target_changed', outcome: 'unknown' });
const moved = new ServiceError('CONFLICT', 'changed meanwhile', {
  ...{ reason: 'record_changed', outcome: 'not_applied', providerError },
});
const invalid = new ServiceError('BAD_REQUEST', 'no place for that');
const defect = new TypeError('undefined is not a function');

describe('the verdict on a failed write', () => {
  type Verdict = ReturnType<typeof verdict>;
  /** The verdicts before the provider was called · after it · after it, with an earlier attempt open. */
  const rows: readonly [string, unknown, Verdict, Verdict, Verdict][] = [
    ["the provider's refusal", rejected, 'release', 'store', 'store'],
    ["the provider's 404", gone, 'release', 'store', 'store'],
    ["a race that the provider's refusal told of", raced, 'release', 'store', 'store'],
    ['a lost answer', lost, 'release', 'suspend', 'suspend'],
    ['a request that certainly never left', neverSent, 'release', 'release', 'suspend'],
    ['an outage that says nothing of the write', silent, 'release', 'suspend', 'suspend'],
    ['a used-up budget', limited, 'release', 'release', 'suspend'],
    ['a dead authorization', refusedAccess, 'release', 'release', 'suspend'],
    ['a conflict of our own', inactive, 'release', 'release', 'suspend'],
    ['a change of somebody else after which ours cannot arrive', over, 'release', 'store', 'store'],
    ['a change of somebody else that asks for a repeat', moved, 'release', 'release', 'suspend'],
    ['a bad request', invalid, 'release', 'release', 'suspend'],
    ['a defect', defect, 'release', 'suspend', 'suspend'],
    ['what is no error at all', undefined, 'release', 'suspend', 'suspend'],
  ];
  for (const [name, error, before, after, open] of rows) {
    it(`${name}: ${before} before the call, ${after} after it, ${open} while an earlier one is open`, () => {
      expect(verdict({ error, isBegun: false, isEarlierOpen: false })).to.equal(before);
      expect(verdict({ error, isBegun: true, isEarlierOpen: false })).to.equal(after);
      expect(verdict({ error, isBegun: true, isEarlierOpen: true })).to.equal(open);
    });
  }
});

describe('the outcome that a failed write tells', () => {
  const rows: readonly [string, ServiceError, string, string, string][] = [
    ['a lost answer', lost, 'not_applied', 'unknown', 'unknown'],
    ['a request that certainly never left', neverSent, 'not_applied', 'not_applied', 'unknown'],
    ['an outage that says nothing of the write', silent, 'not_applied', 'unknown', 'unknown'],
    ['a used-up budget', limited, 'not_applied', 'not_applied', 'unknown'],
    ['a change of somebody else that asks for a repeat', moved, 'not_applied', 'not_applied', 'unknown'],
  ];
  for (const [name, error, before, after, open] of rows) {
    it(`${name}: ${before} before the call, ${after} after it, ${open} while an earlier one is open`, () => {
      const told = (isBegun: boolean, isEarlierOpen: boolean) =>
        (withOutcome({ error, isBegun, isEarlierOpen }) as ServiceError).details.outcome;
      expect([told(false, false), told(true, false), told(true, true)]).to.deep.equal([before, after, open]);
    });
  }

  it('is not added where the provider answered, nor to defects', () => {
    for (const error of [rejected, gone, raced, over, refusedAccess, invalid, defect]) {
      expect(withOutcome({ error, isBegun: true, isEarlierOpen: true })).to.equal(error);
    }
  });

  it('leaves all else of the error as it was', () => {
    const told = withOutcome({ error: silent, isBegun: false, isEarlierOpen: false }) as ServiceError;
    expect(told).to.include({ code: silent.code, message: silent.message, cause: silent });
  });
});

describe('what is kept of a refusal', () => {
  it('is all of it', () => {
    const { code, message, details } = rejected;
    expect(storedRefusal(rejected, 'cached')).to.deep.equal({ code, message, details });
  });

  it('is nothing that quotes the record where nothing may be kept', () => {
    expect(JSON.stringify(storedRefusal(rejected, 'zero'))).not.to.contain('Ridgeway');
    expect(storedRefusal(rejected, 'zero')).to.deep.include({ code: 'PROVIDER_REJECTED' });
    expect(storedRefusal(gone, 'zero').message).to.equal('no such invoice');
    expect(storedRefusal(raced, 'zero').details.reason).to.equal('invoice_not_cancellable');
  });
});

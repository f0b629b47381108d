import { expect } from 'chai';
import { deliveryVerdict, retryAfterMaxSeconds } from './delivery.ts';

function verdictOn(responseStatus: number | null, retryAfterSeconds: number | null = null) {
  return deliveryVerdict(
    { responseStatus, error: responseStatus === null ? 'connection refused' : null },
    retryAfterSeconds,
  );
}

describe('delivery verdict', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    it(`${status} is a success`, () => expect(verdictOn(status)).to.deep.equal({ kind: 'delivered' }));
  }

  for (const status of [100, 301, 302, 307, 400, 401, 404, 408, 409, 413, 429, 500, 502, 503, 504, 599]) {
    it(`${status} is tried again by the schedule`, () => {
      const verdict = verdictOn(status);
      expect(verdict).to.include({ kind: 'retry', retryAfterSeconds: 0 });
      expect(verdict).to.have.nested.property('error.message', `the endpoint answered ${status}`);
      expect(verdict).to.have.nested.property('error.retryable', true);
    });
  }

  it('410 is the end', () => {
    expect(verdictOn(410, 60)).to.deep.include({ kind: 'gone' });
  });

  it('no answer is tried again, and says why', () => {
    const verdict = verdictOn(null);
    expect(verdict).to.deep.include({ kind: 'retry' });
    expect(verdict).to.have.nested.property('error.message', 'connection refused');
  });

  it('honours Retry-After of 429 and 503 up to a day, and of nothing else', () => {
    expect(verdictOn(429, 90)).to.include({ retryAfterSeconds: 90 });
    expect(verdictOn(503, 90)).to.include({ retryAfterSeconds: 90 });
    expect(verdictOn(500, 90)).to.include({ retryAfterSeconds: 0 });
    expect(verdictOn(503, 10 * retryAfterMaxSeconds)).to.include({ retryAfterSeconds: 86_400 });
    expect(verdictOn(503, -5)).to.include({ retryAfterSeconds: 0 });
  });
});

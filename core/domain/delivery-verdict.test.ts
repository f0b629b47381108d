import { expect } from 'chai';
import { type DeliveryAnswer, deliveryVerdict, retryAfterMaxSeconds } from './delivery.ts';

function answered(status: number | null, retryAfterSeconds: number | null = null): DeliveryAnswer {
  return { status, retryAfterSeconds, error: status === null ? 'connection refused' : null };
}

describe('delivery verdict', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    it(`${status} is a success`, () => expect(deliveryVerdict(answered(status))).to.deep.equal({ kind: 'delivered' }));
  }

  for (const status of [100, 301, 302, 307, 400, 401, 404, 408, 409, 413, 429, 500, 502, 503, 504, 599]) {
    it(`${status} is tried again by the schedule`, () => {
      const verdict = deliveryVerdict(answered(status));
      expect(verdict).to.include({ kind: 'retry', retryAfterSeconds: 0 });
      expect(verdict).to.have.nested.property('error.message', `the endpoint answered ${status}`);
      expect(verdict).to.have.nested.property('error.retryable', true);
    });
  }

  it('410 is the end', () => {
    expect(deliveryVerdict(answered(410, 60))).to.deep.include({ kind: 'gone' });
  });

  it('no answer is tried again, and says why', () => {
    const verdict = deliveryVerdict(answered(null));
    expect(verdict).to.deep.include({ kind: 'retry' });
    expect(verdict).to.have.nested.property('error.message', 'connection refused');
  });

  it('honours Retry-After of 429 and 503 up to a day, and of nothing else', () => {
    expect(deliveryVerdict(answered(429, 90))).to.include({ retryAfterSeconds: 90 });
    expect(deliveryVerdict(answered(503, 90))).to.include({ retryAfterSeconds: 90 });
    expect(deliveryVerdict(answered(500, 90))).to.include({ retryAfterSeconds: 0 });
    expect(deliveryVerdict(answered(503, 10 * retryAfterMaxSeconds))).to.include({ retryAfterSeconds: 86_400 });
    expect(deliveryVerdict(answered(503, -5))).to.include({ retryAfterSeconds: 0 });
  });
});

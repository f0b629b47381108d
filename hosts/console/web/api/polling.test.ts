import { expect } from 'chai';
import { nextPollMs } from './polling.ts';

describe('polling', () => {
  it('is quick while something runs and slow else', () => {
    expect(nextPollMs({ busy: true, failures: 0 })).to.equal(2_000);
    expect(nextPollMs({ busy: false, failures: 0 })).to.equal(15_000);
  });

  it('backs off while it fails, within a bound, and obeys the service', () => {
    expect(nextPollMs({ busy: true, failures: 1 })).to.equal(30_000);
    expect(nextPollMs({ busy: true, failures: 2 })).to.equal(60_000);
    expect(nextPollMs({ busy: true, failures: 50 })).to.equal(120_000);
    expect(nextPollMs({ busy: false, failures: 1, retryAfterSeconds: 300 })).to.equal(300_000);
  });
});

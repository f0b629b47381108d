import { expect } from 'chai';
import fc from 'fast-check';
import { jittered, retryDelaySeconds, retryDelaysSeconds } from './backoff.ts';
import { operationTypes } from './operation.ts';

function schedule(type: (typeof operationTypes)[number]): readonly number[] {
  return Array.from({ length: retryDelaysSeconds(type).length }, (_, i) => retryDelaySeconds(type, i + 1, 0));
}

describe('backoff', () => {
  it('retries work after 5 s, 20 s, 1 min, 5 min, 15 min, 1 h, 2 h, 4 h, 8 h', () => {
    const expected = [5, 20, 60, 300, 900, 3600, 7200, 14_400, 28_800];
    for (const type of operationTypes.filter((t) => t !== 'webhook.deliver' && t !== 'alert.send')) {
      expect(schedule(type), type).to.deep.equal(expected);
    }
  });

  it('delivers after 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    expect(schedule('webhook.deliver')).to.deep.equal([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });

  it('alerts after 0, 5 s, 15 s, 30 s, 1 min, 2 min, 5 min, 10 min, 15 min, 30 min, 1 h, 2 h, 4 h, 8 h', () => {
    const expected = [5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];
    expect(schedule('alert.send')).to.deep.equal(expected);
  });

  it('gives every type ten attempts, and alerts fourteen', () => {
    for (const type of operationTypes) {
      expect(retryDelaysSeconds(type).length + 1, type).to.equal(type === 'alert.send' ? 14 : 10);
    }
  });

  it('stays at the longest wait beyond the table', () => {
    expect(retryDelaySeconds('connection.sync', 40, 0)).to.equal(28_800);
  });

  it('adds up to a fifth and never takes away', () => {
    const spread = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...operationTypes),
        fc.integer({ min: 1, max: 9 }),
        spread,
        (type, failed, random) => {
          const plain = retryDelaySeconds(type, failed, 0);
          expect(retryDelaySeconds(type, failed, random)).to.be.within(plain, plain * 1.2);
        },
      ),
    );
    expect(jittered(10, 0.5)).to.equal(11);
  });
});

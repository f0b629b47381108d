import { expect } from 'chai';
import { type Repeats, repetitionOf } from './idempotency.ts';

describe('how a create without an answer is repeated', () => {
  const keys: Repeats = { keySeconds: 360, marks: null };
  const marks: Repeats = { keySeconds: null, marks: { settleSeconds: 30 } };
  const both: Repeats = { keySeconds: 360, marks: { settleSeconds: 30 } };
  /** Seconds since it was sent; what tells the repeat, and how many seconds later. */
  const rows: readonly [string, Repeats, number, string, number][] = [
    ['while the key is remembered', keys, 330, 'key', 0],
    ['once it is forgotten', keys, 331, 'likeness', 0],
    ['right after a marked one was sent', marks, 0, 'mark', 50],
    ['while it may be on its way', marks, 49, 'mark', 1],
    ['once it has surely ended', marks, 50, 'mark', 0],
    ['a marked one by its key first', both, 330, 'key', 0],
    ['a marked one whose key was used a moment ago', both, 331, 'mark', 49],
    ['a marked one whose last call has surely ended', both, 380, 'mark', 0],
    ['after the clock was set back', marks, -86_400, 'mark', 50],
  ];
  for (const [name, repeats, passed, by, waitSeconds] of rows) {
    it(name, () => {
      const sentAt = new Date('2026-11-26T12:00:00Z');
      const now = new Date(sentAt.getTime() + passed * 1000);
      expect(repetitionOf(repeats, sentAt, now)).to.deep.equal({ by, waitSeconds });
    });
  }
});

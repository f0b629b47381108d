import { expect } from 'chai';
import fc from 'fast-check';
import { confirmedAfterMs, doubtedForMs, judgedMissing, type WholeWalk } from './missing-records.ts';

const at = new Date('2030-01-01T12:00:00Z');
const ago = (ms: number) => new Date(at.getTime() - ms);
const minute = 60_000;

/** A walk that lists all but those that are missing since some time. */
const walk = (
  missing: readonly (Date | null)[],
  { known = 10, listed = known - missing.length }: Partial<Pick<WholeWalk, 'known' | 'listed'>> = {},
): WholeWalk => ({
  at,
  known,
  listed,
  unlisted: missing.map((missedAt, i) => ({ providerId: `r${i}`, missedAt })),
});

describe('records that a complete walk misses', () => {
  const table: readonly [string, WholeWalk, ReturnType<typeof judgedMissing>][] = [
    ['a walk that finds all forgets what was missed', walk([]), { gone: [], missing: [] }],
    ['the first walk that misses one only notes it', walk([null]), { gone: [], missing: ['r0'] }],
    [
      'the second in a row says that it is gone',
      walk([ago(confirmedAfterMs), null]),
      { gone: ['r0'], missing: ['r1'] },
    ],
    ['two within some minutes are one', walk([ago(confirmedAfterMs - 1)]), { gone: [], missing: ['r0'] }],
    ['an empty answer says nothing', walk([ago(99 * doubtedForMs)], { known: 1 }), { gone: [], missing: null }],
    ['a fifth of it may go as usual', walk([ago(confirmedAfterMs), null]), { gone: ['r0'], missing: ['r1'] }],
    [
      'half an answer is doubted',
      walk([ago(confirmedAfterMs), null], { known: 4 }),
      { gone: [], missing: ['r0', 'r1'] },
    ],
    [
      'an answer without most of what is known must last a day',
      walk([ago(doubtedForMs - minute), ago(2 * minute), null], { known: 5 }),
      { gone: [], missing: ['r0', 'r1', 'r2'] },
    ],
    [
      'and is believed then',
      walk([ago(doubtedForMs), ago(doubtedForMs), null], { known: 5 }),
      { gone: ['r0', 'r1'], missing: ['r2'] },
    ],
    ['of two known records one may go', walk([ago(confirmedAfterMs)], { known: 2 }), { gone: ['r0'], missing: [] }],
    [
      'a time in the future counts as none',
      walk([new Date(at.getTime() + doubtedForMs)]),
      { gone: [], missing: ['r0'] },
    ],
  ];
  for (const [name, given, judged] of table) it(name, () => expect(judgedMissing(given)).to.deep.equal(judged));

  it('are never gone by one answer, and each is judged in one way', () => {
    const missed = fc.array(fc.option(fc.integer({ min: -doubtedForMs, max: 3 * doubtedForMs })), { maxLength: 12 });
    fc.assert(
      fc.property(missed, fc.nat(20), (times, found) => {
        const given = walk(
          times.map((ms) => (ms === null ? null : ago(ms))),
          { known: times.length + found, listed: found },
        );
        const { gone, missing } = judgedMissing(given);
        for (const id of gone) {
          const since = given.unlisted.find(({ providerId }) => providerId === id)?.missedAt;
          expect(at.getTime() - (since?.getTime() ?? at.getTime())).to.be.at.least(confirmedAfterMs);
        }
        if (found === 0 && times.length > 0) expect(missing).to.equal(null);
        else
          expect([...gone, ...(missing ?? [])].sort()).to.deep.equal(
            given.unlisted.map((one) => one.providerId).sort(),
          );
      }),
    );
  });
});

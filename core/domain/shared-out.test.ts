import { expect } from 'chai';
import fc from 'fast-check';
import { type EqualRecord, type LostCreate, sharedOut } from './shared-out.ts';

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute));
const sent = (from: number, until = from + 6): LostCreate => ({ from: at(from), until: at(until) });
const made = (minute: number): EqualRecord => ({ at: at(minute) });

describe('equal records are shared out among lost creates', () => {
  const rows: readonly [
    what: string,
    own: LostCreate,
    others: LostCreate[],
    records: EqualRecord[],
    came: number | string,
  ][] = [
    ['one create and its record', sent(0), [], [made(1)], 0],
    ['one create and nothing', sent(0), [], [], 'none'],
    ['two creates and two records', sent(0), [sent(0)], [made(1), made(1)], 0],
    ['two creates and one record', sent(0), [sent(0)], [made(1)], 0],
    ['one create and two records', sent(0), [], [made(1), made(1)], 'unknown'],
    ['a record that came too late for it', sent(0), [], [made(60)], 'unknown'],
    ['its record, and one that came too late', sent(0), [], [made(1), made(60)], 'unknown'],
    ['a record that a later create made', sent(0), [sent(60)], [made(61)], 'none'],
    ['its record behind that of an earlier create', sent(60), [sent(0)], [made(1), made(61)], 1],
    ['a record without a stamp', sent(0), [], [{ at: null }], 0],
    ['a record without a stamp, and too many', sent(0), [], [{ at: null }, made(1)], 'unknown'],
  ];
  for (const [what, own, others, records, came] of rows) {
    it(`${what}: ${came}`, () => {
      expect(sharedOut(own, others, records)).to.equal(came);
    });
  }

  it('so that every record has one create at most, as trying all ways says', () => {
    const minute = fc.integer({ min: 0, max: 12 });
    const create = fc.tuple(minute, fc.integer({ min: 0, max: 6 })).map(([from, more]) => sent(from, from + more));
    const record = fc.option(minute.map(made), { nil: { at: null } as EqualRecord });
    const [creates, records] = [fc.array(create, { maxLength: 4 }), fc.array(record, { maxLength: 4 })];
    const fits = ({ from, until }: LostCreate, { at: on }: EqualRecord) => !on || (on >= from && on <= until);
    const canAll = (left: readonly LostCreate[], [first, ...rest]: readonly EqualRecord[]): boolean =>
      !first || left.some((one, i) => fits(one, first) && canAll(left.toSpliced(i, 1), rest));
    fc.assert(
      fc.property(create, creates, records, (own, others, all) => {
        const came = sharedOut(own, others, all);
        const takes = all.some((one, i) => fits(own, one) && canAll(others, all.toSpliced(i, 1)));
        if (typeof came === 'number') {
          const taken = all[came];
          expect(taken && fits(own, taken) && canAll(others, all.toSpliced(came, 1))).to.equal(true);
        } else expect(takes).to.equal(false);
        expect(came === 'unknown').to.equal(!takes && !canAll(others, all));
      }),
      { numRuns: process.env['TEST_LONG'] ? 10_000 : 300 },
    );
  });
});

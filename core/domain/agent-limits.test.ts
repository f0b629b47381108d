import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { Money } from './agent-act.ts';
import { amountOfAct, type CountedSum, limitsPassed, spentOf, summed, sumsAfter, totalOf } from './agent-limits.ts';

const runs = { numRuns: process.env['TEST_LONG'] ? 2_000 : 100 };

/** Cents, which are exact; as an amount of money. */
const cents = fc.integer({ min: 1, max: 1_000_000_00 });
const money = (count: number) => new Decimal(count).div(100).toFixed();
const currency = fc.constantFrom('EUR', 'GBP', 'NZD');
const counted: fc.Arbitrary<CountedSum> = fc.record({
  currency,
  amount: fc.integer({ min: 0, max: 1_000_000_00 }).map(money),
  writes: fc.integer({ min: 0, max: 20 }),
});
const textOf = (rows: readonly CountedSum[]) =>
  rows.map(({ currency: name, amount, writes }) => `${name} ${new Decimal(amount).toFixed()} ${writes}`).sort();
const oneEach = (rows: readonly CountedSum[]) => [...new Map(rows.map((row) => [row.currency, row])).values()];

/** The rows as a store holds them once the changed ones are put. */
function put(rows: readonly CountedSum[], changed: readonly CountedSum[]): readonly CountedSum[] {
  return [...rows.filter((row) => !changed.some((one) => one.currency === row.currency)), ...changed];
}

describe('limits of an agent’s writes', () => {
  it('let pass exactly what fits, to the cent, and nothing above', () => {
    const cases = fc.record({ limit: cents, spent: fc.integer({ min: 0, max: 1_000_000_00 }), asked: cents });
    fc.assert(
      fc.property(cases, ({ limit, spent, asked }) => {
        const rows = [{ currency: 'GBP', amount: money(spent), writes: 0 }];
        const amounts = [{ currency: 'GBP', amount: money(asked) }];
        const passed = (limits: 'perDay' | 'perWrite') => {
          const whole = { perDay: null, perWrite: null, writesPerDay: null, [limits]: { GBP: limit / 100 } };
          return limitsPassed(whole, { amounts, writes: 1 }, spentOf(rows)).length;
        };
        expect(passed('perWrite')).to.equal(asked > limit ? 1 : 0);
        expect(passed('perDay')).to.equal(spent + asked > limit ? 1 : 0);
      }),
      runs,
    );
    const tenths = [1, 2].map((amount) => ({ currency: 'GBP', amount: `0.${amount}` }));
    const limits = { perWrite: { GBP: 0.3 }, perDay: { GBP: 0.3 }, writesPerDay: null };
    expect(limitsPassed(limits, { amounts: summed(tenths), writes: 1 }, spentOf([]))).to.deep.equal([]);
  });

  it('never let a day’s writes sum up to more than it may have, whatever is asked for in which order', () => {
    const asks = fc.array(fc.record({ currency, count: cents, writes: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(asks, cents, fc.integer({ min: 0, max: 10 }), (asked, most, writesPerDay) => {
        const limits = { perWrite: null, perDay: { GBP: most / 100, EUR: most / 100 }, writesPerDay };
        let rows: readonly CountedSum[] = [];
        for (const { currency: name, count, writes } of asked) {
          const amounts: readonly Money[] = [{ currency: name, amount: money(count) }];
          if (limitsPassed(limits, { amounts, writes }, spentOf(rows)).length > 0) continue;
          const reserved = [{ currency: '', amount: '0', writes }, ...amounts.map((one) => ({ ...one, writes: 0 }))];
          rows = put(rows, sumsAfter(rows, reserved, 1));
        }
        const { amounts, writes } = spentOf(rows);
        expect(writes).to.be.at.most(writesPerDay);
        for (const [name, sum] of amounts) {
          // A currency that the limit does not name has 0.
          const limit = name === 'NZD' ? 0 : most / 100;
          expect(sum.lte(limit), `${name} ${sum} of ${limit}`).to.equal(true);
        }
      }),
      runs,
    );
  });

  it('an unknown currency and one that no limit names have 0; a key without limits passes all', () => {
    const limits = { perWrite: { GBP: 100 }, perDay: null, writesPerDay: null };
    for (const name of ['', 'USD', 'constructor']) {
      const asked = { amounts: [{ currency: name, amount: '0.01' }], writes: 1 };
      expect(limitsPassed(limits, asked, spentOf([])), name).to.have.length(1);
      expect(limitsPassed(null, asked, spentOf([]))).to.deep.equal([]);
    }
  });
});

describe('the sums of a day', () => {
  it('count several changes of one currency in one call as one after the other', () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 6 }), fc.array(counted, { maxLength: 6 }), (held, by) => {
        const rows = oneEach(held);
        const atOnce = put(rows, sumsAfter(rows, by, 1));
        const oneByOne = by.reduce<readonly CountedSum[]>((sums, one) => put(sums, sumsAfter(sums, [one], 1)), rows);
        expect(textOf(atOnce)).to.deep.equal(textOf(oneByOne));
        expect(new Set(atOnce.map((row) => row.currency)).size).to.equal(atOnce.length);
      }),
      runs,
    );
  });

  it('are what they were once all that was added is taken back', () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 6 }), fc.array(counted, { maxLength: 6 }), (held, by) => {
        const rows = oneEach(held);
        const added = put(rows, sumsAfter(rows, by, 1));
        const back = put(added, sumsAfter(added, by, -1));
        const isSomething = ({ amount, writes }: CountedSum) => writes !== 0 || !new Decimal(amount).isZero();
        expect(textOf(back.filter(isSomething))).to.deep.equal(textOf(rows.filter(isSomething)));
      }),
      runs,
    );
  });
});

describe('what a write counts', () => {
  const priced = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: cents }), { minLength: 1 });
  const document = (lines: readonly { readonly quantity: number; readonly price: number }[]) => ({
    line_items: lines.map(({ quantity, price }) => ({ quantity, unit_amount: price / 100, account_code: '200' })),
  });

  it('is the exact sum of its lines, however many they are', () => {
    fc.assert(
      fc.property(priced, (lines) => {
        const sum = lines.reduce((total, { quantity, price }) => total + quantity * price, 0);
        expect(totalOf('invoices', document(lines)).toFixed()).to.equal(money(sum));
      }),
      runs,
    );
  });

  it('is of a change what it adds, and never less than nothing', () => {
    fc.assert(
      fc.property(priced, priced, (before, after) => {
        const act = { kind: 'update', type: 'invoices', providerId: 'a', fields: document(after) } as const;
        const grown = totalOf('invoices', act.fields).minus(totalOf('invoices', document(before)));
        const counts = amountOfAct(act, document(before));
        expect(counts.toFixed()).to.equal(Decimal.max(0, grown).toFixed());
      }),
      runs,
    );
  });
});

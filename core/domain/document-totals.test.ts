import { expect } from 'chai';
import { areEqualTotals, expectedTotals, lineAmountOf, shownTotals, type TaxRate } from './document-lines.ts';
import type { JsonObject } from './json.ts';

const rates = new Map<string, TaxRate>([
  ['OUTPUT2', { percent: 15, isSimple: true }],
  ['SPLIT', { percent: 15, isSimple: false }],
]);
const line = (unit_amount: number, more: JsonObject = {}): JsonObject => ({
  quantity: 1,
  unit_amount,
  tax_type: 'OUTPUT2',
  ...more,
});

describe('what the provider will make of lines', () => {
  // Provider: recorded sums.
  const known: readonly [string, string, readonly JsonObject[], readonly [number, number, number]][] = [
    ['tax is rounded by line', 'exclusive', [line(25.06), line(25.61), line(25.63)], [76.3, 11.44, 87.74]],
    ['tax is taken out of an inclusive line', 'inclusive', [line(541.25)], [470.65, 70.6, 541.25]],
    ['an even inclusive line', 'inclusive', [line(500)], [434.78, 65.22, 500]],
    ['half a cent goes up', 'exclusive', [line(19.95, { discount_rate: 10 })], [17.96, 2.69, 20.65]],
    ['a discount in money', 'exclusive', [line(100, { discount_amount: 1.5 })], [98.5, 14.78, 113.28]],
    ['no tax', 'no_tax', [line(20, { quantity: 2 })], [40, 0, 40]],
    ['a tax type of none', 'exclusive', [line(20, { tax_type: 'NONE' })], [20, 0, 20]],
    ['a line of text', 'exclusive', [line(20), { description: 'thanks' }], [20, 3, 23]],
    ['no lines', 'exclusive', [], [0, 0, 0]],
  ];
  for (const [name, line_amount_mode, line_items, [sub_total, total_tax, total]] of known) {
    it(name, () => {
      const totals = expectedTotals({ line_amount_mode, line_items }, rates);
      expect(totals && areEqualTotals(totals, shownTotals({ sub_total, total_tax, total }))).to.equal(true);
    });
  }

  for (const tax_type of ['UNKNOWN', 'SPLIT', null]) {
    it(`is not known where the tax type is ${tax_type}`, () => {
      const fields = { line_amount_mode: 'exclusive', line_items: [line(1), line(2, { tax_type })] };
      expect(expectedTotals(fields, rates)).to.equal(undefined);
    });
  }

  it('counts a line without a quantity as one piece', () => {
    expect(lineAmountOf({ unit_amount: 17.955 }).toNumber()).to.equal(17.96);
  });

  it('differs where any of the three differs', () => {
    const shown = (more: JsonObject) => shownTotals({ sub_total: 1, total_tax: 1, total: 2, ...more });
    expect(areEqualTotals(shown({}), shown({}))).to.equal(true);
    for (const name of ['sub_total', 'total_tax', 'total']) {
      expect(areEqualTotals(shown({}), shown({ [name]: 9 })), name).to.equal(false);
    }
  });
});

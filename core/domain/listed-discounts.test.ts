import { expect } from 'chai';
import type { JsonObject } from './json.ts';
import { lacksDiscounts, withKnownDiscounts } from './listed-discounts.ts';

const amounts = { quantity: 2, unit_amount: 50, line_amount: 93, tax_amount: 13.95 };
const known = { line_item_id: 'a', ...amounts, discount_rate: null, discount_amount: 7 };
const listed = { line_item_id: 'a', ...amounts, discount_rate: 7, discount_amount: null };

describe('the discounts of a listed document', () => {
  const after = (line: object, before: object) => {
    const [first] = withKnownDiscounts({ line_items: [line as JsonObject] }, { line_items: [before as JsonObject] })[
      'line_items'
    ] as readonly JsonObject[];
    return [first?.['discount_rate'], first?.['discount_amount']];
  };
  const rows: readonly [string, object, object, readonly unknown[]][] = [
    ['are the known ones of an equal line', listed, known, [null, 7]],
    ['are those shown, if nothing is known of the line', listed, { ...known, line_item_id: 'b' }, [7, null]],
    ['are those shown, if the price is another', { ...listed, unit_amount: 51 }, known, [7, null]],
    ['are those shown, if the amount is another', { ...listed, line_amount: 90 }, known, [7, null]],
    ['are those shown, if they have an amount', { ...listed, discount_amount: 8 }, known, [7, 8]],
    ['are none, if none is shown', { ...listed, discount_rate: null }, known, [null, null]],
    [
      'are those shown, if only a rate is known',
      listed,
      { ...known, discount_rate: 7, discount_amount: null },
      [7, null],
    ],
    [
      'are those shown, if the lines have no ids',
      { ...listed, line_item_id: null },
      { ...known, line_item_id: null },
      [7, null],
    ],
  ];
  for (const [what, line, before, expected] of rows) {
    it(what, () => expect(after(line, before)).to.deep.equal(expected));
  }

  it('are looked up only where a rate has no amount', () => {
    expect(lacksDiscounts({ line_items: [known, listed] })).to.equal(true);
    expect(lacksDiscounts({ line_items: [known, { ...listed, discount_rate: 0 }, {}] })).to.equal(false);
    expect(lacksDiscounts({ total: 1 })).to.equal(false);
  });

  it('change nothing else of the document', () => {
    const document = { number: 'INV-1', line_items: [listed, { ...listed, line_item_id: 'z' }] };
    expect(withKnownDiscounts(document, { number: 'INV-0', line_items: [] })).to.deep.equal(document);
  });
});

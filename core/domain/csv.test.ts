import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from './csv.ts';

describe('CSV', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.constantFrom(...'=+-@\t\r\n＝＋－＠";,\' '), fc.string()).map(([first, rest]) => first + rest),
  );
  const cells = fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
  const begins = /^[=+\-@\t\r\n＝＋－＠]/;
  const read = (text: string) =>
    parse(text, { relax_column_count: true, record_delimiter: '\r\n' }) as readonly (readonly string[])[];

  it('is read by another parser as it was, and no cell begins a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cells, { minLength: 2, maxLength: 6 }), { minLength: 1 }), (rows) => {
        const found = read(rows.map(csvLine).join(''));
        expect(found.length).to.equal(rows.length);
        for (const [i, row] of rows.entries())
          for (const [k, value] of row.entries()) {
            const isFormula = typeof value === 'string' && begins.test(value);
            expect(found[i]?.[k]).to.equal(`${isFormula ? "'" : ''}${value ?? ''}`);
            if (typeof value !== 'number') expect(found[i]?.[k]).not.to.match(begins);
          }
      }),
    );
  });

  const written: readonly (readonly [unknown, string])[] = [
    ['=1+1', "'=1+1"],
    ['-2', "'-2"],
    [-2, '-2'],
    [1e-7, '1e-7'],
    ['@SUM(A1),"x"', '"\'@SUM(A1),""x"""'],
    ['\t=1', "'\t=1"],
    ['two\rlines', '"two\rlines"'],
    ['two\nlines', '"two\nlines"'],
    ['it’s +1', 'it’s +1'],
    ["'=1", "'=1"],
    [undefined, ''],
    [false, 'false'],
    [['=a', 1], '"[""=a"",1]"'],
    [{ a: '=1' }, '"{""a"":""=1""}"'],
  ];
  for (const [value, cell] of written)
    it(`writes ${JSON.stringify(value)} as ${JSON.stringify(cell)}`, () =>
      expect(csvLine([value, 'end'])).to.equal(`${cell},end\r\n`));
});

import { expect } from 'chai';
import { csv } from './csv.ts';

describe('CSV', () => {
  it('quotes what needs it', () => {
    expect(
      csv(
        ['a', 'b'],
        [
          ['x, "y"', -1],
          ['plain', 2],
        ],
      ),
    ).to.equal('a,b\r\n"x, ""y""",-1\r\nplain,2\r\n');
  });

  it('gives spreadsheets no formulas', () => {
    expect(csv(['a'], [['=1+1'], ['@x'], ['\n=1+1']])).to.equal("a\r\n'=1+1\r\n'@x\r\n\"'\n=1+1\"\r\n");
  });
});

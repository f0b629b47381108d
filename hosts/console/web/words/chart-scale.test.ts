import { expect } from 'chai';
import { axis, columnAt, stackedBars } from './chart-scale.ts';

describe('chart scale', () => {
  it('ends at a round number not below the most', () => {
    for (const most of [0, 1, 2, 3, 7, 10, 11, 99, 101, 999, 12_345]) {
      const { top, ticks } = axis(most);
      expect(top).to.be.at.least(Math.max(most, 1));
      expect(ticks[0]).to.equal(0);
      expect(ticks.at(-1)).to.equal(top);
      expect(ticks.length).to.be.within(2, 5);
      expect(ticks.every(Number.isInteger)).to.equal(true);
    }
  });

  it('stacks bars from the bottom', () => {
    const [bar] = stackedBars([[1, 3]], { width: 100, height: 50, top: 5, gap: 0 });
    expect(bar).to.deep.equal({
      x: 0,
      width: 100,
      parts: [
        { y: 40, height: 10 },
        { y: 10, height: 30 },
      ],
    });
  });

  it('finds the column below a point, and the nearest one beside the plot', () => {
    const at = (x: number) => columnAt(x, 4, 100);
    expect([-5, 0, 24, 25, 99, 100, 400].map(at)).to.deep.equal([0, 0, 0, 1, 3, 3, 3]);
  });
});

import { expect } from 'chai';
import { openedEach, openedOnce, standInFor } from './opened.ts';

describe('what a suite opens', () => {
  const log: string[] = [];
  let made = 0;
  const open = (name: string) => {
    const number = ++made;
    log.push(`open ${name} ${number}`);
    return { number, plane: { environment: 'test' }, close: async () => void log.push(`close ${name} ${number}`) };
  };

  describe('once or for each case', () => {
    const once = openedOnce(async () => open('once'));
    const each = openedEach(() => open('each'));
    const part = standInFor(() => each.plane);

    it('is there under its name', () => {
      expect([once.number, each.number, { ...part }]).to.deep.equal([1, 2, { environment: 'test' }]);
      expect(part).to.deep.equal({ environment: 'test' });
      expect(Object.keys(each)).to.deep.equal(['number', 'plane', 'close']);
      expect('plane' in each).to.equal(true);
    });

    it('is the same, or another', () => {
      expect([once.number, each.number]).to.deep.equal([1, 3]);
    });
  });

  describe('afterwards', () => {
    it('is closed after the last case, or after each', () => {
      expect(log).to.deep.equal([
        'open once 1',
        'open each 2',
        'close each 2',
        'open each 3',
        'close each 3',
        'close once 1',
      ]);
    });
  });

  describe('while it is declared', () => {
    const early = openedOnce(() => ({ number: 1 }));
    let refusal: unknown;
    try {
      refusal = early.number;
    } catch (error) {
      refusal = error;
    }

    it('cannot be used', () => {
      expect(String(refusal)).to.contain('use it in a hook or a case');
    });
  });
});

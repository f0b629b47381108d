import { expect } from 'chai';
import { localInput } from './local-input.ts';

describe('local input', () => {
  it('is local time that reads back to the minute', () => {
    const at = new Date(2026, 0, 2, 3, 4, 59);
    expect(localInput(at)).to.equal('2026-01-02T03:04');
    expect(new Date(localInput(at)).getTime()).to.equal(new Date(2026, 0, 2, 3, 4).getTime());
  });
});

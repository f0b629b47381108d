import { expect } from 'chai';
import { stepProgress } from './step-progress.ts';

describe('step progress', () => {
  it('tells what was counted', () => {
    expect(stepProgress({ read: 100, changed_records: 3, next: 'x' })).to.equal('read 100 · changed records 3');
  });

  it('has nothing to tell of anything else', () => {
    expect([null, 'x', 3, { a: 'b' }, []].map(stepProgress)).to.deep.equal(['', '', '', '', '']);
  });
});

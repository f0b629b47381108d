import { expect } from 'chai';
import { allowanceMs, createPulse } from './pulse.ts';

describe('the pulse of the loops', () => {
  it('tells of a loop that has not moved for much longer than it meant to pause', () => {
    let nowMs = 0;
    const pulse = createPulse(() => nowMs);
    expect(pulse.stuck()).to.deep.equal([]);
    pulse.beat('claiming', 1000);
    pulse.beat('sweeping', 5000);
    nowMs = allowanceMs + 1000;
    expect(pulse.stuck()).to.deep.equal([]);
    nowMs += 1;
    expect(pulse.stuck()).to.deep.equal(['claiming']);
    pulse.beat('claiming', 0);
    expect(pulse.stuck()).to.deep.equal([]);
    nowMs += 4000;
    expect(pulse.stuck()).to.deep.equal(['sweeping']);
  });
});

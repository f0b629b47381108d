import { expect } from 'chai';
import { createLogPlace } from './log-place.ts';

describe('the place in a server’s log', () => {
  it('is the latest of each timeline, and a late answer of the former primary is no move', () => {
    const place = createLogPlace();
    let moves = 0;
    place.onMove(() => {
      moves += 1;
    });
    place.note(1);
    expect([place.position(1), place.position(null), moves]).to.deep.equal([null, null, 0]);
    place.note(1, 20);
    place.note(1, 10);
    expect([place.position(1), moves]).to.deep.equal([20, 0]);
    place.note(2, 15);
    place.note(1, 30);
    place.note(2, 16);
    expect([place.position(1), place.position(2), moves]).to.deep.equal([30, 16, 1]);
    place.note(7);
    expect([place.position(1), place.position(2), place.position(7), moves]).to.deep.equal([null, 16, null, 2]);
  });
});

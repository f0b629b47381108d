import { expect } from 'chai';
import { anyRoom } from '#core/ports';
import { createHold } from './hold.ts';
import { world } from './testing/world.ts';

describe('what holds a worker back', () => {
  const made = (onRelease?: () => void) => {
    const { lines, options } = world();
    return { lines, hold: createHold(options.log, 5000, onRelease) };
  };

  it('is nothing at first', () => {
    expect(made().hold.narrowed(anyRoom(10), false)).to.deep.equal(anyRoom(10));
  });

  it('lets nothing be claimed while the worker drains or its clock or schema is off', () => {
    for (const reason of ['draining', 'clock', 'schema'] as const) {
      const { hold } = made();
      hold.set('overloaded', true);
      hold.set(reason, true);
      expect(hold.narrowed(anyRoom(10), true), reason).to.deep.equal(anyRoom(0));
    }
  });

  it('lets one be claimed under load when nothing runs, since only work gives memory back', () => {
    const { hold } = made();
    hold.set('overloaded', true);
    expect(hold.narrowed(anyRoom(10), true)).to.deep.equal(anyRoom(1));
    expect(hold.narrowed(anyRoom(10), false)).to.deep.equal(anyRoom(0));
    expect(hold.narrowed(anyRoom(0), true), 'never widened').to.deep.equal(anyRoom(0));
  });

  it('says once that a reason begins and once that it ends, and releases the claims', () => {
    let released = 0;
    const { hold } = made(() => {
      released += 1;
    });
    expect([true, true, false, false].map((holds) => hold.set('clock', holds))).to.deep.equal([
      true,
      false,
      true,
      false,
    ]);
    expect([released, hold.reasons()]).to.deep.equal([1, []]);
  });

  it('waits longer and longer while the database does not answer, and logs an outage once', async () => {
    const { hold, lines } = made();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      expect(await hold.asking(() => Promise.reject(new Error('down')))).to.equal(undefined);
      pauses.push(hold.outagePauseMs());
    }
    expect(pauses).to.deep.equal([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
    expect([hold.reasons(), hold.narrowed(anyRoom(3), false)]).to.deep.equal([['database_down'], anyRoom(3)]);
    expect(await hold.asking(async () => 7)).to.equal(7);
    expect(hold.reasons()).to.deep.equal([]);
    expect(lines).to.deep.equal(['worker cannot reach the database', 'worker reaches the database again']);
  });
});

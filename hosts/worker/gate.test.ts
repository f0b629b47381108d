import { expect } from 'chai';
import { anyRoom } from '#core';
import { createGate, holdReasons } from './gate.ts';

describe('the gate before claims', () => {
  it('is open when nothing holds', () => {
    expect(createGate().narrowed(anyRoom(10), false)).to.deep.equal(anyRoom(10));
  });

  it('lets a quarter through when narrow, never nothing', () => {
    const gate = createGate();
    gate.hold('event_loop', 'narrow');
    expect(gate.narrowed(anyRoom(10), false)).to.deep.equal(anyRoom(3));
    expect(gate.narrowed(anyRoom(1), false)).to.deep.equal(anyRoom(1));
    expect(gate.narrowed(anyRoom(0), false).limit).to.equal(0);
  });

  it('never widens a room', () => {
    const gate = createGate();
    gate.hold('database_slow', 'narrow');
    const room = { ...anyRoom(40), lanes: { ...anyRoom(40).lanes, sync: 1 } };
    expect(gate.narrowed(room, false)).to.deep.equal({
      ...anyRoom(10),
      lanes: { ...anyRoom(10).lanes, sync: 1 },
    });
  });

  it('lets nothing through when any reason shuts it', () => {
    for (const reason of holdReasons) {
      const gate = createGate();
      gate.hold('event_loop', 'narrow');
      gate.hold(reason, 'shut');
      expect(gate.narrowed(anyRoom(10), false), reason).to.deep.equal(anyRoom(0));
    }
  });

  it('lets one through when memory alone shuts it and nothing runs, since only work gives memory back', () => {
    const gate = createGate();
    gate.hold('memory', 'shut');
    expect(gate.narrowed(anyRoom(10), true).limit).to.equal(1);
    expect(gate.narrowed(anyRoom(10), false).limit).to.equal(0);
    gate.hold('clock', 'shut');
    expect(gate.narrowed(anyRoom(10), true).limit).to.equal(0);
  });

  it('tells once that a reason begins and once that it ends, and every change to its listener', () => {
    let changes = 0;
    const gate = createGate(() => {
      changes += 1;
    });
    expect([gate.hold('memory', 'narrow'), gate.hold('memory', 'narrow'), gate.hold('memory', 'shut')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect([gate.release('memory'), gate.release('memory')]).to.deep.equal([true, false]);
    expect(changes).to.equal(3);
  });
});

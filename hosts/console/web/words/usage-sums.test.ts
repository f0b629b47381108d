import { expect } from 'chai';
import type { Meter } from '../api/wire.ts';
import { connectionsOf, sumByMeter, table } from './usage-sums.ts';

const item = (day: string | null, connection_id: string | null, meter: Meter, quantity: number, billable = false) => ({
  ...{ day, connection_id, meter, quantity, billable },
});

describe('usage sums', () => {
  it('adds up by meter', () => {
    const sums = sumByMeter([
      item('d1', null, 'write', 2, true),
      item('d2', null, 'write', 3, true),
      item('d1', null, 'read_live', 1),
    ]);
    expect([...sums]).to.deep.equal([
      ['write', 5],
      ['read_live', 1],
    ]);
  });

  it('has a number for every day and meter, also where nothing was used', () => {
    const items = [item('d2', null, 'write', 7, true)];
    expect(table(items, 'day', ['d1', 'd2'], ['read_live', 'write'])).to.deep.equal([
      { key: 'd1', values: [0, 0] },
      { key: 'd2', values: [0, 7] },
    ]);
  });

  it('puts the connections with the most billable use first', () => {
    const items = [
      item(null, 'a', 'read_cached', 900),
      item(null, 'b', 'write', 5, true),
      item(null, 'c', 'write', 9, true),
      item(null, null, 'webhook_event', 9),
    ];
    expect(connectionsOf(items)).to.deep.equal(['c', 'b', 'a']);
  });
});

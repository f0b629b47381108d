import { expect } from 'chai';
import { filtersOf, periodStart, withQuery, withTimes } from './query-state.ts';

describe('query state', () => {
  it('takes what a list knows and nothing that is empty', () => {
    expect(filtersOf({ state: 'failed', type: '', other: 'x' }, ['state', 'type'])).to.deep.equal({ state: 'failed' });
  });

  it('gives one list one address', () => {
    expect(withQuery('/a', {})).to.equal('/a');
    expect(withQuery('/a', { state: '', type: undefined })).to.equal('/a');
    expect(withQuery('/a', { state: 'dead_letter', q: 'a b&c' })).to.equal('/a?state=dead_letter&q=a+b%26c');
  });

  it('starts a period to the minute', () => {
    const now = new Date('2026-05-02T12:34:56.789Z');
    expect(periodStart('24h', now)).to.equal('2026-05-01T12:34:00.000Z');
    expect(periodStart(undefined, now)).to.equal(undefined);
    expect(periodStart('soon', now)).to.equal(undefined);
  });

  it('asks for a period, or for the time from and until', () => {
    const now = new Date('2026-05-02T12:34:56.789Z');
    const [from, until] = ['2026-05-01T00:00:00.000Z', '2026-05-01T06:00:00.000Z'];
    const asked = { state: 'failed', created_before: undefined };
    expect(withTimes({ state: 'failed', period: '1h' }, now)).to.deep.equal({
      ...asked,
      created_after: '2026-05-02T11:34:00.000Z',
    });
    expect(withTimes({ from, until }, now)).to.deep.equal({ created_after: from, created_before: until });
    expect(withTimes({ until }, now)).to.deep.equal({ created_after: undefined, created_before: until });
  });
});

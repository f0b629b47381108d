import { expect } from 'chai';
import { actWords, changePairs, detailPairs } from './audit-words.ts';

describe('audit words', () => {
  it('tells calls by what they did, and new acts by their names', () => {
    expect(actWords('console.write', { method: 'POST', path: '/accounting/test/connections/conn_1/sync' })).to.equal(
      'Started a sync',
    );
    expect(actWords('console.write', { method: 'PUT', path: '/accounting/test/things/1' })).to.equal(
      'Called PUT test/things/1',
    );
    expect(actWords('plan.changed_by_us', {})).to.equal('Plan changed by us');
  });

  it('tells what a field was and is', () => {
    const told = (changes: Parameters<typeof changePairs>[0]) =>
      changePairs(changes).map(({ name, value }) => [name, value]);
    const [before, after] = [{ role: 'viewer' }, { role: 'owner', scopes: ['read', 'write'], expires_at: null }];
    expect(told({ before: { role: 'viewer', name: 'A' }, after: { role: 'viewer', name: 'B' } })).to.deep.equal([
      ['name', 'A → B'],
    ]);
    expect(told({ before, after: { role: 'owner' } })).to.deep.equal([['role', 'viewer → owner']]);
    expect(told({ before: null, after })).to.deep.equal([
      ['role', 'owner'],
      ['scopes', 'read, write'],
      ['expires at', 'none'],
    ]);
    expect(told({ before, after: null })).to.deep.equal([['role', 'viewer → removed']]);
    expect(told(null)).to.deep.equal([]);
  });

  it('tells of a changed list what was added and removed, and has the whole', () => {
    const many = ['a', 'b', 'c', 'd', 'e'];
    const change = (from: readonly string[], to: readonly string[]) =>
      changePairs({ before: { event_types: [...from] }, after: { event_types: [...to] } });
    expect(change(['a', 'b'], ['b', 'c'])).to.deep.equal([
      { name: 'event types', value: 'added c, removed a', whole: 'a, b → b, c' },
    ]);
    expect(change([], many)).to.deep.equal([{ name: 'event types', value: 'added 5', whole: ' → a, b, c, d, e' }]);
    expect(change(many, many)).to.deep.equal([]);
  });

  it('tells details as pairs, and how long a long list is', () => {
    const types = ['a', 'b', 'c', 'd'];
    expect(
      detailPairs({ event_types: types, from: 'viewer', some: ['a', 'b'], checks: { oauth: 'passed' }, none: null }),
    ).to.deep.equal([
      { name: 'event types', value: '4', whole: 'a, b, c, d' },
      { name: 'from', value: 'viewer' },
      { name: 'some', value: 'a, b' },
      { name: 'checks', value: 'oauth passed' },
    ]);
  });
});

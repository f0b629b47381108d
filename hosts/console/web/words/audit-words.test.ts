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
    const [before, after] = [{ role: 'viewer' }, { role: 'owner', scopes: ['read', 'write'], expires_at: null }];
    expect(changePairs({ before: { role: 'viewer', name: 'A' }, after: { role: 'viewer', name: 'B' } })).to.deep.equal([
      ['name', 'A → B'],
    ]);
    expect(changePairs({ before, after: { role: 'owner' } })).to.deep.equal([['role', 'viewer → owner']]);
    expect(changePairs({ before: null, after })).to.deep.equal([
      ['role', 'owner'],
      ['scopes', 'read, write'],
      ['expires at', 'none'],
    ]);
    expect(changePairs({ before, after: null })).to.deep.equal([['role', 'viewer → removed']]);
    expect(changePairs(null)).to.deep.equal([]);
  });

  it('tells details as pairs', () => {
    expect(
      detailPairs({ event_types: ['a', 'b'], from: 'viewer', checks: { oauth: 'passed' }, none: null }),
    ).to.deep.equal([
      ['event types', 'a, b'],
      ['from', 'viewer'],
      ['checks', 'oauth passed'],
    ]);
  });
});

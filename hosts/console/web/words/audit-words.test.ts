import { expect } from 'chai';
import { actWords, detailPairs } from './audit-words.ts';

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

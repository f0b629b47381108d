import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { actWords, detailPairs } from './audit-words.ts';

/** Every act that the core names. */
function actsOfTheCore(): readonly string[] {
  const core = path.resolve(import.meta.dirname, '../../../../core');
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    .map((file) => readFileSync(path.join(core, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].map(([, name = '']) => name));
}

describe('audit words', () => {
  it('has words for every act of the core', () => {
    const acts = actsOfTheCore();
    expect(acts).to.include('api_key.created');
    for (const act of acts.filter((name) => name !== 'console.write' && name !== 'invoice.download_pdf')) {
      const fallback = act.replaceAll(/[._]/g, ' ');
      expect(actWords(act, {}).toLowerCase(), act).not.to.equal(fallback);
    }
  });

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

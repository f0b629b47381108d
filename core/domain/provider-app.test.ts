import { expect } from 'chai';
import { sampleProviderApp } from '../../contract-tests/samples.ts';
import type { OrganizationId } from './ids.ts';
import { appCheckNames, checksOf, failed, passed, scopesCheck, withChecks, withoutChecks } from './provider-app.ts';

const now = new Date('2026-03-01T10:00:00Z');
const draft = sampleProviderApp({ organizationId: 'org_1' as OrganizationId, environment: 'test' });
const all = appCheckNames.map((check) => passed(check, 'fine'));

describe('what is verified of a provider app', () => {
  it('is shown whole from the beginning, in one order', () => {
    expect(checksOf(draft).map(({ check }) => check)).to.deep.equal([...appCheckNames]);
    expect(checksOf(draft).every(({ status, checkedAt }) => status === 'waiting' && checkedAt === null)).to.equal(true);
  });

  it('asks for no credential that is kept, and says nothing of customers', () => {
    const kept = { ...draft, clientId: 'client', sealedClientSecret: 'sealed', sealedWebhookKey: 'sealed' };
    const none = { ...draft, clientId: null, sealedClientSecret: null, sealedWebhookKey: null };
    const saving = (app: typeof draft) => checksOf(app).filter(({ remedy }) => remedy?.includes('Save'));
    expect(saving(none).map(({ check }) => check)).to.deep.equal(['credentials', 'webhook']);
    expect(saving(kept)).to.deep.equal([]);
    expect(checksOf(kept).filter(({ message }) => message.includes('Nobody'))).to.deep.equal([]);
  });

  it('makes the app verified when all of it has passed, however it came together', () => {
    for (const last of appCheckNames) {
      const others = withChecks(
        draft,
        all.filter(({ check }) => check !== last),
        now,
      );
      expect(others.status).to.equal('draft');
      expect(withChecks(others, [failed(last, 'no', 'do')], now).status).to.equal('draft');
      expect(withChecks(others, [passed(last, 'yes')], now).status).to.equal('verified');
    }
  });

  it('leaves a verified app verified when a later check fails, and shows that one', () => {
    const app = withChecks(withChecks(draft, all, now), [failed('scopes', 'gone', 'do')], now);
    expect([app.status, checksOf(app)[2]?.status]).to.deep.equal(['verified', 'failed']);
    expect(checksOf(withoutChecks(app, ['scopes']))[2]?.status).to.equal('waiting');
  });

  it('names every scope that is missing', () => {
    const found = scopesCheck(['a.read', 'x'], ['a.read', 'b', 'c']);
    expect(found).to.include({ status: 'failed', message: '2 of 3 required scopes were not granted' });
    expect(found.remedy).to.match(/: b, c$/);
    expect(scopesCheck(['b', 'a'], ['a', 'b'])).to.include({ status: 'passed', remedy: null });
  });
});

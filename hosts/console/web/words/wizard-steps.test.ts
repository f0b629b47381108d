import { expect } from 'chai';
import type { AppCheck } from '../api/wire.ts';
import { canOpen, isDone, resumeAt, stepAsked } from './wizard-steps.ts';

const names = ['credentials', 'oauth', 'scopes', 'webhook'] as const;
type Statuses = Partial<Record<AppCheck['check'], AppCheck['status']>>;

function app(given: readonly ('id' | 'secret' | 'key')[] = [], statuses: Statuses = {}, isVerified = false) {
  return {
    has_client_id: given.includes('id'),
    has_client_secret: given.includes('secret'),
    has_webhook_signing_key: given.includes('key'),
    status: isVerified ? ('verified' as const) : ('draft' as const),
    checks: names.map((check) => ({
      ...{ check, status: statuses[check] ?? ('waiting' as const), message: '', remedy: null, checked_at: null },
    })),
  };
}
const all = ['id', 'secret', 'key'] as const;

describe('wizard steps', () => {
  it('resumes at the first step that is not done', () => {
    expect(resumeAt(app())).to.equal('register');
    expect(resumeAt(app(['id', 'secret']))).to.equal('credentials');
    expect(resumeAt(app(all))).to.equal('consent');
    expect(resumeAt(app(all, { credentials: 'failed' }))).to.equal('credentials');
    expect(resumeAt(app(all, { credentials: 'passed', oauth: 'passed', scopes: 'failed' }))).to.equal('consent');
    expect(resumeAt(app(all, { oauth: 'passed', scopes: 'passed' }))).to.equal('verify');
  });

  it('follows the address as far as the ground is laid', () => {
    expect(stepAsked(app(), 'verify')).to.equal('register');
    expect(stepAsked(app(), 'credentials')).to.equal('credentials');
    expect(stepAsked(app(all), 'register')).to.equal('register');
    expect(stepAsked(app(all), 'verify')).to.equal('verify');
    for (const other of [undefined, '', 'name', 'nonsense']) expect(stepAsked(app(all), other)).to.equal('consent');
  });

  it('always leads to a step that can be opened, and is verified only at the end', () => {
    for (const given of [[], ['id'], ['id', 'secret'], all] as const) {
      for (const asked of ['register', 'credentials', 'consent', 'verify', undefined]) {
        expect(canOpen(app(given), stepAsked(app(given), asked))).to.equal(true);
      }
    }
    expect(isDone(app(all, { webhook: 'passed' }), 'verify')).to.equal(false);
    expect(isDone(app(all, {}, true), 'verify')).to.equal(true);
  });
});

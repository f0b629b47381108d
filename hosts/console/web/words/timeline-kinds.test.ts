import { expect } from 'chai';
import { isAsked, isBad } from './timeline-kinds.ts';

describe('timeline kinds', () => {
  it('know a caller’s request from the provider’s notification', () => {
    const titles = ['Request received', 'Notification received from the provider'];
    expect(titles.map((title) => isAsked({ kind: 'request', title }))).to.deep.equal([true, false]);
    expect(isAsked({ kind: 'audit', title: 'Request received' })).to.equal(false);
  });

  it('know what did not go well', () => {
    const bad = (kind: string, details: Record<string, unknown>) => isBad({ kind, details });
    expect(bad('provider_call', { status: 200 })).to.equal(false);
    expect(bad('provider_call', { status: null })).to.equal(true);
    expect(bad('provider_call', { status: 429 })).to.equal(true);
    expect(bad('delivery_attempt', { response_status: 302, error: null })).to.equal(true);
    expect(bad('delivery_attempt', { response_status: 204, error: null })).to.equal(false);
    expect(bad('step', { state: 'failed', error: { code: 'X' } })).to.equal(true);
    expect(bad('operation', { state: 'succeeded', error: null })).to.equal(false);
    expect(bad('request', {})).to.equal(false);
  });
});

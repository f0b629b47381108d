import { expect } from 'chai';
import {
  type AgentDraft,
  bodyOf,
  draftProblems,
  freshDraft,
  limitsOf,
  noLimit,
  rightsOf,
  rowProblem,
} from './agent-draft.ts';

const end = new Date('2026-12-01T00:00:00Z');
const one = { connection_id: 'conn_1', provider_tenant_name: null, external_account_id: 'customer-1' };
const whole: AgentDraft = { ...freshDraft, name: ' Books ', picked: [one], allowed: 'write' };
const row = (currency: string, perWrite: string, perDay = '') => ({ currency, perWrite, perDay });

describe('the draft of an agent key', () => {
  it('says what is missing, in the order of the page', () => {
    expect(draftProblems(freshDraft)).to.deep.equal(['Give it a name.', 'Choose the companies that it works for.']);
    expect(draftProblems(whole)).to.deep.equal([]);
    expect(draftProblems({ ...whole, picked: [], isEverywhere: true })).to.deep.equal([]);
    expect(draftProblems({ ...whole, hasAllTools: false })).to.deep.equal(['Choose at least one tool, or all.']);
    expect(draftProblems({ ...whole, writesPerDay: '1.5' })).to.have.length(1);
    const wrong = { ...whole, limits: [row('GBP', 'many')], writesPerDay: 'x' };
    expect(draftProblems(wrong)).to.have.length(2);
    expect(draftProblems({ ...wrong, allowed: 'read' }), 'a key that reads has no limits').to.deep.equal([]);
  });

  it('says what is wrong with a limit', () => {
    const wrong = [
      row('', '5'),
      row('GB', '5'),
      row('GBP', ''),
      row('GBP', '5,00'),
      row('GBP', '-1'),
      row('GBP', '1.23456'),
    ];
    for (const limit of wrong) expect(rowProblem(limit, [limit]), JSON.stringify(limit)).to.be.a('string');
    for (const limit of [noLimit, row('GBP', '500'), row('GBP', '', '99.5'), row('JPY', '0')])
      expect(rowProblem(limit, [limit]), JSON.stringify(limit)).to.equal(undefined);
    const twice = [row('GBP', '1'), row('GBP', '2')];
    expect(rowProblem(twice[0] as typeof noLimit, twice)).to.equal('GBP is named twice.');
  });

  it('asks the service for what was chosen, and for nothing that a reader does not have', () => {
    const limits = [row('GBP', '500', '5000'), noLimit, row('EUR', '', '99.50')];
    expect(bodyOf({ ...whole, limits, writesPerDay: '50', approval: 'high' }, 'live', end)).to.deep.equal({
      kind: 'agent',
      environment: 'live',
      name: 'Books',
      scopes: ['read', 'write'],
      connection_ids: ['conn_1'],
      expires_at: '2026-12-01T00:00:00.000Z',
      tools: null,
      limits: { per_write: { GBP: 500 }, per_day: { GBP: 5000, EUR: 99.5 }, writes_per_day: 50 },
      requires_approval: 'high',
      look_alike_hours: 24,
    });
    const reader = bodyOf({ ...whole, allowed: 'read', limits, isEverywhere: true }, 'test', end);
    expect(reader).to.deep.include({ scopes: ['read'], connection_ids: null, limits: null });
    expect(reader).not.to.have.any.keys('requires_approval', 'look_alike_hours');
    expect(limitsOf({ ...whole, writesPerDay: '0' })).to.deep.equal({
      per_write: null,
      per_day: null,
      writes_per_day: 0,
    });
    expect(limitsOf(whole)).to.equal(null);
  });

  it('is told with its customer where the company has no name', () => {
    expect(rightsOf(whole, 'test', 'soon')).to.deep.include({ companies: ['customer-1'], tools: null });
    expect(
      rightsOf({ ...whole, isEverywhere: true, hasAllTools: false, tools: ['get_record'] }, 'test', 'soon'),
    ).to.deep.include({
      companies: null,
      tools: ['get_record'],
    });
  });
});

import { expect } from 'chai';
import { agentRightsOf, backendTerms, grantedTerms, type WantedTerms } from './agent-rights.ts';
import { agentTools, toolNames, toolsAllow } from './agent-tool.ts';
import { type ApiKey, keyNarrowings } from './api-key.ts';
import { ServiceError } from './errors.ts';
import { needsOf } from './narrowing.ts';

const now = new Date('2026-11-29T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const agent = (wanted: WantedTerms = {}) => grantedTerms({ kind: 'agent', ...wanted }, now);

describe('what an agent key may have', () => {
  it('reads, has no tools of its own and no limits, ends after 90 days, and asks about a day', () => {
    expect(agent()).to.deep.equal({
      ...{ kind: 'agent', scopes: ['read'], expiresAt: days(90), tools: null, limits: null },
      ...{ requiresApproval: 'none', lookAlikeHours: 24 },
    });
  });

  it('has each write approved where it may write, unless its maker says otherwise', () => {
    for (const scopes of [['read', 'write'], ['automate']] as const) {
      expect(agent({ scopes }).requiresApproval).to.equal('all');
      expect(agent({ scopes, requiresApproval: 'high' }).requiresApproval).to.equal('high');
      expect(agent({ scopes, requiresApproval: false }).requiresApproval).to.equal('none');
    }
    expect(agent({ requiresApproval: true }).requiresApproval).to.equal('all');
  });

  const limits = { perWrite: null, perDay: null, writesPerDay: null };
  const refusals: Readonly<Record<string, readonly [WantedTerms, string]>> = {
    'to administer': [{ scopes: ['read', 'admin'] }, 'scopes'],
    'to make requests of its own': [{ scopes: ['read', 'provider'] }, 'scopes'],
    'an end after 90 days': [{ expiresAt: new Date(days(90).getTime() + 1) }, 'expires_at'],
    'a tool that there is not': [{ tools: ['get_record', 'create_invoces'] }, 'tools[1]'],
    'no tool at all': [{ tools: [] }, 'tools'],
    'a currency in small letters': [{ limits: { ...limits, perDay: { gbp: 1 } } }, 'limits.per_day'],
    'an amount below zero': [{ limits: { ...limits, perWrite: { GBP: -1 } } }, 'limits.per_write.GBP'],
    'an amount that is none': [{ limits: { ...limits, perWrite: { GBP: Number.NaN } } }, 'limits.per_write.GBP'],
    'half a write': [{ limits: { ...limits, writesPerDay: 0.5 } }, 'limits.writes_per_day'],
    'a window over a week': [{ lookAlikeHours: 169 }, 'look_alike_hours'],
  };
  for (const [name, [wanted, path]] of Object.entries(refusals)) {
    it(`is refused ${name}`, () => {
      expect(() => agent(wanted))
        .to.throw(ServiceError)
        .with.nested.property('details.errors[0].path', path);
    });
  }

  it('names the tool that was meant', () => {
    expect(() => agent({ tools: ['create_invoces'] })).to.throw('did you mean create_invoice?');
  });

  it('lists its tools in one order, each once', () => {
    expect(agent({ tools: ['get_record', 'list_invoices', 'get_record'] }).tools).to.deep.equal([
      'list_invoices',
      'get_record',
    ]);
  });

  it('a backend’s key has none of it, and is told so', () => {
    expect(grantedTerms({}, now)).to.deep.equal({ ...backendTerms, scopes: undefined, expiresAt: null });
    for (const wanted of [{ tools: ['get_record'] }, { limits }, { requiresApproval: true }, { lookAlikeHours: 1 }]) {
      expect(() => grantedTerms(wanted, now), JSON.stringify(wanted)).to.throw('is only for keys of kind agent');
    }
  });

  it('is not found by a build that would give it more', () => {
    const key = { scopes: ['read'], connectionIds: null, expiresAt: null, ...backendTerms } as unknown as ApiKey;
    expect(needsOf(keyNarrowings, key)).to.equal(1);
    const agentKey: ApiKey = { ...key, kind: 'agent' };
    expect(needsOf(keyNarrowings, agentKey)).to.equal(3);
  });

  it('spends together with the keys that it followed', () => {
    const key = { ...backendTerms, ...agent(), id: 'key_2', lineageId: null } as unknown as ApiKey;
    expect(agentRightsOf(key)).to.include({ keyId: 'key_2', lineageId: 'key_2' });
    expect(agentRightsOf({ ...key, lineageId: 'key_1' as ApiKey['id'] })).to.include({ lineageId: 'key_1' });
    expect(agentRightsOf({ ...key, kind: 'backend' })).to.equal(undefined);
  });
});

describe('the tools of agents', () => {
  it('are thirty, of which those that write need more than to read', () => {
    expect(toolNames).to.have.length(30);
    for (const name of toolNames) {
      expect(name).to.match(/^[a-z_]{3,40}$/);
      expect(agentTools[name].scope === 'read', name).to.equal(!agentTools[name].writes);
    }
  });

  it('allow the operations behind them and no others', () => {
    expect(toolsAllow(['create_invoice'], 'createInvoice')).to.equal(true);
    expect(toolsAllow(['create_invoice'], 'createManyInvoices')).to.equal(false);
    expect(toolsAllow(['create_many'], 'createManyInvoices')).to.equal(true);
    expect(toolsAllow(['get_record'], 'updateInvoice')).to.equal(false);
    expect(toolsAllow(['record_payment'], 'createAutomation', 'invoice.record_payment')).to.equal(true);
    expect(toolsAllow(['record_payment'], 'createAutomation', 'invoice.void_and_reissue')).to.equal(false);
    expect(toolsAllow(['run_automation'], 'createAutomation', 'invoice.void_and_reissue')).to.equal(true);
  });
});

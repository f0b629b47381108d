import { expect } from 'chai';
import { checkProviders } from '../../core/use-cases/providers/check-providers.ts';
import { createTrytonProvider } from './index.ts';

describe('the Tryton provider', () => {
  it('says of itself what the core takes, and has no branding themes', () => {
    const rules = { allowedHosts: [], allowCidrs: [], allowHttp: false };
    const tryton = createTrytonProvider({ clock: { now: () => new Date() }, ...rules });
    checkProviders({ providers: { tryton } });
    expect(Object.keys(tryton.traits.families)).to.have.length(9).and.not.include('branding_themes');
    expect(tryton.traits.families.contacts?.foundBy).to.eql(['contact_number', 'name', 'email']);
  });
});

import { expect } from 'chai';
import { checkProviders } from '../../core/use-cases/providers/check-providers.ts';
import { createTrytonProvider } from './index.ts';

describe('the Tryton provider', () => {
  it('says of itself what the core takes, and has no branding themes, items, tracking categories or files', () => {
    const rules = { allowedHosts: [], allowCidrs: [], allowHttp: false };
    const tryton = createTrytonProvider({ clock: { now: () => new Date() }, ...rules });
    checkProviders({ providers: { tryton } });
    expect(Object.keys(tryton.traits.families)).to.have.length(9);
    expect(tryton.traits.families).not.to.have.any.keys('branding_themes', 'items', 'tracking_categories');
    const can = Object.values(tryton.traits.families).flatMap((family) => family.can);
    for (const missing of ['attachments', 'delete'] as const) expect(can).not.to.include(missing);
    expect(tryton.traits.attachments).to.equal(undefined);
    expect(tryton.traits.families.contacts?.foundBy).to.eql(['contact_number', 'name', 'email']);
  });
});

import { expect } from 'chai';
import { createLedgerGateway, xeroProfile } from './index.ts';
import {
  fixedClock,
  json,
  type ScriptedAnswer,
  type ScriptedProvider,
  scriptedProvider,
  someId,
} from './testing/scripted-provider.ts';

describe('the provider’s own pages', () => {
  let provider: ScriptedProvider | undefined;
  afterEach(() => provider?.close());

  const url = async (script: ScriptedAnswer) => {
    provider = await scriptedProvider(script);
    return provider.gateway.onlineInvoiceUrl(provider.access, someId);
  };
  const page = (OnlineInvoiceUrl: unknown) => json({ OnlineInvoices: [{ OnlineInvoiceUrl }] });

  it('of an invoice are asked for at its own address', async () => {
    expect(await url(page('https://in.xero.com/token'))).to.equal('https://in.xero.com/token');
    expect(provider?.received[0]?.path).to.equal(`/api.xro/2.0/Invoices/${someId}/OnlineInvoice`);
  });

  const none: readonly [string, ScriptedAnswer][] = [
    ['a refusal', json({ Type: 'ValidationException', Message: 'odd' }, 400)],
    ['an empty list', json({ OnlineInvoices: [] })],
    ['no list', json({})],
    ['an empty address', page('')],
    ['an address that is none', page('not an address')],
    ['an address that runs something', page('javascript:alert(1)')],
    ['a number', page(7)],
  ];
  for (const [name, script] of none) {
    it(`are none where the provider answers ${name}`, async () => {
      expect(await url(script)).to.equal(undefined);
    });
  }

  it('of an organization are named by its short code, at the profile’s host', () => {
    const { organizationLink } = createLedgerGateway({ profile: xeroProfile, clock: fixedClock });
    const link = (short_code: string | null) =>
      organizationLink({
        type: 'organizations',
        providerId: someId,
        providerUpdatedAt: null,
        fields: { short_code },
        native: {},
      });
    expect(link('!23vYT')).to.equal('https://go.xero.com/app/!23vYT/');
    expect(link('../x?y')).to.equal('https://go.xero.com/app/..%2Fx%3Fy/');
    expect(link(null)).to.equal(undefined);
  });

  it('mail an invoice by one call with an empty body under the key, and any 2xx is success', async () => {
    for (const answer of [{ status: 204 }, json({})]) {
      provider = await scriptedProvider(answer);
      await provider.gateway.emailInvoice(provider.access, someId, 'key-1');
      const [call] = provider.received;
      expect(call).to.include({ method: 'POST', path: `/api.xro/2.0/Invoices/${someId}/Email`, body: '' });
      expect(call?.headers['idempotency-key']).to.equal('key-1');
      await provider.close();
    }
  });
});

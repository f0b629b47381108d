import { expect } from 'chai';
import {
  json,
  refusalOf,
  type ScriptedAnswer,
  type ScriptedProvider,
  scriptedProvider,
  someId,
} from './testing/scripted-provider.ts';

describe('mailing an invoice', () => {
  let provider: ScriptedProvider | undefined;
  afterEach(() => provider?.close());

  const mail = async (script: ScriptedAnswer, providerId = someId, key = 'key-1') => {
    provider = await scriptedProvider(script);
    return provider.gateway.emailInvoice(provider.access, providerId, key);
  };

  it('is one call with an empty body under the key, and any 2xx is success', async () => {
    await mail({ status: 204 });
    const [call] = provider?.received ?? [];
    expect([call?.method, call?.path, call?.body]).to.deep.equal(['POST', `/api.xro/2.0/Invoices/${someId}/Email`, '']);
    expect(call?.headers['idempotency-key']).to.equal('key-1');
    await provider?.close();
    await mail(json({}));
  });

  const refusals: readonly [string, ScriptedAnswer, string, string][] = [
    ['a refusal', json({ Type: 'ValidationException', Message: 'no' }, 400), 'PROVIDER_REJECTED', 'not_applied'],
    ['an unknown invoice', { status: 404, body: '<html>' }, 'NOT_FOUND', 'not_applied'],
    ['a used-up limit', { status: 429 }, 'RATE_LIMITED', 'not_applied'],
    ['a failure', { status: 500 }, 'PROVIDER_ERROR', 'unknown'],
    ['an outage', { status: 503 }, 'PROVIDER_UNAVAILABLE', 'unknown'],
  ];
  for (const [name, script, code, outcome] of refusals) {
    it(`tells ${name}, and what became of it`, async () => {
      const error = await refusalOf(mail(script));
      expect([error.code, error.details.outcome]).to.deep.equal([code, outcome]);
    });
  }

  it('never leaves for what is no id', async () => {
    expect((await refusalOf(mail({ status: 204 }, '../Contacts'))).code).to.equal('NOT_FOUND');
    expect(provider?.received).to.deep.equal([]);
  });
});

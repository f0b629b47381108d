import { expect } from 'chai';
import { type DrivenSdk, driveSdk, refusalOf } from './testing/drive-sdk.ts';

const nobody = '00000000-0000-4000-8000-000000000001';

describe('official SDK: refusals and limits', () => {
  let sdk: DrivenSdk;
  beforeEach(async () => {
    sdk = await driveSdk();
  });
  afterEach(() => sdk.close());

  it('answers 404 in HTML for an unknown id of every family, printed or not', async () => {
    const { api, tenantId } = sdk;
    const calls = [
      api.getContact(tenantId, nobody),
      api.getInvoice(tenantId, nobody),
      api.getQuote(tenantId, nobody),
      api.getPayment(tenantId, nobody),
      api.getPurchaseOrder(tenantId, nobody),
      api.getAccount(tenantId, nobody),
      api.getBrandingTheme(tenantId, nobody),
      api.getOnlineInvoice(tenantId, nobody),
      api.getInvoiceHistory(tenantId, nobody),
      api.updateInvoice(tenantId, nobody, { invoices: [{ reference: 'x' }] }),
      api.updateQuote(tenantId, nobody, { quotes: [{ reference: 'x' }] }),
      api.deletePayment(tenantId, nobody, { status: 'DELETED' }),
      api.deleteAccount(tenantId, nobody),
    ];
    for (const [count, call] of calls.entries()) {
      const refusal = await refusalOf(call);
      expect([refusal.statusCode, refusal.headers['content-type']], `call ${count}`).to.deep.equal([404, 'text/html']);
    }
    expect((await refusalOf(api.getQuoteAsPdf(tenantId, nobody))).statusCode).to.equal(404);
  });

  it('answers 501 for a verb that a family does not have', async () => {
    const refusal = await refusalOf(sdk.api.updateTaxRate(sdk.tenantId, { taxRates: [{ name: 'x' }] }));
    expect([refusal.statusCode, refusal.body]).to.deep.include(501);
    expect(refusal.body).to.include({ Type: 'ApiMethodNotImplementedException', ErrorNumber: 20 });
  });
});

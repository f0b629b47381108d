import { driveSdk, refusalOf } from '/work/main/adapters/ledger-sandbox/official-sdk/drive-sdk.test-support.ts';
describe('probe', () => {
  it('x', async () => {
    const d = await driveSdk();
    try {
      console.log(d.client.readTokenSet());
      console.log(await d.client.updateTenants(false));
      const list = await d.api.getInvoices(d.tenantId, undefined, undefined, undefined, undefined, undefined, undefined, undefined, 1);
      console.dir(list.body, { depth: 6 });
      const q = await d.api.getQuotes(d.tenantId);
      console.dir(q.body.quotes?.[0], { depth: 6 });
      console.dir((await d.api.getPayments(d.tenantId)).body, { depth: 4 });
      console.dir((await d.api.getPurchaseOrders(d.tenantId)).body, { depth: 4 });
      console.dir((await d.api.getOrganisations(d.tenantId)).body, { depth: 4 });
      console.dir((await d.api.getAccounts(d.tenantId)).body.accounts?.[0], { depth: 4 });
      console.dir((await d.api.getBrandingThemes(d.tenantId)).body, { depth: 4 });
      console.dir((await d.api.getTaxRates(d.tenantId)).body.taxRates?.[0], { depth: 4 });
      console.dir((await d.api.getContacts(d.tenantId)).body.contacts?.[0], { depth: 4 });
      console.log(await refusalOf(d.api.getInvoice(d.tenantId, 'x')));
    } finally { await d.close(); }
  });
});

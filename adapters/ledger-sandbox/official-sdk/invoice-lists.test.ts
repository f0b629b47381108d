import { expect } from 'chai';
import { type DrivenSdk, driveSdk, refusalOf } from './testing/drive-sdk.ts';

interface Query {
  readonly since?: Date;
  readonly where?: string;
  readonly order?: string;
  readonly ids?: string[];
  readonly numbers?: string[];
  readonly contactIds?: string[];
  readonly statuses?: string[];
  readonly page?: number;
  readonly pageSize?: number;
  readonly searchTerm?: string;
  readonly mine?: boolean;
  readonly summary?: boolean;
}

describe('official SDK: lists of invoices', () => {
  let sdk: DrivenSdk;
  let tenantId = '';
  let api: DrivenSdk['api'];
  before(async () => {
    sdk = await driveSdk();
    tenantId = String((await sdk.control('POST', 'organisations', { name: 'Large Ltd', seed: 'large' }))['tenant_id']);
    api = (await sdk.connect([tenantId])).accountingApi;
  });
  after(() => sdk.close());

  const list = async (q: Query) =>
    (
      await api.getInvoices(
        tenantId,
        q.since,
        q.where,
        q.order,
        q.ids,
        q.numbers,
        q.contactIds,
        q.statuses,
        q.page,
        undefined,
        q.mine,
        undefined,
        q.summary,
        q.pageSize,
        q.searchTerm,
      )
    ).body;
  const numbers = async (q: Query) => ((await list(q)).invoices ?? []).map((invoice) => invoice.invoiceNumber);

  it('pages through everything once, a hundred at a time', async () => {
    const seen = new Set<string | undefined>();
    let pages = 0;
    for (let page = 1; page < 10; page += 1) {
      const body = await list({ page });
      if (body.invoices?.length === 0) break;
      pages += 1;
      expect(body.pagination).to.deep.include({ page, pageSize: 100, pageCount: 3, itemCount: 254 });
      for (const invoice of body.invoices ?? []) {
        expect(invoice.lineItems, invoice.invoiceNumber).to.have.length(1);
        seen.add(invoice.invoiceID);
      }
    }
    expect([pages, seen.size]).to.deep.equal([3, 254]);
    expect((await list({ page: 1, pageSize: 1000 })).invoices).to.have.length(254);
  });

  it('filters by expression, the way that is documented', async () => {
    expect(await numbers({ where: 'Type=="ACCPAY"', page: 1 })).to.deep.equal(['B-204']);
    expect(
      await numbers({ where: 'Status=="AUTHORISED" AND Total>=284', order: 'Total DESC', page: 1 }),
    ).to.have.length(4);
    expect(await numbers({ where: 'AmountDue==0 AND AmountPaid>0', page: 1 })).to.deep.equal(['INV-0003']);
    expect(await numbers({ where: 'Reference!=null AND Reference.Contains("job")', page: 1 })).to.deep.equal([
      'INV-0002',
    ]);
    expect(await numbers({ where: 'Contact.Name=="NORTHGATE builders"', page: 1 })).to.deep.equal(['INV-0003']);
    expect(await numbers({ where: 'Date>=DateTime(2020, 01, 01) AND Date<DateTime(2020, 02, 01)' })).to.deep.equal([]);
    const [first] = (await list({ where: 'InvoiceNumber=="INV-0002"', page: 1 })).invoices ?? [];
    expect(await numbers({ where: `InvoiceID==Guid("${first?.invoiceID}")`, page: 1 })).to.deep.equal(['INV-0002']);
    expect(
      await numbers({ where: `Contact.ContactID==guid("${first?.contact?.contactID}") AND Total<10` }),
    ).to.have.length(8);
    const refusal = await refusalOf(list({ where: 'Total =>' }));
    expect([refusal.statusCode, refusal.body]).to.deep.include(400);
    expect(refusal.body).to.include({ Type: 'QueryParseException', ErrorNumber: 16 });
  });

  it('filters by the parameters that the provider prefers', async () => {
    const sample = (await list({ page: 1, pageSize: 3 })).invoices ?? [];
    expect(await numbers({ numbers: ['INV-0007', 'INV-0009', 'NONE'] })).to.have.members(['INV-0007', 'INV-0009']);
    expect(await numbers({ ids: sample.map((invoice) => invoice.invoiceID ?? '') })).to.have.length(3);
    expect(await numbers({ statuses: ['DRAFT', 'PAID'] })).to.have.members(['INV-0001', 'INV-0003']);
    expect(await numbers({ contactIds: [sample[2]?.contact?.contactID ?? ''] })).to.deep.equal(['INV-0003']);
    expect(await numbers({ searchTerm: 'job-7' })).to.deep.equal(['INV-0002']);
    expect(await numbers({ mine: true })).to.deep.equal([]);
    const [newest, next] = await numbers({ order: 'UpdatedDateUTC DESC', page: 1, pageSize: 2 });
    expect([newest, next]).to.deep.equal(['INV-0253', 'INV-0252']);
  });
});

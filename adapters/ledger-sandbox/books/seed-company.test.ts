import { expect } from 'chai';
import { createSandboxLedger } from '../index.ts';

type Document = Readonly<Record<string, unknown>>;

const families = ['Contacts', 'Invoices', 'CreditNotes', 'Payments', 'Quotes', 'PurchaseOrders', 'Items'] as const;

function open() {
  const ledger = createSandboxLedger({ now: () => new Date('2026-05-20T10:00:00Z') });
  const control = async (method: string, path: string, body?: object) => {
    const bytes = new TextEncoder().encode(body && JSON.stringify(body));
    const answer = await ledger.handle({ method, path: `/_sandbox/${path}`, headers: {}, body: bytes });
    if ('dropped' in answer) throw new Error('dropped');
    return { status: answer.status, body: JSON.parse(new TextDecoder().decode(answer.body)) };
  };
  return {
    control,
    async company(months: number, random: number) {
      const { body } = await control('POST', 'organisations', { name: 'Old Mill', seed: 'company', months, random });
      const read = async (type: string) =>
        (await control('GET', `documents?tenant_id=${body.tenant_id}&type=${type}`)).body.documents as Document[];
      const documents = await Promise.all(families.map(async (type) => [type, await read(type)] as const));
      return { tenantId: body.tenant_id as string, documents: Object.fromEntries(documents) };
    },
  };
}

const words = (documents: readonly Document[] | undefined, field: string): readonly string[] =>
  [...new Set(documents?.map((one) => String(one[field])))].sort();

describe('a seeded company', () => {
  it('has every family, status and direction, several currencies, and dues on both sides of today', async () => {
    const { documents } = await open().company(6, 1);
    const { Invoices = [], Quotes, PurchaseOrders, Contacts, CreditNotes, Payments } = documents;
    expect(words(Invoices, 'Type')).to.deep.equal(['ACCPAY', 'ACCREC']);
    expect(words(Invoices, 'Status')).to.deep.equal(['AUTHORISED', 'DRAFT', 'PAID', 'SUBMITTED', 'VOIDED']);
    expect(words(Invoices, 'CurrencyCode')).to.deep.equal(['AUD', 'EUR', 'GBP', 'NZD', 'USD']);
    expect(words(Quotes, 'Status')).to.deep.equal(['ACCEPTED', 'DECLINED', 'DRAFT', 'INVOICED', 'SENT']);
    expect(words(PurchaseOrders, 'Status')).to.deep.equal(['AUTHORISED', 'BILLED', 'DRAFT', 'SUBMITTED']);
    expect(words(CreditNotes, 'Status')).to.deep.equal(['AUTHORISED', 'PAID']);
    expect(Contacts?.length).to.be.greaterThan(20);
    expect(Payments?.length).to.be.greaterThan(100);
    const open6 = Invoices.filter((one) => one['Status'] === 'AUTHORISED');
    const due = open6.map((one) => String(one['DueDateString']).slice(0, 10)).sort();
    expect([due[0], due.at(-1)]).to.satisfy(([first = '', last = '']) => first < '2026-05-20' && last > '2026-05-20');
    const isPartPaid = (one: Document) => Number(one['AmountPaid']) > 0 && Number(one['AmountDue']) > 0;
    expect(open6.some(isPartPaid)).to.equal(true);
  });

  it('is the same for the same seed, and another for another', async () => {
    const [first, again, other] = [await open().company(1, 7), await open().company(1, 7), await open().company(1, 8)];
    expect(again).to.deep.equal(first);
    expect(other.tenantId).not.to.equal(first.tenantId);
    expect(words(other.documents['Contacts'], 'Name')).not.to.deep.equal(words(first.documents['Contacts'], 'Name'));
  });

  it('is not written twice into one ledger; months are for a company alone', async () => {
    const { company, control } = open();
    await company(1, 1);
    const twice = { name: 'Old Mill', seed: 'company', months: 1, random: 1 };
    expect(await control('POST', 'organisations', twice)).to.deep.include({ status: 400 });
    const small = await control('POST', 'organisations', { name: 'Other', seed: 'small', months: 1 });
    expect(small).to.deep.include({ status: 400 });
    expect(small.body.field).to.equal('seed');
  });
});

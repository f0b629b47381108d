import { expect } from 'chai';
import { type Drive, driveSandbox, type Loose } from '../drive-sandbox.test.ts';

const line = { Description: 'Hire', Quantity: 1, UnitAmount: 100, AccountCode: '200' };
const sale = { Type: 'ACCREC', Contact: { Name: 'City Power' }, DueDate: '2027-01-31', LineItems: [line] };

describe('sandbox invoice status', () => {
  let drive: Drive;
  before(async () => {
    drive = await driveSandbox();
  });
  after(() => drive.close());

  const make = (changes: object = {}): Promise<Loose> => drive.first('PUT', 'Invoices', { ...sale, ...changes });
  const pay = (invoice: Loose, amount: number) =>
    drive.api('PUT', 'Payments', {
      Invoice: { InvoiceID: invoice['InvoiceID'] },
      Account: { Code: '090' },
      Amount: amount,
    });

  /** Brings a fresh invoice to a state by legal steps. */
  async function inState(state: string): Promise<Loose> {
    if (state === 'DRAFT' || state === 'SUBMITTED') return make({ Status: state });
    if (state === 'DELETED') {
      const invoice = await make();
      return drive.first('POST', `Invoices/${invoice['InvoiceID']}`, { Status: 'DELETED' });
    }
    const invoice = await make({ Status: 'AUTHORISED' });
    if (state === 'VOIDED') return drive.first('POST', `Invoices/${invoice['InvoiceID']}`, { Status: 'VOIDED' });
    if (state === 'PAID') await pay(invoice, 115);
    if (state === 'PART') await pay(invoice, 15);
    return invoice;
  }

  const notModifiable = 'Invoice not of valid status for modification';
  const allocated =
    'The status VOIDED cannot be applied to the invoice because it has payments or credit notes allocated to it.';
  const table: readonly (readonly [string, string, string | true])[] = [
    ['DRAFT', 'SUBMITTED', true],
    ['DRAFT', 'AUTHORISED', true],
    ['DRAFT', 'DELETED', true],
    ['DRAFT', 'VOIDED', notModifiable],
    ['DRAFT', 'PAID', notModifiable],
    ['SUBMITTED', 'DRAFT', true],
    ['SUBMITTED', 'AUTHORISED', true],
    ['SUBMITTED', 'DELETED', true],
    ['AUTHORISED', 'VOIDED', true],
    ['AUTHORISED', 'DELETED', notModifiable],
    ['AUTHORISED', 'DRAFT', notModifiable],
    ['AUTHORISED', 'PAID', notModifiable],
    ['PART', 'VOIDED', allocated],
    ['PAID', 'VOIDED', allocated],
    ['PAID', 'DELETED', notModifiable],
    ['VOIDED', 'AUTHORISED', notModifiable],
    ['DELETED', 'DRAFT', notModifiable],
  ];
  for (const [from, to, outcome] of table) {
    it(`${from} to ${to}: ${outcome === true ? 'allowed' : 'refused'}`, async () => {
      const invoice = await inState(from);
      const path = `Invoices/${invoice['InvoiceID']}`;
      if (outcome === true) expect((await drive.first('POST', path, { Status: to }))['Status']).to.equal(to);
      else expect(await drive.refused('POST', path, { Status: to })).to.deep.equal([outcome]);
    });
  }

  it('creates only as draft, submitted or approved', async () => {
    for (const Status of ['PAID', 'VOIDED', 'DELETED']) {
      const body = { Type: 'ACCREC', Contact: { Name: 'City Power' }, Status, LineItems: [line] };
      expect(await drive.refused('PUT', 'Invoices', body)).to.deep.equal(['Invoice not of valid status for creation']);
    }
  });
});

import { expect } from 'chai';
import { recordAbout, recordAmount, recordHeading, recordStatus, recordTitle } from './record-summary.ts';

describe('record summary', () => {
  const titles: readonly (readonly [type: string, record: object, title: string, heading?: string])[] = [
    ['invoices', { id: 'inv_1', number: 'INV-0002' }, 'INV-0002', 'Invoice INV-0002'],
    ['invoices', { type: 'payable', number: '4711' }, '4711', 'Bill 4711'],
    ['invoices', { number: null, status: 'DRAFT' }, 'Draft invoice'],
    ['invoices', { number: '', status: 'DRAFT', type: 'payable' }, 'Draft bill'],
    ['purchase_orders', { status: null }, 'Purchase order'],
    ['quotes', { number: 'QU-1', title: 'Kitchen' }, 'QU-1 Kitchen', 'Quote QU-1'],
    ['accounts', { code: '200', name: 'Sales' }, '200 Sales'],
    ['contacts', { name: 'Acme', number: null }, 'Acme'],
    ['payments', { amount: 50 }, 'Payment of 50.00'],
  ];
  for (const [type, record, title, heading = title] of titles) {
    it(`calls ${JSON.stringify(record)} "${title}", on its own page "${heading}"`, () => {
      expect([recordTitle(type, { ...record }), recordHeading(type, { ...record })]).to.deep.equal([title, heading]);
    });
  }

  it('tells whom it is about, how much it is and how it stands', () => {
    expect(recordAbout({ contact: { name: 'Acme' } })).to.equal('Acme');
    expect(recordAbout({ contact: null, type: 'BANK' })).to.equal('BANK');
    expect(recordAmount({ total: 12345.5, currency: 'NZD' })).to.equal('12,345.50 NZD');
    expect(recordAmount({ amount: -3 })).to.equal('-3.00');
    expect(recordAmount({ currency: 'NZD' })).to.equal('');
    expect(recordStatus('AUTHORISED')).to.deep.equal({ words: 'Authorised', tone: 'busy' });
    expect(recordStatus('ON_HOLD')).to.deep.equal({ words: 'On hold', tone: 'quiet' });
  });
});

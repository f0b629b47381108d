import { expect } from 'chai';
import { plainFields, recordAbout, recordAmount, recordTitle } from './record-summary.ts';

describe('record summary', () => {
  it('is called by its number, its code and name, or its name', () => {
    expect(recordTitle({ id: 'inv_1', number: 'INV-0002' })).to.equal('INV-0002');
    expect(recordTitle({ id: 'acc_1', code: '200', name: 'Sales' })).to.equal('200 Sales');
    expect(recordTitle({ id: 'con_1', name: 'Acme' })).to.equal('Acme');
    expect(recordTitle({ id: 'pay_1', number: '', external_reference: null })).to.equal('pay_1');
  });

  it('tells whom it is about and how much it is', () => {
    expect(recordAbout({ contact: { name: 'Acme' } })).to.equal('Acme');
    expect(recordAbout({ contact: null, type: 'BANK' })).to.equal('BANK');
    expect(recordAmount({ total: 12345.5, currency: 'NZD' })).to.equal('12,345.50 NZD');
    expect(recordAmount({ amount: -3 })).to.equal('-3.00');
    expect(recordAmount({})).to.equal('');
  });

  it('lists plain fields only', () => {
    expect(plainFields({ a_b: 1, c: null, d: true, e: { f: 1 }, g: '' })).to.deep.equal([
      ['a b', '1'],
      ['d', 'yes'],
    ]);
  });
});

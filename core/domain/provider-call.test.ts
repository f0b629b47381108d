import { expect } from 'chai';
import fc from 'fast-check';
import { storedPath } from './provider-call.ts';

const id = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

describe('the path of a remembered call', () => {
  const paths: readonly (readonly [path: string, cached: string, zero: string])[] = [
    ['/Invoices', '/Invoices', '/Invoices'],
    [`/Invoices/${id}`, `/Invoices/${id}`, '/Invoices/:id'],
    [`/Invoices/${id}/OnlineInvoice`, `/Invoices/${id}/OnlineInvoice`, '/Invoices/:id/OnlineInvoice'],
    ['/TaxRates/OUTPUT2', '/TaxRates/OUTPUT2', '/TaxRates/:id'],
    ['/Contacts?where=Name%3D%22A%22', '/Contacts', '/Contacts'],
    ['/Contacts/Hill%20Bakery', '/Contacts/:id', '/Contacts/:id'],
    ['', '', ''],
  ];
  for (const [path, cached, zero] of paths) {
    it(`${path} is ${cached}, and ${zero} where nothing is kept`, () => {
      expect(storedPath(path, 'cached')).to.equal(cached);
      expect(storedPath(path, 'zero')).to.equal(zero);
    });
  }

  it('never holds what stands in an id\u2019s place where nothing is kept, nor a query', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(text, text, (value, query) => {
        const path = `/Quotes/${encodeURIComponent(value)}/History?${query}`;
        expect(storedPath(path, 'zero')).to.equal('/Quotes/:id/History');
        expect(storedPath(path, 'cached')).to.match(/^\/Quotes\/(:id|[A-Za-z0-9-]{1,50})\/History$/);
      }),
    );
  });
});

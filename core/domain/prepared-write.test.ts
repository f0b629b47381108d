import { expect } from 'chai';
import { storedCreate } from './ledger-record.ts';

describe('a stored create', () => {
  const payload = { type: 'invoices', method: 'PUT', path: '/Invoices', body: '{}' };

  it('is what was prepared', () => {
    const write = { type: 'contacts', creates: true, payload };
    expect(storedCreate(write)).to.deep.equal(write);
  });

  it('of an earlier release is its payload alone, and is sent unchanged', () => {
    expect(storedCreate(payload)).to.deep.equal({ type: 'invoices', creates: true, payload });
  });
});

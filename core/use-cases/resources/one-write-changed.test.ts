// A lost request is repeated after somebody has changed the record.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { openLossyService, untilHeard } from './testing/one-write.ts';
import { rawLedger } from './testing/raw-ledger.ts';

describe('a create that was a change when it was lost', () => {
  const lossy = openedOnce(() => openLossyService());

  for (const laterSeconds of [0, 400]) {
    it(`makes the contact when another one has its number ${laterSeconds} seconds later`, async () => {
      const books = await lossy.openBooks();
      const body = { name: 'Hill Bakery', contact_number: 'C-1' };
      await books.create('contacts', body, 'first');
      expect(await books.create('contacts', { ...body, email: 'a@example.com' }, 'k', 'after sending')).to.equal(
        'lost',
      );
      const [known] = await books.documents('Contacts');
      const renamed = { ContactID: String(known?.['ContactID']), ContactNumber: 'C-2', Name: 'Renamed' };
      await rawLedger(lossy.service, books.connection).call('POST', 'Contacts', renamed);
      lossy.service.advance(laterSeconds);
      const again = () => books.create('contacts', { ...body, email: 'a@example.com' }, 'k');
      expect(await untilHeard(lossy.service, again)).to.have.nested.property('value.fields.contact_number', 'C-1');
      expect(await books.documents('Contacts')).to.have.length(2);
    });
  }
});

// Every plain text that a family declares is written, read, kept by a change of another field, and cleared; it is as long as
// it may be. A sandbox that does not keep a new one fails here, before the field is cleared.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { plainTextsOf } from '../../families/all-families.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { line, openBooks } from './testing/books.ts';

const families = ['contacts', 'invoices', 'quotes', 'purchase_orders'] as const satisfies readonly ResourceType[];

/** Values that are long and still what the field is for. */
const sampleOf = (name: string, longest: number): string => {
  if (name === 'email') return 'a@example.com';
  if (name === 'url' || name === 'website') return `https://example.com/${name}`.padEnd(longest, 'x');
  return name.padEnd(longest, 'x');
};

describe('the plain texts of a family', () => {
  let contactId: string;
  const service = openedOnce(() => openService());
  const books = openedOnce(async () => openBooks(service, await service.newOrganization()));
  before(async () => {
    contactId = (await books.create('contacts', { name: 'Somebody' })).providerId;
  });

  const bodyOf = (type: (typeof families)[number]) =>
    type === 'contacts'
      ? { name: `Contact of ${type}` }
      : { contact_id: contactId, issue_date: '2030-01-01', line_items: [line] };

  for (const type of families) {
    const texts = Object.entries(plainTextsOf(type)).map(
      ([name, { longest }]) => [name, sampleOf(name, longest)] as const,
    );
    const all = Object.fromEntries(texts);
    const nothing = Object.fromEntries(texts.map(([name]) => [name, null]));

    it(`${type}: are kept as they were sent, by creates and by changes of other fields, and cleared`, async () => {
      const { providerId: id, fields } = await books.create(type, { ...bodyOf(type), ...all });
      expect(fields).to.include(all);
      expect((await books.read(type, id)).fields).to.include(all);
      await books.update(type, id, type === 'contacts' ? { name: 'Other' } : { external_reference: 'other' });
      expect((await books.read(type, id)).fields).to.include(all);
      await books.update(type, id, nothing);
      expect((await books.read(type, id)).fields).to.include(nothing);
    });

    for (const [name] of texts) {
      it(`${type}: ${name} is refused by name when it is one character too long`, async () => {
        const { longest = 0 } = plainTextsOf(type)[name] ?? {};
        const refusal = await refusalOf(books.create(type, { ...bodyOf(type), [name]: 'x'.repeat(longest + 1) }));
        expect(refusal).to.include({ code: 'BAD_REQUEST' });
        expect(refusal.details.errors?.map(({ path }) => path)).to.deep.equal([name]);
      });
    }
  }
});

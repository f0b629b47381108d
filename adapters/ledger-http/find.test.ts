import { expect } from 'chai';
import type { LedgerFindQuery } from '#core/ports';
import { json, type ScriptedProvider, scriptedProvider, someId } from './testing/scripted-provider.ts';

const contacts = '/Contacts?order=UpdatedDateUTC%20ASC&includeArchived=true';
const paged = '&page=2&pageSize=100';
const contact = (by: 'contact_number' | 'name', value: string): LedgerFindQuery => ({
  type: 'contacts',
  where: { [by]: value },
  after: '2',
});

/** Queries with the paths that they become. */
const asked: readonly [LedgerFindQuery, string][] = [
  [contact('contact_number', 'C-1'), `${contacts}&where=ContactNumber%3D%3D%22C-1%22${paged}`],
  [contact('name', "L'été & Co"), `${contacts}&where=Name%3D%3D%22L%27%C3%A9t%C3%A9%20%26%20Co%22${paged}`],
  [contact('name', 'O"Brien'), `${contacts}&searchTerm=O%22Brien${paged}`],
  [contact('contact_number', 'a\\"'), `${contacts}&searchTerm=a%5C%22${paged}`],
  [contact('name', 'tab\there'), `${contacts}&searchTerm=tab%09here${paged}`],
  [{ type: 'accounts', where: { code: '200' }, after: null }, '/Accounts?where=Code%3D%3D%22200%22'],
  [{ type: 'accounts', where: { code: '"OR""=' }, after: null }, '/Accounts'],
  [{ type: 'quotes', where: {}, after: '3' }, '/Quotes?order=UpdatedDateUTC%20ASC&page=3'],
  [
    { type: 'quotes', where: { number: 'Q&A "1"', status: 'SENT', contact_id: someId }, after: null },
    `/Quotes?order=UpdatedDateUTC%20ASC&QuoteNumber=Q%26A%20%221%22&Status=SENT&ContactID=${someId}&page=1`,
  ],
];

describe('finding', () => {
  let provider: ScriptedProvider;
  afterEach(() => provider.close());

  for (const [query, path] of asked) {
    it(`asks ${path}`, async () => {
      provider = await scriptedProvider(json({ Contacts: [], Accounts: [], Quotes: [] }));
      expect(await provider.gateway.find(provider.access, query)).to.eql({
        records: [],
        unreadable: [],
        next: null,
      });
      expect(provider.received.map(({ path: received }) => received)).to.eql([`/api.xro/2.0${path}`]);
      expect(provider.reported).to.have.length(1);
    });
  }
});

// A create of an account updates the account that has its code; only its key identifies a document.
import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { line } from './testing/books.ts';

describe('the identity of accounts and documents', () => {
  const { service, books } = givenBooks();
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const atLedger = (type: string) => service.sandbox.documents(books.tenantId, type);
  describe('of an account', () => {
    const account = (Code: string, more: JsonObject = {}) => ({
      provider_data: { Code, Name: `Tools ${Code}`, Type: 'EXPENSE', ...more },
    });

    it('is its code: the one that holds it is updated, by the accounts’ own transport', async () => {
      const first = await books.create('accounts', account('489', { Description: 'before' }));
      const second = await books.create('accounts', account('489', { Name: 'Workshop' }));
      expect(second.providerId).to.equal(first.providerId);
      expect(second.fields).to.deep.equal({ ...first.fields, name: 'Workshop' });
      const calls = (await service.calls('')).filter(({ path }) => path.includes('/Accounts'));
      expect(calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).to.deep.equal([
        'GET /api.xro/2.0/Accounts',
        'PUT /api.xro/2.0/Accounts',
        'GET /api.xro/2.0/Accounts',
        `POST /api.xro/2.0/Accounts/${first.providerId}`,
      ]);
    });

    it('is its code also of an archived one, which becomes active again', async () => {
      const first = await books.create('accounts', account('490'));
      await books.update('accounts', first.providerId, { provider_data: { Status: 'ARCHIVED' } });
      const again = await books.create('accounts', account('490', { Description: 'after' }));
      expect(again.providerId).to.equal(first.providerId);
      expect(again.fields).to.include({ status: 'ACTIVE', description: 'after' });
    });

    it('is not its name, and to the letter', async () => {
      await books.create('accounts', account('A1'));
      const named = await refusalOf(books.create('accounts', account('A2', { Name: 'Tools A1' })));
      expect(named.message).to.contain('unique Name');
      expect((await refusalOf(books.create('accounts', account('a1', { Name: 'x' })))).message).to.contain(
        'unique Code',
      );
      for (const code of ['"', '\\', 'A"\\ &', '"=="']) {
        const { providerId } = await books.create('accounts', account(code));
        expect((await books.create('accounts', account(code, { Description: 'x' }))).providerId).to.equal(providerId);
      }
    });

    it('is one account for eleven at once', async () => {
      const all = await Promise.all(Array.from({ length: 11 }, () => books.create('accounts', account('777'))));
      expect(new Set(all.map(({ providerId }) => providerId)).size).to.equal(1);
      const held = (await atLedger('Accounts')).filter(({ Code }) => Code === '777');
      expect(held).to.have.length(1);
    });
  });

  it('of documents is their key and nothing else', async () => {
    const contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
    const document = { contact_id, issue_date: '2030-01-01', external_reference: 'same', line_items: [line] };
    for (const [type, family, body] of [
      ['invoices', 'Invoices', { ...document, due_date: '2030-01-31' }],
      ['quotes', 'Quotes', document],
      [
        'purchase_orders',
        'PurchaseOrders',
        { ...document, line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }] },
      ],
    ] as const) {
      const before = (await atLedger(family)).length;
      const made = await Promise.all(Array.from({ length: 5 }, () => books.create(type, body)));
      expect(new Set(made.map(({ providerId }) => providerId)).size, type).to.equal(5);
      expect(await atLedger(family)).to.have.length(before + 5);
      // A number that is taken is refused; it does not count as the same document.
      const number = String(made[0]?.fields['number']);
      if (type !== 'purchase_orders') {
        expect((await refusalOf(books.create(type, { ...body, number }))).code).to.equal('PROVIDER_REJECTED');
      }
    }
  });
});

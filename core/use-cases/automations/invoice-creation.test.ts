// Recipes that create invoices: their choices, and how they identify contacts.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { line } from '../resources/testing/books.ts';
import { openAutomations } from './testing/automations.ts';

const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

const failureOf = ({ state, error }: Operation) => [state, error?.code, error?.reason];

const at = (operation: Operation, name: string) => (operation.result as Record<string, JsonObject>)[name] ?? {};

describe('automations that create invoices', () => {
  const automations = openedOnce(() => openAutomations());
  const bench = openedEach(() => automations.bench());

  const contact = async (fields: object = {}) =>
    (await bench.books.create('contacts', { name: 'Harbour Coffee Ltd', ...fields })).providerId;

  const sent = () => automations.hands.sent.length;

  describe('invoice.create_and_deliver', () => {
    it('fetches a link, which opens', async () => {
      const invoice = { contact_id: await contact(), ...dated, line_items: [line] };
      const operation = await bench.run('invoice.create_and_deliver', { invoice, deliver: 'link' });
      const delivery = at(operation, 'delivery');
      expect(delivery['by']).to.equal('link');
      expect((await fetch(String(delivery['url']))).status).to.equal(200);
      expect(await bench.mails()).to.deep.equal([]);
    });

    it('does nothing for a step that has nothing to do', async () => {
      const invoice = { contact_id: await contact(), ...dated, status: 'authorised', line_items: [line] };
      const plan = await bench.plan('invoice.create_and_deliver', { invoice, deliver: 'none' });
      expect(plan.steps.filter(({ skipped }) => skipped).map(({ name }) => name)).to.deep.equal([
        'authorise',
        'deliver',
      ]);
      const operation = await bench.run('invoice.create_and_deliver', { invoice, deliver: 'none' });
      expect(operation.steps.map(({ name }) => name)).to.deep.equal(['create', 're_read']);
      expect(at(operation, 'invoice')).to.include({ status: 'AUTHORISED', total: 115, amount_due: 115 });
    });
  });

  describe('invoice.create_with_contact', () => {
    const invoice = { line_items: [line] };

    it('takes the contact with the number as it is', async () => {
      const known = await contact({ contact_number: 'H-1', email: 'old@example.com' });
      const operation = await bench.run('invoice.create_with_contact', {
        contact: { name: 'New name', contact_number: 'H-1', email: 'new@example.com' },
        invoice,
      });
      expect(at(operation, 'contact')).to.include({ provider_id: known, created: false, name: 'Harbour Coffee Ltd' });
      expect(at(operation, 'invoice')).to.include({ status: 'DRAFT', total: 115 });
      expect(await bench.documents('Contacts')).to.have.length(1);
    });

    it('takes the contact with the email in any case, where no number is given', async () => {
      const known = await contact({ email: 'Books@Example.com' });
      const plan = await bench.plan('invoice.create_with_contact', {
        contact: { name: 'N', email: 'books@example.com' },
        invoice,
      });
      expect(plan.steps.map(({ skipped }) => skipped)).to.deep.equal([false, true, false, false]);
      const operation = await bench.run('invoice.create_with_contact', {
        contact: { name: 'N', email: 'books@example.com' },
        invoice,
      });
      expect(at(operation, 'contact')).to.include({ provider_id: known, created: false });
    });

    it('makes another contact for another number, whoever has the email', async () => {
      await contact({ email: 'books@example.com' });
      const operation = await bench.run('invoice.create_with_contact', {
        contact: { name: 'N', contact_number: 'H-2', email: 'books@example.com' },
        invoice,
      });
      expect(at(operation, 'contact')).to.include({ created: true, name: 'N' });
    });

    it('asks who is meant by an email that several have, and writes nothing', async () => {
      for (const name of ['One', 'Two']) await contact({ name, email: 'books@example.com' });
      const input = { contact: { name: 'N', email: 'books@example.com' }, invoice };
      const operation = await bench.run('invoice.create_with_contact', input);
      expect(failureOf(operation)).to.deep.equal(['failed', 'CONFLICT', 'contact_ambiguous']);
      expect([operation.result, sent()]).to.deep.equal([{ applied: [] }, 0]);
    });

    it('does not take an archived contact', async () => {
      const known = await contact({ contact_number: 'H-1' });
      await bench.books.update('contacts', known, { status: 'ARCHIVED' });
      const operation = await bench.run('invoice.create_with_contact', {
        contact: { name: 'N', contact_number: 'H-1' },
        invoice,
      });
      expect(failureOf(operation)).to.deep.equal(['failed', 'CONFLICT', 'contact_archived']);
    });
  });

  describe('bank_transaction.record', () => {
    const spent = {
      ...{ kind: 'spend', bank_account_code: '090', date: '2030-01-05', line_amount_mode: 'exclusive' },
      line_items: [line],
    };

    it('takes the contact of the name, where there is neither number nor email, else makes one', async () => {
      const known = await contact();
      const input = { contact: { name: 'Harbour Coffee Ltd' }, bank_transaction: spent };
      const plan = await bench.plan('bank_transaction.record', input);
      expect(plan.steps.map(({ skipped }) => skipped)).to.deep.equal([false, true, false]);
      const first = await bench.run('bank_transaction.record', input);
      expect(at(first, 'contact')).to.include({ provider_id: known, created: false });
      expect(at(first, 'bank_transaction')).to.include({ status: 'AUTHORISED', total: 115 });
      const other = await bench.run('bank_transaction.record', { ...input, contact: { name: 'Quay Coffee' } });
      expect(at(other, 'contact')).to.include({ created: true, name: 'Quay Coffee' });
      expect(await bench.documents('BankTransactions')).to.have.length(2);
    });

    it('leaves a prepayment that the result names', async () => {
      const bank_transaction = { ...spent, kind: 'receive', settles: 'prepayment' };
      const made = await bench.run('bank_transaction.record', { contact: { name: 'Hill Bakery' }, bank_transaction });
      expect(String(at(made, 'bank_transaction')['prepayment_id'])).to.match(/^prp_/);
      expect(await bench.documents('Prepayments')).to.have.length(1);
    });

    it('refuses, with the path, what a request of its own refuses', async () => {
      const before = sent();
      const contact = { name: 'Hill Bakery' };
      for (const [changed, path] of [
        [{ line_amount_mode: undefined }, 'line_amount_mode'],
        [{ bank_account_code: undefined }, 'bank_account_id'],
        [{ settles: 'prepayment', external_reference: 'x' }, 'external_reference'],
        [{ settles: 'overpayment' }, 'line_amount_mode'],
        [{ line_items: [{ ...line, tax_amount: 1 }] }, 'line_items[0].tax_amount'],
      ] as const) {
        const asked = bench.plan('bank_transaction.record', { contact, bank_transaction: { ...spent, ...changed } });
        const refusal = await asked.then(String, (error: { details?: { errors?: { path: string }[] } }) => error);
        const errors = typeof refusal === 'string' ? [] : (refusal.details?.errors ?? []);
        expect(errors[0]?.path, path).to.equal(`input.bank_transaction.${path}`);
      }
      expect(sent()).to.equal(before);
    });
  });
});

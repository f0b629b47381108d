// What the provider is known to drop is refused before anything is sent, wherever it is asked for.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { ServiceError } from '../../domain/errors.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { givenService } from '../testing/worlds.ts';
import { line, openBooks } from './testing/books.ts';

const told = ({ code, details }: ServiceError) => [code, ...(details.errors ?? []).map(({ path }) => path)];

describe('the reference of what a supplier sent', () => {
  let contact_id: string;
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact_id = (await books.create('contacts', { name: 'Paper Mill Ltd' })).providerId;
  });

  const bill = (more: object = {}) => ({
    type: 'payable',
    contact_id,
    due_date: '2030-01-31',
    line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }],
    ...more,
  });
  const writes = async () => [...(await service.calls('PUT ')), ...(await service.calls('POST '))];

  const refusesUnsent = async (path: string, work: () => Promise<unknown>) => {
    const before = (await writes()).length;
    const refused = await refusalOf(work());
    expect(told(refused)).to.deep.equal(['BAD_REQUEST', path]);
    expect(refused.message).to.match(/number/i);
    expect(await writes()).to.have.length(before);
  };

  it('is refused in a new bill and in a credit from a supplier', async () => {
    const asked = { external_reference: 'PO-991' };
    await refusesUnsent('external_reference', () => books.create('invoices', bill(asked)));
    const { due_date: _none, ...note } = bill({ ...asked, issue_date: '2030-01-01' });
    await refusesUnsent('external_reference', () => books.create('credit_notes', note));
  });

  it('is refused in native documents', async () => {
    const document = { Type: 'ACCPAY', Contact: { ContactID: contact_id }, Reference: 'PO-991', LineItems: [] };
    await refusesUnsent('provider_data.Reference', () => books.create('invoices', { provider_data: document }));
    const note = { ...document, Type: 'ACCPAYCREDIT' };
    await refusesUnsent('provider_data.Reference', () => books.create('credit_notes', { provider_data: note }));
  });

  it('is refused in a change of a bill, and taken in a change of a sale; clearing it is no fault', async () => {
    const { providerId } = await books.create('invoices', bill({ number: 'B-1' }));
    await refusesUnsent('external_reference', () => books.update('invoices', providerId, { external_reference: 'X' }));
    await refusesUnsent('provider_data', () =>
      books.update('invoices', providerId, { provider_data: { Reference: 'X' } }),
    );
    await refusesUnsent('provider_data', () =>
      books.create('invoices', { provider_data: { InvoiceID: providerId, Reference: 'X' } }),
    );
    const changed = await books.update('invoices', providerId, { external_reference: null, number: 'B-2' });
    expect(changed.fields).to.include({ number: 'B-2', external_reference: null });
    const sale = await books.create('invoices', { contact_id, line_items: [line] });
    const named = await books.update('invoices', sale.providerId, { external_reference: 'order-1' });
    expect(named.fields).to.include({ external_reference: 'order-1' });
  });

  it('is refused where no copy says what the record is: it is read first', async () => {
    const zero = await openBooks(service, tenancy, { retention_mode: 'zero' });
    const contact = await zero.create('contacts', { name: 'Paper Mill Ltd' });
    const { providerId } = await zero.create('invoices', bill({ contact_id: contact.providerId }));
    await refusesUnsent('external_reference', () => zero.update('invoices', providerId, { external_reference: 'X' }));
  });

  it('is refused in bulk, of new bills and of those with a copy', async () => {
    const { providerId } = await books.create('invoices', bill({ number: 'B-3' }));
    const bulk = (items: readonly object[]) =>
      service.core.bulk.create(tenancy.test, {
        ...{ connectionId: books.connection.id, type: 'invoices' },
        write: write({ items }),
      });
    const asked = { external_reference: 'X' };
    await refusesUnsent('items[1].external_reference', () =>
      bulk([
        { item_key: '0', ...bill() },
        { item_key: '1', ...bill(asked) },
      ]),
    );
    await refusesUnsent('items[0].external_reference', () => bulk([{ item_key: '0', id: providerId, ...asked }]));
  });

  it('is refused in automations', async () => {
    const automation = (recipe: string, input: object) =>
      service.core.automations.create(tenancy.test, {
        write: write({ connection_id: books.connection.id, recipe, input }),
      } as never);
    const invoice = bill({ external_reference: 'X' });
    await refusesUnsent('input.invoice.external_reference', () =>
      automation('invoice.create_and_deliver', { invoice, deliver: 'none' }),
    );
    const { contact_id: _found, ...ofContact } = invoice;
    await refusesUnsent('input.invoice.external_reference', () =>
      automation('invoice.create_with_contact', { contact: { name: 'New Mill Ltd' }, invoice: ofContact }),
    );
    const { providerId: invoice_id } = await books.create('invoices', bill({ number: 'B-4' }));
    const input = { invoice_id, changes: { external_reference: 'X' }, reason: 'wrong' };
    const planned = { connection_id: books.connection.id, recipe: 'invoice.void_and_reissue', input, dry_run: true };
    await refusesUnsent('input.changes.external_reference', () =>
      service.core.automations.create(tenancy.test, { write: write(planned) } as never),
    );
  });
});

describe('what else the provider drops', () => {
  it('is refused in native documents by its place', async () => {
    const service = await openService();
    try {
      const books = await openBooks(service, await service.newOrganization());
      const Addresses = [{ AddressType: 'STREET' }, { AddressType: 'DELIVERY', AddressLine1: 'Dock 4' }];
      const contact = books.create('contacts', { provider_data: { Name: 'Dock Four Ltd', Addresses } });
      expect(told(await refusalOf(contact))).to.deep.equal(['BAD_REQUEST', 'provider_data.Addresses[1].AddressType']);
      const text = { ItemCode: 'NOTE-1', Description: 'Thank you' };
      const LineItems = [{ ...text, Quantity: 1 }, text, { ...text, LineItemID: 'x' }];
      const invoice = books.create('invoices', { provider_data: { Type: 'ACCREC', LineItems } });
      expect(told(await refusalOf(invoice))).to.deep.equal(['BAD_REQUEST', 'provider_data.LineItems[1].ItemCode']);
    } finally {
      await service.close();
    }
  });
});

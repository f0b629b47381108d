// A provider that has contacts and nothing else: what it cannot do is refused before anything is claimed, queued or sent.
import { expect } from 'chai';
import { contactsOnlyTraits, createContactsOnly } from '../../../contract-tests/testing/contacts-only.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { FamilyTraits, ProviderTraits } from '../../ports/provider.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { recipes } from '../automations/recipes.ts';
import { openBulkBooks } from '../bulk/testing/bulk-books.ts';
import { drain } from '../sync/testing/syncing.ts';
import { write } from '../testing/connecting.ts';
import { withProvider } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { listingOf } from './list-providers.ts';

const line_items = [{ description: 'Hire', quantity: 1, unit_amount: 5 }];
const id = 'inv_64r3ce1g';
const document = { contact_id: 'c-1', due_date: '2026-12-31', issue_date: '2026-12-01', line_items };

describe('a provider with contacts alone', () => {
  let calls = 0;
  const service = openedOnce(() =>
    openService({
      wrap(ports) {
        const called = () => {
          calls += 1;
          return undefined;
        };
        return withProvider(ports, { ...createContactsOnly(ports.clock.now, called), notifications: undefined });
      },
    }),
  );
  const books = openedOnce(() => openBulkBooks(service));
  before(() => drain(service));

  const { families } = contactsOnlyTraits;
  const contacts = families.contacts as FamilyTraits;
  const at = (type: string) => ({ connectionId: books.connection.id, type });
  const creating = (body: object) =>
    service.core.resources.create(books.caller, { ...at('contacts'), write: write(body) });
  const updating = (body: object) =>
    service.core.resources.update(books.caller, { ...at('contacts'), resourceId: 'c-1', write: write(body) });
  const automated = (recipe: string, input: object) =>
    service.core.automations.create(books.caller, {
      write: write({ connection_id: books.connection.id, recipe, input }),
    });
  const acted = (action: string, body: object) =>
    service.core.resources.act(books.caller, { connectionId: books.connection.id, action, body });
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'list credit notes': () => service.core.resources.list(books.caller, { ...at('credit_notes'), query: {} }),
    'read invoices': () => service.core.resources.read(books.caller, { ...at('invoices'), resourceId: id }),
    'create invoices': () => books.create('invoices', document),
    'change quotes': () => books.update('quotes', 'quo_64r3ce1g', { title: 'x' }),
    'take provider_data of contacts': () => creating({ provider_data: { Name: 'x' } }),
    'write phones of contacts': () => creating({ name: 'x', phones: [{ type: 'MOBILE', number: '1' }] }),
    'restore contacts': () => updating({ status: 'active' }),
    'bulk-write contacts': () => books.begin('contacts', [{ item_key: 'a', name: 'x' }]),
    'cancel invoices': () =>
      service.core.resources.cancel(books.caller, {
        ...at('invoices'),
        type: 'invoices',
        resourceId: id,
        write: write({}),
      }),
    'list quotes': () =>
      service.core.resources.searchQuotes(books.caller, { connectionId: books.connection.id, body: { name: 'x' } }),
    'render PDFs of quotes': () => acted('quote.download_pdf', { resource_id: 'quo_64r3ce1g' }),
    'link to organizations': () => acted('organization.get_deep_link', { provider_id: 'x' }),
    'list invoices': () =>
      service.core.connections.sync(books.caller, { connectionId: books.connection.id, write: write({}) }),
    'read invoices ': () => service.core.connections.invoiceTimeline(books.caller, books.connection.id, id),
    'read invoices  ': () => automated('invoice.create_and_deliver', { invoice: document, deliver: 'email' }),
    'compute a balance sheet': () =>
      service.core.reports.read(books.caller, {
        connectionId: books.connection.id,
        report: 'balance_sheet',
        query: {},
      }),
    'convert quotes': () => automated('quote.convert_to_invoice', { quote_id: 'quo_64r3ce1g' }),
  };
  for (const [act, ask] of Object.entries(acts)) {
    it(`cannot ${act}`, async () => {
      const before = calls;
      const { code, message, details } = await refusalOf(ask());
      expect([code, details.reason, message]).to.deep.equal([
        'CONFLICT',
        'not_supported_by_provider',
        `Address book cannot ${act.trim()}`,
      ]);
      expect(calls).to.equal(before);
      const { items } = await service.core.operations.list(books.caller, {});
      expect(items.every(({ type }) => type === 'connection.sync')).to.equal(true);
    });
  }

  it('that had drafts of invoices, too, would run the recipes that its traits allow', () => {
    const invoices = { ...contacts, can: [...contacts.can, 'link'], writableFields: null } as const;
    const traits = { ...contactsOnlyTraits, families: { contacts: { ...contacts, foundBy: ['name'] }, invoices } };
    const deliver = recipes['invoice.create_and_deliver'];
    const lacks = (['none', 'link', 'email'] as const).map((how) => deliver.lack(traits, { deliver: how }));
    expect(lacks).to.deep.equal([undefined, undefined, 'mail invoices']);
    const { lack } = recipes['invoice.create_with_contact'];
    expect([
      lack(traits, { contact: { name: 'x' } }),
      lack(traits, { contact: { name: 'x', tax_number: '1' } }),
      lack(traits, { contact: { name: 'x', email: 'a@example.com' } }),
    ]).to.deep.equal([undefined, 'write tax_number of contacts', 'find contacts by email']);
    expect(recipes['invoice.void_and_reissue'].lack(traits, {})).to.equal('cancel invoices');
  });

  it('keeps the key of what it refused free', async () => {
    await refusalOf(books.create('contacts', { name: 'Free', tax_number: '1' }, 'one key'));
    expect((await books.create('contacts', { name: 'Free' }, 'one key')).fields['name']).to.equal('Free');
  });

  it('creates, changes, finds again, reads, lists and syncs contacts', async () => {
    const made = await books.create('contacts', { name: 'Hill Bakery', contact_number: 'C-1' });
    const again = await books.create('contacts', { name: 'Hill Bakery Ltd', contact_number: 'C-1' });
    expect([again.providerId, again.fields['name']]).to.deep.equal([made.providerId, 'Hill Bakery Ltd']);
    await books.update('contacts', made.providerId, { status: 'ARCHIVED' });
    expect((await books.read('contacts', made.providerId)).fields['status']).to.equal('ARCHIVED');
    const archived = await refusalOf(creating({ name: 'Hill Bakery', contact_number: 'C-1' }));
    expect(archived.message).to.equal('Address book cannot restore contacts');
    const { value } = await service.core.connections.sync(books.caller, {
      connectionId: books.connection.id,
      write: write({ scope: 'all' }),
    });
    await drain(service);
    const { state, result } = await service.core.operations.find(books.caller, value.id);
    expect([state, Object.keys(result ?? {})]).to.deep.equal(['succeeded', ['contacts']]);
    const { itemsJson } = await service.core.resources.list(books.caller, { ...at('contacts'), query: {} });
    expect(itemsJson).to.contain('Hill Bakery Ltd');
  });

  it('is listed with what it can do, and nothing else', () => {
    const [listed] = service.core.providers.list();
    expect(listed).to.deep.include({ name: 'Address book', notifications: 'polled', actions: [], recipes: [] });
    expect(Object.keys(listed?.capabilities ?? {})).to.deep.equal(['contacts']);
    expect(listed?.capabilities.contacts).to.deep.include({ create: true, restore: false, attachments: false });
    expect(listed?.capabilities.contacts?.writable_fields).to.deep.equal(contacts.writableFields);
    const whole = listingOf('x', { traits: contactsOnlyTraits, connect: { kind: 'form' } }, 'coming_soon');
    expect([whole.connect, whole.status]).to.deep.equal(['form', 'coming_soon']);
  });

  it('that lies of lists has a sync that ends, with a warning that goes when the lie does', async () => {
    const traits: ProviderTraits = { ...contactsOnlyTraits, families: { ...families, quotes: contacts } };
    const lying: CorePorts = withProvider(service.ports, { traits });
    const warnings = async () =>
      (await service.core.connections.find(books.caller, books.connection.id)).syncWarnings.map(
        ({ type, providerId, reason }) => [type, providerId, reason],
      );
    const expected = [['quotes', null, 'not_supported_by_provider']];
    for (const [ports, left] of [
      [lying, expected],
      [lying, expected],
      [service.ports, []],
    ] as const) {
      const path = { connectionId: books.connection.id, write: write({ scope: 'all' }) };
      const { value } = await service.core.connections.sync(books.caller, path);
      await drain(service, createWorkerApi(ports));
      expect((await service.core.operations.find(books.caller, value.id)).state).to.equal('succeeded');
      expect(await warnings()).to.deep.equal(left);
    }
  });
});

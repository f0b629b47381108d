// What the provider drops or changes without a word is told, once and for good.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { CachedRecord, WriteWarning } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SentRecord } from '../../ports/ledger-gateway.ts';
import { openAutomations } from '../automations/testing/automations.ts';
import { openBulkBooks, untilEnded } from '../bulk/testing/bulk-books.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';
import { line, openBooks } from './testing/books.ts';
import { loseOption } from './testing/lost-option.ts';

const nowhere = { tracking: [{ name: 'Region', option: 'Nowhere' }] };
const pathsOf = (warnings: readonly WriteWarning[] | null | undefined) => (warnings ?? []).map(({ path }) => path);

describe('a write whose answer differs from what was sent', () => {
  let contact_id: string;
  /** What the next answers of the provider are made. */
  let answered = (record: SentRecord): SentRecord => record;
  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(ports, { send: async (...call) => answered(await gatewayOf(ports).send(...call)) });
  const { service, tenancy } = givenService({ wrap });
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
    await loseOption(service, books, 'Nowhere');
  });
  beforeEach(() => {
    answered = (record) => record;
  });

  const create = (type: string, body: object, key?: string, to = books) =>
    service.core.resources.create(tenancy.test, { connectionId: to.connection.id, type, write: write(body, key) });
  const invoice = (more: object = {}) => ({ contact_id, line_items: [line], ...more });
  const unknown = () => invoice({ line_items: [line, { ...line, ...nowhere }] });

  it('has warnings, and a repeat has the same', async () => {
    const first = await create('invoices', unknown(), 'echo-1');
    const [warning] = first.value.warnings ?? [];
    expect(warning).to.deep.equal({
      code: 'echo_differs',
      path: 'line_items[1].tracking[0]',
      message: 'line_items[1].tracking[0] was sent, and the provider’s answer lacks it',
    });
    const again = await create('invoices', unknown(), 'echo-1');
    expect([again.replayed, again.value.warnings]).to.deep.equal([true, first.value.warnings]);
  });

  it('has warnings under zero retention, too, of which nothing but paths is stored', async () => {
    const zero = await openBooks(service, tenancy, { retention_mode: 'zero' });
    const contact = await zero.create('contacts', { name: 'Customer Ltd' });
    // The books are read right before, so only an answer can lack the option.
    await service.sandbox.control('POST', 'tracking', {
      ...{ tenant_id: zero.tenantId, category: 'Region', option: 'Nowhere' },
    });
    answered = (record) => ({ ...record, fields: { ...record.fields, line_items: [line, line] } });
    const body = { ...unknown(), contact_id: contact.providerId };
    const first = await create('invoices', body, 'echo-zero', zero);
    expect(pathsOf(first.value.warnings)).to.deep.equal(['line_items[1].tracking[0]']);
    const again = await create('invoices', body, 'echo-zero', zero);
    expect([again.replayed, again.value.warnings]).to.deep.equal([true, first.value.warnings]);
    const rows = JSON.stringify(await service.database.knex('idempotency_keys').select());
    expect(rows).to.contain('echo_differs');
    expect(rows).not.to.contain('Nowhere');
  });

  it('is no part of the copy', async () => {
    const { value } = await create('invoices', unknown());
    const listed = await service.core.resources.list(tenancy.test, {
      ...{ connectionId: books.connection.id, type: 'invoices', query: { id: value.providerId } },
    });
    expect(listed.itemsJson).to.contain(value.providerId).and.not.to.contain('echo_differs');
  });

  it('has warnings as a change, of a normalized and of a native body', async () => {
    const { providerId } = await books.create('invoices', invoice());
    const paths = ['line_items[0].tracking[0]'];
    expect(await books.warnedOf('invoices', providerId, { line_items: [{ ...line, ...nowhere }] })).to.deep.equal(
      paths,
    );
    const Tracking = [{ Name: 'Region', Option: 'Nowhere' }];
    const LineItems = [{ Description: 'Bench', Quantity: 1, UnitAmount: 5, AccountCode: '200', Tracking }];
    const native = { provider_data: { LineItems, Total: 3 } };
    expect(await books.warnedOf('invoices', providerId, native)).to.deep.equal(paths);
    const created = { provider_data: { Type: 'ACCREC', Contact: { ContactID: contact_id }, LineItems } };
    expect(await books.warnedOf('invoices', null, created)).to.deep.equal(paths);
  });

  it('has warnings for what the provider rounds in a native document', async () => {
    const LineItems = [{ Description: 'Bench', Quantity: 1, UnitAmount: 76.3, AccountCode: '200', TaxAmount: 11.4451 }];
    const document = { Type: 'ACCREC', Contact: { ContactID: contact_id }, CurrencyCode: 'USD', LineItems };
    const body = { provider_data: { ...document, CurrencyRate: 0.61234567 } };
    expect(await books.warnedOf('invoices', null, body)).to.have.members(['currency_rate', 'line_items[0].tax_amount']);
  });

  it('has a warning where a list should be empty and is not', async () => {
    const persons = { contact_persons: [{ first_name: 'Pat' }] };
    const { providerId } = await books.create('contacts', { name: 'Persons Ltd', ...persons });
    answered = (record) => ({ ...record, fields: { ...record.fields, ...persons } });
    expect(await books.warnedOf('contacts', providerId, { contact_persons: [] })).to.deep.equal(['contact_persons']);
  });

  it('has none where the provider keeps it all', async () => {
    const tracked = { ...line, tracking: [{ name: 'region', option: 'NORTH' }], discount_amount: 7 };
    const record: CachedRecord = await books.create('invoices', invoice({ line_items: [tracked], currency: 'USD' }));
    expect(record).not.to.have.property('warnings');
  });

  it('has warnings item by item in bulk, which a list of the items shows', async () => {
    const bulk = await openBulkBooks(service);
    const contact = await bulk.create('contacts', { name: 'Customer Ltd' });
    await loseOption(service, bulk, 'Nowhere');
    const row = (item_key: string, more: object = {}) => ({
      ...{ item_key, contact_id: contact.providerId, line_items: [{ ...line, ...more }] },
    });
    const { id } = await bulk.begin('invoices', [row('a'), row('b', nowhere), row('c')]);
    expect((await untilEnded(service, bulk.caller, id)).state).to.equal('succeeded');
    const items = await bulk.items(id);
    expect(items.map(({ warnings }) => pathsOf(warnings))).to.deep.equal([[], ['line_items[0].tracking[0]'], []]);
  });
});

describe('a step whose answer differs from what was sent', () => {
  it('has the warnings in its result', async () => {
    const automations = await openAutomations();
    try {
      const bench = await automations.bench();
      const contact = await bench.books.create('contacts', { name: 'Customer Ltd' });
      await loseOption(automations.service, bench.books, 'Nowhere');
      const invoice = {
        ...{ contact_id: contact.providerId, due_date: '2030-01-31' },
        line_items: [{ ...line, ...nowhere }],
      };
      const { state, steps } = await bench.run('invoice.create_and_deliver', { invoice, deliver: 'none' });
      expect(state).to.equal('succeeded');
      const told = steps.map(({ name, result }) => [name, (result as { warnings?: unknown }).warnings]);
      expect(told).to.deep.equal([
        [
          'create',
          [
            {
              code: 'echo_differs',
              path: 'line_items[0].tracking[0]',
              message: 'line_items[0].tracking[0] was sent, and the provider’s answer lacks it',
            },
          ],
        ],
        ['authorise', undefined],
        ['re_read', undefined],
      ]);
    } finally {
      await automations.service.close();
    }
  });
});

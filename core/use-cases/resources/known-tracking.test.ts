// Tracking that the books do not know is refused before it is sent; all else arrives whole, and is shown whole.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { openBulkBooks, untilEnded } from '../bulk/testing/bulk-books.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService, type Service } from '../testing/service.ts';
import { line } from './testing/books.ts';

const region = 'aaaaaaaa-0000-4000-8000-000000000000';
const north = 'aaaaaaaa-0000-4000-8000-000000000002';
const repairs = 'bbbbbbbb-0000-4000-8000-000000000002';
const whole = [
  { tracking_category_id: region, tracking_option_id: north, name: 'Region', option: 'North' },
  {
    ...{ tracking_category_id: 'bbbbbbbb-0000-4000-8000-000000000000', tracking_option_id: repairs },
    ...{ name: 'Project', option: 'Repairs' },
  },
];
const byNames = whole.map(({ name, option }) => ({ name, option }));
const unknown = [{ name: 'Region', option: 'Nroth' }];

const linesOf = ({ fields }: Pick<CachedRecord, 'fields'>) =>
  fields['line_items'] as unknown as readonly { readonly tracking: readonly JsonObject[] }[];

const nativeTracking = (document: Readonly<Record<string, unknown>> = {}) =>
  ((document['LineItems'] ?? []) as readonly { Tracking: readonly JsonObject[] }[])[0]?.Tracking ?? [];

/** Books with a contact, and what they were asked. */
async function tracked(service: Service, fields = {}) {
  const books = await openBulkBooks(service, fields);
  const contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
  const document = (tracking: readonly object[] = byNames) => ({
    ...{ contact_id, issue_date: '2030-01-01', line_items: [{ ...line, tracking }] },
  });
  const edit = (change: JsonObject) =>
    service.sandbox.control('POST', 'tracking', { tenant_id: books.tenantId, ...change });
  /** The calls of the provider that something costs, without the base of their paths. */
  const callsOf = async <T>(work: () => Promise<T>) => {
    await service.sandbox.control('DELETE', 'requests');
    const result = await work();
    const calls = await service.calls('');
    const shown = calls.map(({ method, path }) => `${method} ${path.replace(/.*\/2\.0\/|\?.*/g, '')}`);
    return { result, calls: shown.filter((call) => !call.includes('_sandbox')) };
  };
  return { ...books, contact_id, document, edit, callsOf };
}

const families: readonly (readonly [ResourceType, string, object])[] = [
  ['invoices', 'Invoices', {}],
  ['credit_notes', 'CreditNotes', { type: 'receivable' }],
  ['quotes', 'Quotes', {}],
  ['purchase_orders', 'PurchaseOrders', {}],
];

describe('tracking', () => {
  const service = openedOnce(() => openService());
  const books = openedOnce(() => tracked(service));
  const list = (type: string) =>
    service.core.resources.list(books.caller, { connectionId: books.connection.id, type, query: {} });

  for (const [type, atProvider, more] of families) {
    for (const [how, tracking] of [
      ['names', byNames],
      ['ids', whole.map(({ name: _, option: __, ...ids }) => ids)],
      ['the service’s id', [{ tracking_category_id: resourceIdOf('tracking_categories', region), option: 'north' }]],
      ['ids of options', [{ tracking_option_id: north }]],
    ] as const) {
      it(`of ${type} by ${how} arrives, and answers have all names and ids`, async () => {
        const body = { ...books.document(tracking), ...more };
        const made = await books.create(type, body);
        const expected = whole.slice(0, tracking.length);
        expect(linesOf(made)[0]?.tracking).to.deep.equal(expected);
        expect(linesOf(await books.read(type, made.providerId))[0]?.tracking).to.deep.equal(expected);
        const atBooks = (await books.documents(atProvider)).find((one) => Object.values(one).includes(made.providerId));
        expect(nativeTracking(atBooks).map(({ Name, Option }) => [Name, Option])).to.deep.equal(
          expected.map(({ name, option }) => [name, option]),
        );
      });
    }

    it(`of ${type} that is not known is refused by name before anything is sent`, async () => {
      const body = { ...books.document(unknown), ...more };
      const { result, calls } = await books.callsOf(() => refusalOf(books.create(type, body)));
      expect(result.code).to.equal('BAD_REQUEST');
      expect(result.details.errors).to.deep.equal([
        { path: 'line_items[0].tracking[0].option', message: 'is no option of Region; did you mean North?' },
      ]);
      expect(calls).to.deep.equal(['GET TrackingCategories']);
    });
  }

  it('of a change is looked at, too, and of the provider’s own documents', async () => {
    const { providerId } = await books.create('invoices', books.document());
    const change = { line_items: [{ ...line, tracking: unknown }] };
    const faults = (await refusalOf(books.update('invoices', providerId, change))).details.errors;
    expect(faults?.map(({ path }) => path)).to.deep.equal(['line_items[0].tracking[0].option']);
    const LineItems = [{ Description: 'x', UnitAmount: 1, Tracking: [{ Name: 'Area', Option: 'North' }] }];
    const native = { provider_data: { Type: 'ACCREC', Contact: { ContactID: books.contact_id }, LineItems } };
    const { details } = await refusalOf(books.create('invoices', native));
    expect(details.errors).to.deep.equal([
      {
        path: 'provider_data',
        message: 'line_items[0].tracking[0].name is no tracking category of the books',
      },
    ]);
    const kept = await books.update('quotes', (await books.create('quotes', books.document())).providerId, {
      title: 'Changed',
    });
    expect(linesOf(kept)[0]?.tracking).to.deep.equal(whole);
  });

  it('costs no call while the copies know it, and one when the books have something new', async () => {
    const document = books.document();
    expect((await books.callsOf(() => books.create('invoices', document))).calls).to.deep.equal(['PUT Invoices']);
    await books.edit({ category: 'Region', option: 'Islands' });
    const islands = books.document([{ name: 'Region', option: 'Islands' }]);
    const first = await books.callsOf(() => books.create('invoices', islands));
    expect(first.calls).to.deep.equal(['GET TrackingCategories', 'PUT Invoices']);
    expect((await books.callsOf(() => books.create('invoices', islands))).calls).to.deep.equal(['PUT Invoices']);
  });

  it('that is archived, and two options of one category, are refused', async () => {
    await books.edit({ category: 'Region', option: 'South', status: 'ARCHIVED' });
    // The copy knows it once it was read.
    await books.read('tracking_categories', region);
    const faults = async (tracking: readonly object[]) =>
      (await refusalOf(books.create('invoices', books.document(tracking)))).details.errors?.map(
        ({ path, message }) => `${path} ${message}`,
      );
    expect(await faults([{ name: 'Region', option: 'South' }])).to.deep.equal([
      'line_items[0].tracking[0].option is archived in Region',
    ]);
    expect(
      await faults([
        { name: 'Region', option: 'North' },
        { tracking_category_id: region, option: 'East' },
      ]),
    ).to.eql([
      'line_items[0].tracking[1].tracking_category_id is the category of an earlier entry: a line has one of Region',
    ]);
    expect(await faults([...byNames, { name: 'Team', option: 'Blue' }])).to.deep.equal([
      'line_items[0].tracking must have at most 2 entries',
    ]);
  });

  it('that the books had and lost between our read and the write is told by a warning', async () => {
    await books.edit({ category: 'Region', option: 'Valley' });
    const valley = [{ name: 'Region', option: 'Valley' }];
    await books.create('invoices', books.document(valley));
    await books.edit({ category: 'Region', option: 'Valley', status: 'DELETED' });
    for (const [type, , more] of families)
      expect(await books.warnedOf(type, null, { ...books.document(valley), ...more }), type).to.deep.equal([
        'line_items[0].tracking[0]',
      ]);
  });

  it('of a quote’s lines stays through changes that do not name them; what is lost on the way is told', async () => {
    await books.edit({ category: 'Region', option: 'Lakes' });
    const { providerId } = await books.create('quotes', books.document([{ name: 'Region', option: 'Lakes' }]));
    expect(linesOf(await books.update('quotes', providerId, { status: 'SENT' }))[0]?.tracking).to.have.length(1);
    await books.edit({ category: 'Region', option: 'Lakes', status: 'DELETED' });
    expect(await books.warnedOf('quotes', providerId, { title: 'Lost' })).to.deep.equal(['line_items[0].tracking[0]']);
  });

  it('is shown whole in lists, and with today’s names of what was renamed', async () => {
    const { providerId } = await books.create('invoices', books.document());
    const items = JSON.parse((await list('invoices')).itemsJson) as readonly JsonObject[];
    const listed = items.find((item) => item['provider_id'] === providerId) ?? {};
    expect(linesOf({ fields: listed })[0]?.tracking).to.deep.equal(whole);
  });

  it('of many at once costs one read, and each refused item is named', async () => {
    const item = (item_key: string, tracking: readonly object[]) => ({ item_key, ...books.document(tracking) });
    const wrong = [item('a', byNames), item('b', unknown), item('c', [{ name: 'Regio', option: 'North' }])];
    const refused = await books.callsOf(() => refusalOf(books.begin('invoices', wrong)));
    expect(refused.result.details.errors?.map(({ path }) => path)).to.deep.equal([
      'items[1].line_items[0].tracking[0].option',
      'items[2].line_items[0].tracking[0].name',
    ]);
    expect(refused.calls).to.deep.equal(['GET TrackingCategories']);
    const quotes = Array.from({ length: 3 }, (_, i) => item(`q${i}`, byNames));
    const { id } = await books.begin('quotes', quotes, 'bulk of quotes');
    expect((await untilEnded(service, books.caller, id)).state).to.equal('succeeded');
    const made = (await books.items(id)).map(({ warnings, providerId }) => [warnings, typeof providerId]);
    expect(made).to.deep.equal(quotes.map(() => [null, 'string']));
    // A repetition is answered from what is stored, whatever the books know by now.
    await books.edit({ category: 'Project', option: 'Repairs', status: 'ARCHIVED' });
    expect((await books.begin('quotes', quotes, 'bulk of quotes')).id).to.equal(id);
    await books.edit({ category: 'Project', option: 'Repairs', status: 'ACTIVE' });
  });

  it('of automations is refused before they are queued, and arrives from their steps', async () => {
    const start = (tracking: readonly object[], over = {}) => {
      const input = { quote: { ...books.document(tracking), title: 'By a recipe' } };
      const body = { connection_id: books.connection.id, recipe: 'quote.create_and_send', input, ...over };
      return service.core.automations.create(books.caller, { write: write(body) } as never);
    };
    for (const over of [{}, { dry_run: true }])
      expect((await refusalOf(start(unknown, over))).details.errors?.map(({ path }) => path)).to.deep.equal([
        'input.quote.line_items[0].tracking[0].option',
      ]);
    const queued = await start(byNames);
    if (queued.kind !== 'queued') return expect.fail('it was only planned');
    expect((await untilEnded(service, books.caller, queued.operation.id)).state).to.equal('succeeded');
    const quotes = await books.documents('Quotes');
    const [made] = quotes.filter(({ Title }) => Title === 'By a recipe');
    expect(nativeTracking(made)).to.have.length(2);
  });

  it('that may have been sent is sent again as it was, though the books have lost it', async () => {
    await books.edit({ category: 'Region', option: 'Coast' });
    const coast = books.document([{ name: 'Region', option: 'Coast' }]);
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices' },
      action: { drop: 'after' },
    });
    const lost = () => books.create('invoices', coast, 'lost with tracking');
    expect((await refusalOf(lost())).details.outcome).to.equal('unknown');
    await books.edit({ category: 'Region', option: 'Coast', status: 'DELETED' });
    expect(linesOf(await lost())[0]?.tracking).to.have.length(1);
  });
});

describe('tracking with zero retention', () => {
  const service = openedOnce(() => openService());
  const books = openedOnce(() => tracked(service, { retention_mode: 'zero' }));

  it('is compared with the live categories each time, and nothing of them is kept', async () => {
    for (const _ of [1, 2]) {
      const { calls } = await books.callsOf(() => books.create('quotes', books.document()));
      expect(calls).to.deep.equal(['GET TrackingCategories', 'PUT Quotes']);
    }
    const { details } = await refusalOf(books.create('invoices', books.document(unknown)));
    expect(details.errors?.map(({ path }) => path)).to.deep.equal(['line_items[0].tracking[0].option']);
    const rows = await service.database.knex('cached_records').where({ connection_id: books.connection.id });
    expect(rows).to.have.length(0);
  });
});

// What is written in the fault table: a row for each family and kind of write, and what the books hold of it in the end.
import type { Json, JsonObject } from '../../../core/ports.ts';
import { write } from '../../../core/use-cases/testing/connecting.ts';
import { plainValue } from '../values.ts';
import { dates, type FaultBooks, type Way } from './fault-books.ts';

/** One write that can be made. */
export interface Ready {
  /** Under a key; left out for what an operation writes. */
  readonly request?: (key: string) => Promise<{ readonly providerId: string }>;
  /** Queues the operation. */
  readonly queue?: () => Promise<string>;
  /** What the administrator sees of it. */
  readonly held: () => Promise<readonly Json[]>;
  /** A person's change beside it; false where there is nothing yet that could be changed. */
  readonly edit: () => Promise<boolean>;
  /** True if the administrator sees that change. */
  readonly edited: () => Promise<boolean>;
}

export interface Row {
  readonly name: string;
  /** How many calls that write it takes. */
  readonly calls: number;
  /** What `held` shows before it and after it. */
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly ready: (books: FaultBooks, way: Way, reference: string) => Promise<Ready>;
}

const line = (more: JsonObject = {}): JsonObject => ({ description: 'Cups', quantity: 2, unit_amount: 50, ...more });

type Seen = Pick<Ready, 'held' | 'edit' | 'edited'>;

/** Records found by a condition, by one field of each; a person changes another field. */
function seen({ admin }: FaultBooks, model: string, condition: Json, [field, other]: readonly [string, string]): Seen {
  const find = () => admin.find(model, [condition], [field, other]);
  return {
    held: async () => (await find()).map((row) => row[field] ?? null),
    async edit() {
      const [row] = await find();
      if (row) await admin.call(`model.${model}.write`, [Number(row['id'])], { [other]: 'by a person' });
      return row !== undefined;
    },
    edited: async () => (await find())[0]?.[other] === 'by a person',
  };
}

const titled = ['state', 'description'] as const;

/** A document that is found by its reference, and whose title a person changes. */
function document(type: string, model: string, fields: (books: FaultBooks) => JsonObject): Row['ready'] {
  return async (books, { create }, external_reference) => {
    const head = { contact_id: books.contactId, issue_date: dates().issue_date, external_reference };
    const body = { ...head, line_items: [line()], ...fields(books) };
    return {
      request: (key) => create(type, body, key),
      ...seen(books, model, ['reference', '=', external_reference], titled),
    };
  };
}

const invoice = (status: string, more: JsonObject = {}) =>
  document('invoices', 'account.invoice', ({ tax }) => ({
    ...dates(),
    line_items: [line(more['type'] === 'payable' ? {} : { tax_type: tax })],
    status,
    ...more,
  }));

async function posted({ contactId, tax }: FaultBooks, { create }: Way): Promise<string> {
  const lines = { line_items: [line({ tax_type: tax })], status: 'AUTHORISED' };
  return (await create('invoices', { contact_id: contactId, ...dates(), ...lines })).providerId;
}

const payment = (invoice_id: string) => ({ invoice_id, account_code: '090', amount: 40 });

/** What the lines of an invoice's payments credit, but for a person's ten, and how many of these were taken back. */
function paymentsOf({ admin, work }: FaultBooks, invoice: string): Seen {
  const find = () => admin.find('account.move.line', [['invoice_payment', '=', Number(invoice)]], ['credit', 'move']);
  const amountOf = (row: JsonObject) => Number(plainValue(row['credit'] ?? null));
  return {
    async held() {
      const ours = (await find()).filter((row) => amountOf(row) !== 10);
      const moves = ours.map(({ move }) => `account.move,${move}`);
      const undone = await admin.find('account.move', [['origin', 'in', moves]]);
      return [...ours.map(amountOf), `${undone.length} undone`];
    },
    async edit() {
      await work.pay(Number(invoice), '10.00');
      return true;
    },
    edited: async () => (await find()).filter((row) => amountOf(row) === 10).length === 1,
  };
}

const queued = ({ service: { core }, caller }: FaultBooks, connection_id: string) => ({
  automation: (recipe: string, input: object) => async () => {
    const asked = await core.automations.create(caller, { write: write({ connection_id, recipe, input }) });
    if (asked.kind !== 'queued') throw new Error('it was only planned');
    return asked.operation.id;
  },
  bulk: (items: readonly object[]) => async () =>
    (await core.bulk.create(caller, { connectionId: connection_id, type: 'invoices', write: write({ items }) })).value
      .id,
});

export const rows: readonly Row[] = [
  {
    name: 'a contact',
    calls: 1,
    before: [],
    after: [1],
    ready: async (books, { create }, name) => ({
      request: (key) => create('contacts', { name, email: `${name}@example.com` }, key),
      ...seen(books, 'party.party', ['name', '=', name], ['active', 'code']),
    }),
  },
  {
    name: 'a contact that changes',
    calls: 1,
    before: [null],
    after: ['changed@example.com'],
    async ready(books, { create, update }, name) {
      const { providerId } = await create('contacts', { name });
      return {
        request: (key) => update('contacts', providerId, { email: 'changed@example.com' }, key),
        ...seen(books, 'party.party', ['name', '=', name], ['email', 'code']),
      };
    },
  },
  { name: 'a draft', calls: 1, before: [], after: ['draft'], ready: invoice('DRAFT') },
  { name: 'an AUTHORISED invoice', calls: 2, before: [], after: ['posted'], ready: invoice('AUTHORISED') },
  {
    name: 'an AUTHORISED bill',
    calls: 2,
    before: [],
    after: ['posted'],
    ready: invoice('AUTHORISED', { type: 'payable' }),
  },
  {
    name: 'a draft that changes and is AUTHORISED',
    calls: 2,
    before: ['draft'],
    after: ['posted'],
    async ready(books, way, external_reference) {
      const { providerId } = await way.create('invoices', {
        ...{ contact_id: books.contactId, ...dates(), line_items: [line()], external_reference },
      });
      return {
        request: (key) =>
          way.update('invoices', providerId, { due_date: dates().issue_date, status: 'AUTHORISED' }, key),
        ...seen(books, 'account.invoice', ['reference', '=', external_reference], titled),
      };
    },
  },
  {
    name: 'a payment',
    calls: 1,
    before: ['0 undone'],
    after: [40, '0 undone'],
    async ready(books, way) {
      const id = await posted(books, way);
      return { request: (key) => way.create('payments', payment(id), key), ...paymentsOf(books, id) };
    },
  },
  {
    name: 'a payment that is taken back',
    calls: 1,
    before: [40, '0 undone'],
    after: [40, '1 undone'],
    async ready(books, way) {
      const id = await posted(books, way);
      const { providerId } = await way.create('payments', payment(id));
      return {
        request: (key) => way.update('payments', providerId, { status: 'DELETED' }, key),
        ...paymentsOf(books, id),
      };
    },
  },
  {
    name: 'a SENT quote',
    calls: 2,
    before: [],
    after: ['quotation'],
    ready: document('quotes', 'sale.sale', () => ({ status: 'SENT' })),
  },
  {
    name: 'a quote that becomes an invoice',
    calls: 3,
    before: [],
    after: ['posted'],
    async ready(books, way, external_reference) {
      const head = { contact_id: books.contactId, issue_date: dates().issue_date, title: external_reference };
      const fields = { ...head, line_items: [line()], status: 'SENT' };
      const { providerId: quote_id } = await way.create('quotes', fields);
      const input = { quote_id, due_date: dates().due_date, external_reference };
      const made = seen(
        books,
        'account.invoice',
        ['lines.origin.sale.description', '=', external_reference, 'sale.line'],
        titled,
      );
      return { queue: queued(books, way.connectionId).automation('quote.convert_to_invoice', input), ...made };
    },
  },
  {
    name: 'an AUTHORISED purchase order',
    calls: 3,
    before: [],
    after: ['processing'],
    ready: document('purchase_orders', 'purchase.purchase', () => ({ status: 'AUTHORISED' })),
  },
  {
    name: 'a purchase order that changes to AUTHORISED',
    calls: 2,
    before: ['draft'],
    after: ['processing'],
    async ready(books, { create, update }, external_reference) {
      const head = { contact_id: books.contactId, issue_date: dates().issue_date, external_reference };
      const { providerId } = await create('purchase_orders', { ...head, line_items: [line()] });
      return {
        request: (key) => update('purchase_orders', providerId, { status: 'AUTHORISED' }, key),
        ...seen(books, 'purchase.purchase', ['reference', '=', external_reference], titled),
      };
    },
  },
  {
    name: 'three in bulk',
    calls: 2,
    before: [],
    after: ['draft', 'posted', 'draft'],
    async ready(books, { connectionId }, external_reference) {
      const one = { contact_id: books.contactId, ...dates(), line_items: [line()], external_reference };
      const items = ['DRAFT', 'AUTHORISED', 'DRAFT'].map((status, i) => ({ item_key: `${i}`, ...one, status }));
      return {
        queue: queued(books, connectionId).bulk(items),
        ...seen(books, 'account.invoice', ['reference', '=', external_reference], titled),
      };
    },
  },
];

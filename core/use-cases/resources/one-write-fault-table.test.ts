// Every point at which a write can fail, for every family, whenever the caller repeats it: the caller gets one document.
import { expect } from 'chai';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  type Books,
  type CrashPoint,
  crashPoints,
  type Heard,
  type LossyService,
  openLossyService,
  untilHeard,
} from './testing/one-write.ts';

interface Family {
  readonly type: string;
  readonly atProvider: string;
  readonly idKey: string;
  readonly body: (books: Base, name: string) => JsonObject;
}

interface Base {
  readonly contactId: string;
  readonly invoiceId: string;
}

const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200', tax_type: 'OUTPUT2' };
const dated = ({ contactId }: Base) => ({ contact_id: contactId, issue_date: '2030-01-01' });
let accounts = 0;

const families: readonly Family[] = [
  { type: 'contacts', atProvider: 'Contacts', idKey: 'ContactID', body: (_, name) => ({ name, email: 'a@b.example' }) },
  {
    type: 'invoices',
    atProvider: 'Invoices',
    idKey: 'InvoiceID',
    body: (base) => ({ ...dated(base), status: 'AUTHORISED', due_date: '2030-01-31', line_items: [line] }),
  },
  {
    type: 'credit_notes',
    atProvider: 'CreditNotes',
    idKey: 'CreditNoteID',
    body: (base) => ({ ...dated(base), type: 'receivable', status: 'AUTHORISED', line_items: [line] }),
  },
  {
    type: 'quotes',
    atProvider: 'Quotes',
    idKey: 'QuoteID',
    body: (base) => ({ ...dated(base), line_amount_mode: 'inclusive', title: 'Bench', line_items: [line] }),
  },
  {
    type: 'payments',
    atProvider: 'Payments',
    idKey: 'PaymentID',
    body: ({ invoiceId }) => ({ invoice_id: invoiceId, account_code: '090', amount: 1.25, date: '2030-01-05' }),
  },
  {
    type: 'purchase_orders',
    atProvider: 'PurchaseOrders',
    idKey: 'PurchaseOrderID',
    body: (base) => ({ ...dated(base), line_items: [{ description: 'Ply', quantity: 1, unit_amount: 20 }] }),
  },
  {
    type: 'accounts',
    atProvider: 'Accounts',
    idKey: 'AccountID',
    body: (_, name) => ({ provider_data: { Code: `X${++accounts}`, Name: name, Type: 'EXPENSE' } }),
  },
];

/** What the provider does instead of answering, and what the caller is told. */
const provider: Readonly<Record<string, readonly [object, 'not_applied' | 'unknown']>> = {
  'the request is lost on its way': [{ drop: 'before' }, 'unknown'],
  'the answer is lost on its way': [{ drop: 'after' }, 'unknown'],
  'the answer is cut off': [{ drop: 'after', status: 200, body: '{"Invo' }, 'unknown'],
  'a 500 instead of the write': [{ status: 500 }, 'unknown'],
  'a 500 instead of the write, replayed': [{ status: 500, store: true }, 'unknown'],
  'a 500 after the write, replayed': [{ status: 500, store: true, drop: 'after' }, 'unknown'],
  'a 503 after the write': [{ status: 503, drop: 'after' }, 'unknown'],
  'a 429 instead of the write': [{ status: 429, headers: { 'retry-after': '7' } }, 'not_applied'],
};

const comingBack = { 'at once': 0, 'within the window': 100, 'after the window': 400 } as const;

describe('one write', () => {
  let lossy: LossyService;
  let books: Books;
  let base: Base;

  before(async () => {
    // Over a socket, because what a broken connection tells is part of the test.
    lossy = await openLossyService({ bounds: {} });
    books = await lossy.openBooks();
    const contact = answered(await books.create('contacts', { name: 'Customer' }, 'customer'));
    const authorised = { contact_id: contact.value.providerId, status: 'AUTHORISED', due_date: '2030-01-31' };
    const large = { ...authorised, line_items: [{ ...line, quantity: 1000 }] };
    const invoice = answered(await books.create('invoices', large, 'large'));
    base = { contactId: contact.value.providerId, invoiceId: invoice.value.providerId };
  });
  after(() => lossy.close());

  const answered = (heard: Heard) => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard;
  };

  const idsAt = async ({ atProvider, idKey }: Family) =>
    (await books.documents(atProvider)).map((document) => String(document[idKey]));

  /** The first request fails; the caller comes back later and repeats it until it is answered. */
  async function check(
    family: Family,
    name: string,
    first: (body: JsonObject) => Promise<void>,
    seconds: number,
    fails: boolean,
  ) {
    const already = new Set(await idsAt(family));
    await lossy.service.sandbox.control('DELETE', 'requests');
    const body = family.body(base, name);
    const request = () => books.create(family.type, body, name);
    await first(body);
    lossy.service.advance(seconds);
    const { value, replayed } = answered(await untilHeard(lossy.service, request));
    expect(replayed).to.equal(!fails);
    const again = answered(await request());
    expect([again.replayed, again.value.providerId]).to.deep.equal([true, value.providerId]);
    const made = (await idsAt(family)).filter((id) => !already.has(id));
    expect(made).to.deep.equal([value.providerId]);
    const identities = (await lossy.service.calls(`PUT /api.xro/2.0/${family.atProvider}`)).map(
      (call) => `${call.headers['idempotency-key']} ${call.body_digest}`,
    );
    expect(new Set(identities).size, 'the same bytes under the same key').to.equal(1);
  }

  for (const family of families) {
    for (const [when, seconds] of Object.entries(comingBack)) {
      describe(`of ${family.type}, the caller comes back ${when}`, () => {
        for (const point of crashPoints) {
          it(`the process is lost ${point}`, () => {
            const name = `${family.type} ${point} ${when}`;
            const first = async (body: JsonObject) => {
              expect(await books.create(family.type, body, name, point)).to.equal('lost');
            };
            return check(family, name, first, seconds, point !== ('after the answer is kept' satisfies CrashPoint));
          });
        }
        for (const [fault, [action, outcome]] of Object.entries(provider)) {
          it(fault, () => {
            const name = `${family.type} ${fault} ${when}`;
            const first = async (body: JsonObject) => {
              await lossy.fault(family.atProvider, action);
              const heard = await books.create(family.type, body, name);
              expect(heard).to.be.instanceOf(ServiceError);
              expect((heard as ServiceError).details.outcome).to.equal(outcome);
            };
            return check(family, name, first, seconds, true);
          });
        }
      });
    }
  }
});

// A company's contacts, quotes and payments that a bookkeeper edits at the ledger at random, and each state that they had.
import type { JsonObject } from '../../core/domain/json.ts';
import type { Sandbox } from './client.ts';

export const editedTypes = ['contacts', 'quotes', 'payments'] as const;
export type EditedType = (typeof editedTypes)[number];

/** A state that a record had at the ledger. */
export interface Revision {
  /** The ledger's stamp, in milliseconds since 1970; no two states of a company have the same. */
  readonly stamp: number;
  /** By the names of our fields; those that no edit here changes are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Edited {
  readonly type: EditedType;
  readonly providerId: string;
  /** From the first to the one that stands. */
  readonly revisions: readonly Revision[];
  readonly native: JsonObject;
}

export interface EditedBooks {
  readonly tenantId: string;
  /** All that was ever seen, by `type id`. */
  readonly records: ReadonlyMap<string, Edited>;
  /** Some records of each family; call it before anybody connects. */
  fill(each: number): Promise<void>;
  /** Changes, makes and deletes so many records of all families, each at most once, but for those in `but`. */
  edit(count: number, but: ReadonlySet<string>): Promise<void>;
  /** Notes the states that stand. Between two looks no record may change twice. */
  look(): Promise<void>;
}

export const nameOf = ({ type, providerId }: Pick<Edited, 'type' | 'providerId'>): string => `${type} ${providerId}`;

const collections = { contacts: 'Contacts', quotes: 'Quotes', payments: 'Payments' } as const;
const idKeys = { contacts: 'ContactID', quotes: 'QuoteID', payments: 'PaymentID' } as const;

/** What the edits of this file, and what the ledger does with them, can change. */
const read: Readonly<Record<EditedType, (native: JsonObject) => Revision['fields']>> = {
  contacts: (native) => ({
    name: native['Name'],
    email: native['EmailAddress'] ?? '',
    first_name: native['FirstName'] ?? '',
    phones: objects(native['Phones']).flatMap(({ PhoneNumber }) => (PhoneNumber ? [PhoneNumber] : [])),
    status: native['ContactStatus'],
  }),
  quotes: (native) => ({
    external_reference: native['Reference'] ?? '',
    title: native['Title'] ?? '',
    summary: native['Summary'] ?? '',
    status: native['Status'],
    line_items: objects(native['LineItems']).map(({ UnitAmount }) => UnitAmount),
    sub_total: native['SubTotal'],
    total: native['Total'],
  }),
  payments: (native) => ({ status: native['Status'], amount: native['Amount'] }),
};

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

/** The ledger takes so many elements in a call. */
const atOnce = 50;
const clientId = 'the-bookkeeper';
const scope = 'offline_access accounting.invoices accounting.payments accounting.contacts accounting.settings';

export async function openEditedBooks(sandbox: Sandbox, random: () => number, name: string): Promise<EditedBooks> {
  const made = await sandbox.control('POST', 'organisations', { name, seed: 'empty' });
  const tenantId = String(made['tenant_id']);
  const ledger = await bookkeeperOf(sandbox, tenantId);
  const records = new Map<string, Edited>();
  const some = (share: number) => random() < share;
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  let named = 0;
  const fresh = (what: string) => `${what} ${++named} ${Math.floor(random() * 1e6)}`;

  const look = async (): Promise<void> => {
    for (const type of editedTypes) {
      for (const native of await sandbox.documents(tenantId, collections[type])) {
        const providerId = String(native[idKeys[type]]).toLowerCase();
        const stamp = Number(/-?\d+/.exec(String(native['UpdatedDateUTC']).replace(/^\D*/, ''))?.[0]);
        const known = records.get(`${type} ${providerId}`);
        if (known?.revisions.at(-1)?.stamp === stamp) continue;
        const fields = read[type](native as JsonObject);
        const revisions = [...(known?.revisions ?? []), { stamp, fields }];
        records.set(`${type} ${providerId}`, { type, providerId, revisions, native: native as JsonObject });
      }
    }
  };

  const contact = () => ({ Name: fresh('Customer'), EmailAddress: `${Math.floor(random() * 1e9)}@example.com` });
  const phone = () => ({ PhoneType: 'DEFAULT', PhoneNumber: String(Math.floor(random() * 1e9)) });
  /** These are never archived: the ledger takes no document for a contact that is. */
  const customers: string[] = [];
  const invoices: string[] = [];
  const isCustomer = (id: string) => customers.some((customer) => customer.toLowerCase() === id);
  const quote = () => ({
    Contact: { ContactID: one(customers) ?? '' },
    Date: '2030-01-01',
    Title: fresh('Offer'),
    LineItems: [{ Description: 'Bench', Quantity: 1, UnitAmount: 1 + Math.floor(random() * 900), AccountCode: '200' }],
  });
  const payment = () => ({
    Invoice: { InvoiceID: one(invoices) ?? '' },
    Account: { Code: '090' },
    Date: '2030-01-02',
    Amount: 1 + Math.floor(random() * 9),
  });

  const changes: Readonly<Record<EditedType, (record: Edited) => JsonObject | undefined>> = {
    contacts({ providerId, native }) {
      if (native['ContactStatus'] === 'ARCHIVED') return { ContactID: providerId, ContactStatus: 'ACTIVE' };
      if (!isCustomer(providerId) && some(0.3)) return { ContactID: providerId, ContactStatus: 'ARCHIVED' };
      return {
        ContactID: providerId,
        ...(some(0.4) && { Name: fresh('Renamed') }),
        ...(some(0.4) && { EmailAddress: `${Math.floor(random() * 1e9)}@example.com` }),
        ...(some(0.3) && { FirstName: some(0.2) ? '' : fresh('Ann') }),
        ...(some(0.3) && { Phones: [phone()] }),
      };
    },
    quotes({ providerId, native }) {
      if (native['Status'] === 'DELETED') return undefined;
      const [{ LineAmount: _amount, TaxAmount: _tax, ...line } = {}] = objects(native['LineItems']);
      return {
        QuoteID: providerId,
        ...Object.fromEntries(
          ['QuoteNumber', 'Reference', 'Terms', 'Title', 'Summary', 'CurrencyCode'].map((key) => [
            key,
            native[key] ?? '',
          ]),
        ),
        Contact: { ContactID: (native['Contact'] as JsonObject)['ContactID'] ?? '' },
        Date: '2030-01-01',
        Status: some(0.12) ? 'DELETED' : (native['Status'] ?? 'DRAFT'),
        LineItems: [{ ...line, ...(some(0.4) && { UnitAmount: 1 + Math.floor(random() * 900) }) }],
        ...(some(0.4) && { Title: fresh('Offer') }),
        ...(some(0.3) && { Summary: some(0.2) ? '' : fresh('As said') }),
        ...(some(0.3) && { Reference: fresh('R') }),
      };
    },
    payments: ({ native }) => (native['Status'] === 'DELETED' ? undefined : { Status: 'DELETED' }),
  };

  const editOf = async (type: EditedType, chosen: readonly Edited[], fewer: number): Promise<void> => {
    const documents = chosen.flatMap((record) => changes[type](record) ?? []);
    if (type === 'payments') {
      for (const record of chosen.slice(0, Math.ceil(chosen.length / 3)))
        if (record.native['Status'] !== 'DELETED')
          await ledger('POST', `Payments/${record.providerId}`, { Status: 'DELETED' });
      await put(type, chosen.length - Math.ceil(chosen.length / 3) + fewer);
      return;
    }
    for (let from = 0; from < documents.length; from += atOnce)
      await ledger('POST', collections[type], { [collections[type]]: documents.slice(from, from + atOnce) });
    await put(type, fewer);
  };

  const put = async (type: EditedType, count: number): Promise<readonly JsonObject[]> => {
    const put_: JsonObject[] = [];
    const draft: () => JsonObject = { contacts: contact, quotes: quote, payments: payment }[type];
    const drafts = Array.from({ length: count }, draft);
    for (let from = 0; from < count; from += atOnce)
      put_.push(
        ...(await ledger('PUT', collections[type], { [collections[type]]: drafts.slice(from, from + atOnce) })),
      );
    return put_;
  };

  return {
    tenantId,
    records,
    look,
    async fill(each) {
      const contacts = (await put('contacts', each)).map(({ ContactID }) => String(ContactID));
      customers.push(...contacts.slice(0, Math.ceil(each / 2)));
      // A contact's first document comes before the first look, because it changes the contact without a stamp.
      const Invoices = customers.map((ContactID) => ({
        ...{ Type: 'ACCREC', Status: 'AUTHORISED', Contact: { ContactID }, Date: '2030-01-01', DueDate: '2030-01-31' },
        LineItems: [{ Description: 'Bench', Quantity: 1, UnitAmount: 1_000_000, AccountCode: '200' }],
      }));
      for (let from = 0; from < Invoices.length; from += atOnce) {
        const billed = await ledger('PUT', 'Invoices', { Invoices: Invoices.slice(from, from + atOnce) });
        invoices.push(...billed.map(({ InvoiceID }) => String(InvoiceID)));
      }
      await put('quotes', each);
      await put('payments', each);
      await look();
    },
    async edit(count, but) {
      const free = [...records.values()].filter((record) => !but.has(nameOf(record)));
      const chosen = Array.from({ length: count }, () => one(free)).filter((record) => record !== undefined);
      for (const type of editedTypes) {
        const ofType = [...new Set(chosen)].filter((record) => record.type === type);
        await editOf(type, ofType, Math.ceil(ofType.length / 10));
      }
      await look();
    },
  };
}

type Ledger = (method: 'PUT' | 'POST', path: string, body: object) => Promise<readonly JsonObject[]>;

/** Somebody who works in these books beside us, with an app of their own that nobody notifies. */
async function bookkeeperOf({ url, control }: Sandbox, tenantId: string): Promise<Ledger> {
  const redirectUri = 'http://localhost:3000/callback';
  await control('POST', 'apps', { client_id: clientId, client_secret: clientId, redirect_uris: [redirectUri] });
  const asking = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state: '1' };
  let token = '';
  const consent = async (): Promise<void> => {
    const authorizeUrl = `${url}/identity/connect/authorize?${new URLSearchParams(asking)}`;
    const consented = { authorize_url: authorizeUrl, tenant_ids: [tenantId] };
    const { callback_url } = await control('POST', 'consent', consented);
    const code = new URL(String(callback_url)).searchParams.get('code') ?? '';
    const answer = await fetch(`${url}/connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientId}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    });
    token = String(((await answer.json()) as JsonObject)['access_token']);
  };
  await consent();
  return async (method, path, body) => {
    const send = () =>
      fetch(`${url}/api.xro/2.0/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'ledger-tenant-id': tenantId,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    let answer = await send();
    // A token lasts for half an hour of the ledger's clock.
    if (answer.status === 401) {
      await consent();
      answer = await send();
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${refusalsIn(text)}`);
    return (JSON.parse(text) as Record<string, readonly JsonObject[]>)[path.split('/', 1)[0] ?? ''] ?? [];
  };
}

/** What the ledger says of the elements that it refused. */
function refusalsIn(text: string): string {
  const said = [...text.matchAll(/"ValidationErrors":\[(\{[^\]]*)\]/g)].map(([, errors]) => errors);
  return said.length > 0 ? [...new Set(said)].join('; ') : text.slice(0, 600);
}

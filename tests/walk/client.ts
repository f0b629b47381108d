import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openBrowser } from '../../hosts/cli/sandbox.ts';
import type { Receiver } from './receiver.ts';

/** A JSON object that a host answered. */
export type Body = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** What stands at a path such as `data.items.0.id`; undefined where nothing does. */
export function at(body: unknown, route: string): unknown {
  let found: unknown = body;
  for (const key of route.split('.')) found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return found;
}

export const textAt = (body: unknown, route: string): string => String(at(body, route));

export interface Client {
  readonly baseUrl: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** With a fresh Idempotency-Key; the answer must have this status. */
  expecting(status: number, method: string, path: string, body?: unknown): Promise<Body>;
}

export function clientOf(baseUrl: string, key: string): Client {
  const call: Client['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  return {
    baseUrl,
    call,
    async expecting(status, method, path, body) {
      const answer = await call(method, path, body, method === 'GET' ? {} : { 'idempotency-key': randomUUID() });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
      return answer.body;
    },
  };
}

export interface Sandbox {
  readonly url: string;
  control(method: string, path: string, body?: unknown): Promise<Body>;
  tenants(): Promise<readonly string[]>;
  /** Documents of a family in a tenant's books. */
  documents(tenantId: string, type: string): Promise<readonly Body[]>;
}

interface Asked {
  readonly ok: boolean;
  readonly text: string;
}

/** `ask` reaches a sandbox in the same process without a socket. */
export function sandboxOf(
  url: string,
  ask = async (method: string, path: string, body?: string): Promise<Asked> => {
    // A kept connection may be closed by the other side in the moment of its next use.
    const headers = { connection: 'close' };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { ok: response.ok, text: await response.text() };
  },
): Sandbox {
  const control: Sandbox['control'] = async (method, path, body) => {
    const { ok, text } = await ask(method, `/_sandbox/${path}`, body === undefined ? undefined : JSON.stringify(body));
    expect(ok, `${path}: ${text}`).to.equal(true);
    return JSON.parse(text === '' ? '{}' : text) as Body;
  };
  return {
    url,
    control,
    tenants: async () =>
      ((await control('GET', 'organisations'))['organisations'] as { tenant_id: string; type: string }[])
        .filter(({ type }) => type === 'ORGANISATION')
        .map(({ tenant_id }) => tenant_id),
    documents: async (tenantId, type) =>
      (await control('GET', `documents?tenant_id=${tenantId}&type=${type}`))['documents'] as Body[],
  };
}

export interface Connecting {
  readonly externalAccountId: string;
  readonly tenantIds: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  /** A scope that the consent does not grant. */
  readonly withheld?: string;
}

/** The consent address that the hosted page of a fresh session links to. */
export async function openSession(client: Client, { externalAccountId, fields }: Omit<Connecting, 'tenantIds'>) {
  const created = await client.expecting(201, 'POST', '/v1/connect-sessions', {
    provider: 'ledger',
    external_account_id: externalAccountId,
    redirect_uri: 'http://localhost:3000/done',
    ...fields,
  });
  const link = textAt(created, 'data.connect_url');
  const browse = openBrowser();
  const page = await (await browse(link)).text();
  const authorizeUrl = /href="([^"]*\/connect\/authorize[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (authorizeUrl === undefined) throw new Error(`no consent link on the page:\n${page}`);
  return { link, authorizeUrl, browse };
}

/** Consents at the sandbox in the person's place; answers where the customer's application is called back. */
export async function connect(client: Client, sandbox: Sandbox, connecting: Connecting): Promise<URL> {
  const { authorizeUrl, browse } = await openSession(client, connecting);
  const asked = new URL(authorizeUrl);
  const scopes = (asked.searchParams.get('scope') ?? '').split(' ').filter((one) => one !== connecting.withheld);
  asked.searchParams.set('scope', scopes.join(' '));
  const { callback_url } = await sandbox.control('POST', 'consent', {
    authorize_url: asked.href,
    tenant_ids: connecting.tenantIds,
  });
  const back = await browse(String(callback_url));
  return new URL(String(back.headers.get('location')), client.baseUrl);
}

export async function connected(client: Client, sandbox: Sandbox, connecting: Connecting): Promise<string> {
  const back = await connect(client, sandbox, connecting);
  expect(back.searchParams.get('status'), back.href).to.equal('connected');
  return String(back.searchParams.get('connection_id'));
}

export async function subscribe(client: Client, receiver: Receiver, eventTypes: readonly string[]): Promise<string> {
  const created = await client.expecting(201, 'POST', '/v1/webhook-endpoints', {
    url: receiver.url,
    event_types: eventTypes,
  });
  receiver.trust(textAt(created, 'data.signing_secret'));
  return textAt(created, 'data.webhook_endpoint_id');
}

export const invoiceBody = (contactId: string, reference: string) => ({
  contact_id: contactId,
  status: 'AUTHORISED',
  due_date: '2030-01-31',
  external_reference: reference,
  line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }],
});

/** The whole story, from nothing to a verified webhook. `second` is another HTTP host of the same deployment, if any. */
export async function walkThrough(client: Client, second: Client, sandbox: Sandbox, receiver: Receiver) {
  const [tenantId = ''] = await sandbox.tenants();
  const connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
  await subscribe(client, receiver, ['invoice.paid']);
  const records = `/v1/connections/${connectionId}`;
  const contact = await client.expecting(201, 'POST', `${records}/contacts`, { name: 'Walk customer' });
  const invoice = await second.expecting(
    201,
    'POST',
    `${records}/invoices`,
    invoiceBody(textAt(contact, 'data.item.id'), 'walk'),
  );
  const read = await client.expecting(200, 'GET', `${records}/invoices/${textAt(invoice, 'data.item.id')}`);
  expect(at(read, 'data.source')).to.equal('provider');
  expect(at(read, 'data.item')).to.include({
    status: 'AUTHORISED',
    external_reference: 'walk',
    total: 115,
    amount_due: 115,
  });
  await sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id: at(read, 'data.item.provider_id') });
  const event = await receiver.waitFor('invoice.paid', 20_000);
  expect(event.connection_id).to.equal(connectionId);
  expect(at(event, 'data.invoice')).to.include({
    id: at(invoice, 'data.item.id'),
    status: 'PAID',
    amount_paid: 115,
    amount_due: 0,
  });
  expect(receiver.refusals).to.deep.equal([]);
  const cached = await second.expecting(200, 'GET', `${records}/invoices?external_reference=walk`);
  expect(at(cached, 'data.source')).to.equal('cache');
  expect(at(cached, 'data.items.0.status')).to.equal('PAID');
  return {
    connectionId,
    tenantId,
    contactId: textAt(contact, 'data.item.id'),
    invoiceId: textAt(invoice, 'data.item.id'),
  };
}

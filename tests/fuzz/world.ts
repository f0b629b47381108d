// A whole service with one of everything, for requests that get far.
import { createHmac, randomUUID } from 'node:crypto';
import { connected, newSession } from '../../core/use-cases/testing/connecting.ts';
import { type LiveService, serveLive } from '../../hosts/koa/testing/live-service.ts';
import type { FuzzWorld } from './operations.ts';

export interface FuzzService extends FuzzWorld {
  readonly service: LiveService;
  readonly document: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;
const date = '2026-11-20';
const never = (prefix: string) => `${prefix}_01jd9x8fbee5wv1tzd4nq6c2m7`;

export async function openFuzzService(): Promise<FuzzService> {
  const service = await serveLive({ shared: true });
  const tenancy = await service.newOrganization();
  const caller = tenancy.test;
  const tenantId = await service.newTenant();
  const connection = await connected(service, caller, tenantId);
  const call = async (method: string, suffix: string, body?: unknown): Promise<Json> => {
    const answer = await service.call(caller, method, `/v1/${suffix}`, {
      key: randomUUID(),
      ...(body ? { body } : {}),
    });
    if (answer.status >= 300) throw new Error(`${method} ${suffix}: ${answer.status} ${answer.text}`);
    return answer.body['data'] as Json;
  };
  const books = `connections/${connection.id}`;
  const idOf = async (suffix: string, body: unknown) =>
    String(((await call('POST', suffix, body))['item'] as Json)['provider_id']);
  const endpoint = await call('POST', 'webhook-endpoints', {
    url: 'https://app.example.com/hooks',
    event_types: ['*'],
  });
  const contact = await idOf(`${books}/contacts`, { name: 'Harbour Coffee' });
  const line_items = [{ description: 'Beans', quantity: 1, unit_amount: 100, account_code: '200' }];
  const document = { contact_id: contact, line_items };
  const invoice = await idOf(`${books}/invoices`, { ...document, status: 'AUTHORISED', due_date: '2030-01-31' });
  const quote = await idOf(`${books}/quotes`, { ...document, issue_date: '2026-11-20' });
  const order = await idOf(`${books}/purchase_orders`, document);
  const note = await idOf(`${books}/credit_notes`, {
    ...document,
    type: 'receivable',
    issue_date: date,
    status: 'AUTHORISED',
  });
  const item = await idOf(`${books}/items`, { code: 'BEANS' });
  const payment = await idOf(`${books}/payments`, { invoice_id: invoice, account_code: '090', amount: 1, date });
  const journal = await idOf(`${books}/manual_journals`, {
    ...{ narration: 'Wages', date, line_amount_mode: 'no_tax' },
    lines: [10, -10].map((line_amount) => ({ line_amount, account_code: '400' })),
  });
  const received = { kind: 'receive', contact_id: contact, bank_account_code: '090', date, line_amount_mode: 'no_tax' };
  const transaction = await idOf(`${books}/bank_transactions`, { ...received, line_items });
  const deposit = async (settles: string) => {
    const made = await call('POST', `${books}/bank_transactions`, { ...received, settles, line_items });
    return String((made['item'] as Json)[`${settles}_id`]);
  };
  const [prepayment, overpayment] = [await deposit('prepayment'), await deposit('overpayment')];
  const [account] = await service.sandbox.documents(tenantId, 'Accounts');
  await call('POST', `${books}/sync`, { scope: 'all' });
  const idsIn = async (list: string, prefix: string) =>
    [...JSON.stringify(await call('GET', list)).matchAll(new RegExp(`"(${prefix}_[0-9a-z]{26})"`, 'g'))]
      .map(([, id = '']) => id)
      .slice(0, 3);
  const tokens = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await newSession(service, caller, { external_account_id: randomUUID() })).token,
    ),
  );
  const known = {
    connection_id: [connection.id],
    resource_id: [contact, invoice],
    ...{ 'quotes.resource_id': [quote], 'purchase_orders.resource_id': [order], 'contacts.resource_id': [contact] },
    ...{ 'credit_notes.resource_id': [note], 'items.resource_id': [item], 'payments.resource_id': [payment] },
    ...{ 'manual_journals.resource_id': [journal], 'bank_transactions.resource_id': [transaction] },
    ...{ 'prepayments.resource_id': [prepayment], 'overpayments.resource_id': [overpayment] },
    'accounts.resource_id': [String(account?.['AccountID'])],
    ...{
      'organizations.resource_id': [tenantId],
      'tax_rates.resource_id': ['OUTPUT2'],
      'invoices.resource_id': [invoice],
    },
    provider_id: [invoice],
    operation_id: [...(await idsIn('operations', 'op')), never('op')],
    webhook_endpoint_id: [String(endpoint['webhook_endpoint_id'])],
    delivery_id: [...(await idsIn('webhook-deliveries', 'dlv')), never('dlv')],
    event_id: [...(await idsIn('events', 'evt')), never('evt')],
    provider_app_id: [tenancy.apps.test.id, never('app')],
    token: tokens,
    ...{ contact_id: [contact], invoice_id: [invoice], account_code: ['200'], include: ['provider_data'] },
    ...{ redirect_uri: ['https://app.example.com/done'], url: ['https://app.example.com/hooks'], limit: ['1', '50'] },
  };
  return {
    service,
    document: (await service.call(undefined, 'GET', '/v1/openapi.json')).body,
    key: await service.secretOf(caller),
    known,
    signed: (body) => ({ 'x-ledger-signature': createHmac('sha256', 'webhook-key').update(body).digest('base64') }),
    ends: (method, template) => method === 'DELETE' || (method === 'PATCH' && template.includes('webhook-endpoints')),
    close: () => service.close(),
  };
}

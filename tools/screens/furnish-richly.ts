// A service that looks lived in: some organizations, some trouble.
import type { ConsoleWorld, Visitor } from '../../hosts/console/testing/console-world.ts';
import { type Client, connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { until } from '../../tests/walk/until.ts';
import { type Receivers, startReceivers } from './receivers.ts';

export interface RichFurniture {
  readonly connectionId: string;
  readonly invoiceId: string;
  readonly operationId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly providerAppId: string;
  readonly draftAppId: string;
}

const customers = ['Riverside Plumbing', 'Bluebird Bakery Ltd', 'Northwind Cycles', 'Kauri Landscapes'];

export async function furnishRichly(world: ConsoleWorld, visitor: Visitor): Promise<RichFurniture> {
  const { client, sandbox } = world;
  await sandbox.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: null, app_minute: null } });
  for (const name of customers) await sandbox.control('POST', 'organisations', { name, seed: 'small' });
  const receivers = await startReceivers();
  const endpointId = await addEndpoints(client, receivers);
  const tenants = await sandbox.tenants();
  const connections: { readonly id: string; readonly tenantId: string }[] = [];
  for (const [i, tenantId] of tenants.entries()) {
    const externalAccountId = `customer-${4711 + i}`;
    connections.push({ tenantId, id: await connected(client, sandbox, { externalAccountId, tenantIds: [tenantId] }) });
  }
  const [first, ...others] = connections;
  if (!first) throw new Error('the sandbox has no organization');
  for (const connection of connections.slice(0, 4)) await trade(world, connection);
  const lost = others.at(-1);
  if (lost) await loseConsent(world, lost);
  return {
    connectionId: first.id,
    endpointId,
    invoiceId: await firstOf(client, `/v1/connections/${first.id}/invoices?status=PAID`, 'id'),
    operationId: await firstOf(client, `/v1/operations?state=failed&connection_id=${first.id}`, 'operation_id'),
    deliveryId: await triedAgain(client),
    eventId: await firstOf(client, '/v1/events?type=invoice.paid', 'id'),
    ...(await organize(visitor)),
  };
}

async function addEndpoints(client: Client, { url }: Receivers): Promise<string> {
  const add = (way: string, event_types: readonly string[], description: string) =>
    client.expecting(201, 'POST', '/v1/webhook-endpoints', { url: `${url}/${way}`, event_types, description });
  await add('ok/mirror', ['*'], 'Mirror of production');
  await add('flaky/billing', ['invoice.updated', 'invoice.paid', 'invoice.payment_changed'], 'Billing');
  const broken = await add('broken/warehouse', ['invoice.updated', 'invoice.paid', 'sync.completed'], 'Warehouse');
  return textAt(broken, 'data.webhook_endpoint_id');
}

async function trade(world: ConsoleWorld, { id, tenantId }: { readonly id: string; readonly tenantId: string }) {
  const { client, sandbox } = world;
  const records = `/v1/connections/${id}`;
  const contact = await client.expecting(201, 'POST', `${records}/contacts`, { name: 'Harbour Cafe' });
  for (let i = 0; i < 4; i += 1) {
    const body = invoiceBody(textAt(contact, 'data.item.id'), `order-${1001 + i}`);
    const invoice = await client.expecting(201, 'POST', `${records}/invoices`, body);
    const invoiceId = textAt(invoice, 'data.item.provider_id');
    await client.expecting(200, 'GET', `${records}/invoices/${invoiceId}`);
    if (i < 2) await sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id: invoiceId });
  }
  const line = { description: 'Oak bench', quantity: 2, unit_amount: 240 };
  for (const account_code of ['200', 'nope']) {
    await client.expecting(202, 'POST', '/v1/automations', {
      connection_id: id,
      recipe: 'invoice.create_with_contact',
      input: { contact: { name: `Customer ${account_code}` }, invoice: { line_items: [{ ...line, account_code }] } },
    });
  }
  await client.expecting(202, 'POST', `${records}/sync`, { scope: 'all' });
  await firstOf(client, `/v1/operations?state=failed&connection_id=${id}`, 'operation_id');
}

/** The customer takes their consent back at the provider; the next call finds out. */
async function loseConsent({ client, sandbox }: ConsoleWorld, { id, tenantId }: { id: string; tenantId: string }) {
  await sandbox.control('POST', 'revoke', { tenant_id: tenantId });
  await client.call('GET', `/v1/connections/${id}/invoices/inv_1m2g7zr9bn8s4t6w5x3y0v2k8d`);
}

/** What only members do: people, keys and apps. */
async function organize({ context, page }: Visitor): Promise<Pick<RichFurniture, 'providerAppId' | 'draftAppId'>> {
  const origin = new URL(page.url()).origin;
  const session = (await (await context.request.get('/accounting/session')).json()) as object;
  const headers = { Origin: origin, 'X-CSRF-Token': textAt(session, 'data.csrf_token') };
  const post = async (path: string, data: object) => {
    const key = `screens-${path}-${JSON.stringify(data).length}`;
    const answer = await context.request.post(path, { headers: { ...headers, 'Idempotency-Key': key }, data });
    return (await answer.json()) as object;
  };
  await post('/accounting/members', { email: 'finance@example.com', role: 'viewer' });
  await post('/accounting/members', { email: 'platform@example.com', role: 'developer' });
  await post('/accounting/api-keys', { environment: 'test', name: 'billing service' });
  const draft = { environment: 'test', provider: 'ledger', name: 'Books for Acme' };
  const made = await post('/accounting/provider-apps', draft);
  const apps = (await (await context.request.get('/accounting/provider-apps?environment=test')).json()) as object;
  const draftAppId = textAt(made, 'data.provider_app_id');
  const ids = [0, 1].map((i) => textAt(apps, `data.items.${i}.provider_app_id`));
  return { draftAppId, providerAppId: ids.find((id) => id !== draftAppId) ?? draftAppId };
}

/** A delivery that arrived at a later attempt. */
function triedAgain(client: Client): Promise<string> {
  return until('a delivery of two attempts', async () => {
    const { data } = (await client.expecting(200, 'GET', '/v1/webhook-deliveries?limit=200')) as unknown as {
      readonly data: { readonly items: readonly { readonly delivery_id: string; readonly attempt_count: number }[] };
    };
    return data.items.find(({ attempt_count: count }) => count > 1)?.delivery_id;
  });
}

function firstOf(client: Client, path: string, field: string): Promise<string> {
  return until(`something at ${path}`, async () => {
    const found = textAt(await client.expecting(200, 'GET', path), `data.items.0.${field}`);
    return found !== 'undefined' && found;
  });
}

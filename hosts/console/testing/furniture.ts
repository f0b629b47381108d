// A console with something on every page.

import { until } from '../../../contract-tests/testing/until.ts';
import { connected, invoiceBody, textAt } from '../../../tests/walk/client.ts';
import type { ConsoleWorld } from './console-world.ts';

export interface Furniture {
  readonly connectionId: string;
  readonly invoiceId: string;
  readonly operationId: string;
  /** A request that the provider refused. */
  readonly requestId: string;
  readonly bulkId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly appId: string;
}

/** Makes a connection with an invoice, a failed automation, and an endpoint that misses its deliveries. */
export async function furnish({ client, sandbox, receiver, credentials }: ConsoleWorld): Promise<Furniture> {
  receiver.answer(500);
  const endpoint = await client.expecting(201, 'POST', '/v1/webhook-endpoints', {
    url: receiver.url,
    event_types: ['*'],
    description: 'Warehouse',
  });
  const [tenantId = ''] = await sandbox.tenants();
  const connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
  const contact = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, { name: 'Walk' });
  const body = invoiceBody(textAt(contact, 'data.item.id'), 'walk');
  const invoice = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, body);
  const automation = await client.expecting(202, 'POST', '/v1/automations', {
    connection_id: connectionId,
    recipe: 'invoice.create_with_contact',
    input: {
      contact: { name: 'Nobody' },
      invoice: { line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: 'nope' }] },
    },
  });
  const item = { item_key: 'a row', ...body };
  const refused = { ...item, item_key: 'b'.repeat(64), line_items: [{ description: 'Bench', account_code: 'nope' }] };
  const bulk = await client.expecting(202, 'POST', `/v1/connections/${connectionId}/invoices/bulk`, {
    items: [item, refused],
  });
  const { item_key: _, ...wrong } = refused;
  await client.call('POST', `/v1/connections/${connectionId}/invoices`, wrong, { 'idempotency-key': 'refused' });
  const first = (path: string, field: string) =>
    until(`something at ${path}`, async () => {
      const found = textAt(await client.expecting(200, 'GET', path), `data.items.0.${field}`);
      return found !== 'undefined' && found;
    });
  return {
    connectionId,
    invoiceId: textAt(invoice, 'data.item.id'),
    operationId: textAt(automation, 'data.operation_id'),
    requestId: await first('/v1/requests?status=failed', 'id'),
    bulkId: textAt(bulk, 'data.operation_id'),
    endpointId: textAt(endpoint, 'data.webhook_endpoint_id'),
    appId: credentials.provider_apps.test.provider_app_id,
    eventId: await first('/v1/events', 'id'),
    deliveryId: await first('/v1/webhook-deliveries', 'delivery_id'),
  };
}

/** Returns a URL of every kind of page. */
export function pagesOf(there: Furniture): readonly string[] {
  const connection = `connections/${there.connectionId}`;
  const ofTest = [
    'overview',
    'connections',
    'approvals',
    'connections?connect=1',
    connection,
    `${connection}/records`,
    `${connection}/records/invoices/${there.invoiceId}`,
    `${connection}/records/invoices/${there.invoiceId}?view=json`,
    `${connection}/reports`,
    `${connection}/events`,
    `${connection}/requests`,
    `${connection}/operations`,
    `${connection}/look-alikes`,
    `${connection}/timeline`,
    'requests',
    'requests?status=failed&period=7d',
    `requests/${there.requestId}`,
    'operations',
    `operations/${there.operationId}`,
    `operations/${there.bulkId}`,
    'events',
    `events/${there.eventId}`,
    'webhook-endpoints',
    'webhook-endpoints?create=1',
    `webhook-endpoints/${there.endpointId}`,
    'webhook-deliveries',
    `webhook-deliveries/${there.deliveryId}`,
    'budgets',
    'usage',
    'provider-apps',
    'provider-apps?create=1',
    `provider-apps/${there.appId}`,
    'nothing-here',
  ];
  const ofOrganization = [
    'api-keys',
    'api-keys?create=live',
    'api-keys/agent?environment=live',
    'members',
    'members?add=1',
    'members?invite=1',
    'alerts',
    'alerts?add=1',
    'connect-page',
    'audit',
    'sessions',
  ];
  const ofLive = ['overview', 'operations'];
  return [
    ...ofTest.map((page) => `/console/test/${page}`),
    ...ofLive.map((page) => `/console/live/${page}`),
    ...ofOrganization.map((page) => `/console/${page}`),
  ];
}

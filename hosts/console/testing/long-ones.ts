// What callers and customers may choose, as long as it may be: ids of requests, names, identifiers.
import { expect } from 'chai';
import { connected, invoiceBody, textAt } from '../../../tests/walk/client.ts';
import type { ConsoleWorld } from './console-world.ts';

/** As the typed client makes them. */
const uuid = '7f0c9a52-3a44-4f0e-8f0a-0e5b2a1c9d77';
/** The longest that the service takes. */
const longId = `caller-${'x'.repeat(121)}`;

/** Makes one of each kind of thing with long ids and names, and returns the pages that show them. */
export async function lengthen({ client, sandbox, receiver }: ConsoleWorld): Promise<readonly string[]> {
  const name = `Harbour ${'Wholesale'.repeat(12)}`;
  const { tenant_id: tenantId } = await sandbox.control('POST', 'organisations', { name, seed: 'small' });
  const customer = { externalAccountId: 'c'.repeat(255), tenantIds: [String(tenantId)] };
  const id = await connected(client, sandbox, customer);
  const books = `/v1/connections/${id}`;
  const write = async (path: string, body: object, requestId: string) => {
    const headers = { 'x-request-id': requestId, 'idempotency-key': `${path} ${requestId}` };
    const answer = await client.call('POST', path, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299);
    return answer;
  };
  const contact = await client.expecting(201, 'POST', `${books}/contacts`, { name: 'n'.repeat(250) });
  const invoice = invoiceBody(textAt(contact, 'data.item.id'), 'r'.repeat(200));
  const pages: string[] = [];
  for (const requestId of [uuid, longId]) {
    const asked = { connection_id: id, recipe: 'invoice.create_with_contact' };
    const input = { contact: { name: 'N'.repeat(200) }, invoice: { line_items: invoice.line_items } };
    const automation = await write('/v1/automations', { ...asked, input }, requestId);
    const bulk = await write(
      `${books}/invoices/bulk`,
      { items: [{ item_key: 'k'.repeat(64), ...invoice }] },
      requestId,
    );
    const made = await write(`${books}/invoices`, { ...invoice, external_reference: requestId }, requestId);
    const endpoint = { url: `${receiver.url}/${'e'.repeat(200)}`, event_types: ['*'], description: 'd'.repeat(200) };
    const added = await write('/v1/webhook-endpoints', endpoint, requestId);
    pages.push(
      ...[automation, bulk].map((answer) => `operations/${textAt(answer, 'body.data.operation_id')}`),
      `connections/${id}/records/invoices/${textAt(made, 'body.data.item.id')}`,
      `webhook-endpoints/${textAt(added, 'body.data.webhook_endpoint_id')}`,
    );
  }
  const ofConnection = ['', '/records', '/records/contacts', '/timeline', '/requests', '/operations', '/events'];
  const lists = [
    'overview',
    'requests',
    'operations',
    'connections',
    'webhook-endpoints',
    'webhook-deliveries',
    'usage',
  ];
  pages.push(...ofConnection.map((view) => `connections/${id}${view}`), ...lists, 'budgets');
  return [...pages.map((page) => `/console/test/${page}`), '/console/audit'];
}

// Every declared operation of the JSON API, called on the whole service over the sandbox ledger and held to the document.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { familyOf, type ResourceType } from '#core';
import { type Client, clientOf, connected, sandboxOf, textAt, walkThrough } from '../../tests/walk/client.ts';
import { answering, freePort, type HostProcess, startHost } from '../../tests/walk/processes.ts';
import { type Receiver, startReceiver } from '../../tests/walk/receiver.ts';
import { pathOf } from '../../tools/openapi/operation.ts';
import { routes } from './routes/routes.ts';
import { type AnswerValidator, createAnswerValidator } from './testing/answer-validator.ts';
import { actedUpon, subscribeNobody } from './testing/background-work.ts';

const operations = routes
  .filter(({ path }) => path.startsWith('/v1/'))
  .flatMap((route) => route.operations.map((doc) => ({ route, doc, path: pathOf(route, doc) })));

/** What is created is read and changed by the others; what ends things comes last. */
function rank(operationId: string): number {
  if (operationId.startsWith('create')) return 0;
  if (operationId.startsWith('cancel')) return 2;
  return operationId.startsWith('delete') ? 3 : 1;
}
const inOrder = operations.toSorted((a, b) => rank(a.doc.operationId) - rank(b.doc.operationId));

interface Books {
  readonly tenantId: string;
  readonly connectionId: string;
  /** For every write. */
  readonly bodies: Record<string, unknown>;
}
/** The families that are called in the other books. */
const inOtherBooks = new Set<ResourceType>([
  'quotes',
  'purchase_orders',
  'accounts',
  'contacts',
  'tax_rates',
  'credit_notes',
]);

describe('real answers', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-answers-'));
  const values: Record<string, string> = {};
  let host: HostProcess;
  let receiver: Receiver;
  let client: Client;
  let key: string;
  let validator: AnswerValidator;
  let books: Books;
  let otherBooks: Books;

  before(async () => {
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    receiver = await startReceiver();
    host = startHost('hosts/cli/main.ts', env, ['start']);
    await answering(host, `http://localhost:${env.PORT}/ready`);
    const { base_url, sandbox_url, api_keys } = JSON.parse(
      readFileSync(path.join(dataDir, 'dev-credentials.json'), 'utf8'),
    );
    key = api_keys.test;
    client = clientOf(base_url, key);
    const document = await (await fetch(`${base_url}/v1/openapi.json`)).json();
    validator = createAnswerValidator(document as Record<string, unknown>);
    const nobody = await subscribeNobody(client);
    const sandbox = sandboxOf(sandbox_url);
    await walkThrough(client, client, sandbox, receiver);
    values['tax_rates.resource_id'] = 'OUTPUT2';
    for (const [name, list] of Object.entries({
      operation_id: 'operations',
      webhook_endpoint_id: 'webhook-endpoints',
    })) {
      values[name] = textAt(await client.expecting(200, 'GET', `/v1/${list}`), `data.items.0.${name}`);
    }
    Object.assign(values, await actedUpon(client, nobody));
    // Two connections more: a minute's budget of one is not enough for the walk and every operation.
    const opened = async (name: string): Promise<Books> => {
      const tenantId = String((await sandbox.control('POST', 'organisations', { name }))['tenant_id']);
      const connectionId = await connected(client, sandbox, { externalAccountId: name, tenantIds: [tenantId] });
      return { tenantId, connectionId, bodies: await writable(client, connectionId) };
    };
    books = await opened('Second Ltd');
    otherBooks = await opened('Third Ltd');
    values['organizations.resource_id'] = books.tenantId;
  });

  after(async () => {
    await host.kill('SIGTERM');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  for (const { route, doc, path: documented } of inOrder) {
    it(`${doc.operationId} is as documented`, async () => {
      const type = typeOf(doc.operationId, doc.pinned?.['resource_type'], documented);
      const { connectionId, bodies } = inOtherBooks.has(type) ? otherBooks : books;
      const known: Record<string, string> = { connection_id: connectionId, ...values };
      const line = documented.replace(
        /\{(\w+)\}/g,
        (_, name: string) => known[`${doc.operationId}.${name}`] ?? known[name] ?? known[`${type}.${name}`] ?? name,
      );
      const body = bodies[doc.operationId] ?? { resource_id: values[`${type}.resource_id`] };
      const answer = await fetch(client.baseUrl + line, {
        method: route.method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(doc.body ? { 'Content-Type': 'application/json' } : {}),
          'Idempotency-Key': doc.operationId,
        },
        ...(doc.body ? { body: JSON.stringify(body) } : {}),
      });
      const contentType = answer.headers.get('content-type');
      const isJson = contentType?.includes('json') ?? false;
      const text = await answer.text();
      expect(answer.status, text.slice(0, 500)).to.equal(doc.success.status);
      const answered = { status: answer.status, contentType, body: isJson ? JSON.parse(text) : text };
      expect(validator.problems(route.method, doc.listedAs ?? documented, answered)).to.deep.equal([]);
      if (isJson) remember(values, type, answered.body);
    });
  }
});

/** An item's ids, for the operations that read and change it afterwards. */
function remember(values: Record<string, string>, type: ResourceType, body: unknown): void {
  for (const place of ['data.item', 'data.items.0']) {
    const id = textAt(body, `${place}.id`);
    if (!id.startsWith(`${familyOf(type).idPrefix}_`)) continue;
    values[`${type}.resource_id`] = id;
    values[`${type}.provider_id`] = textAt(body, `${place}.provider_id`);
    if (type === 'invoices') values['branding_themes.resource_id'] = textAt(body, `${place}.branding_theme_id`);
  }
}

/** The family that an operation is about. */
function typeOf(operationId: string, pinned: string | undefined, documented: string): ResourceType {
  const documents: Record<string, ResourceType> = {
    downloadQuotePdf: 'quotes',
    downloadPurchaseOrderPdf: 'purchase_orders',
    getOrganizationDeepLink: 'organizations',
    createAutomation: 'contacts',
  };
  if (pinned !== undefined) return pinned as ResourceType;
  return documents[operationId] ?? (documented.includes('/quotes/') ? 'quotes' : 'invoices');
}

/** A body for every write. */
async function writable(client: Client, connectionId: string): Promise<Record<string, unknown>> {
  const customer = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, {
    name: 'Customer',
  });
  const contactId = textAt(customer, 'data.item.id');
  const line_items = [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }];
  const made = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, {
    contact_id: contactId,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    line_items,
  });
  const invoiceId = textAt(made, 'data.item.id');
  const reason = { reason: 'made by a test' };
  return {
    recoverWebhookEndpoint: { ...reason, since: new Date(Date.now() - 3_600_000).toISOString() },
    createAutomation: {
      connection_id: connectionId,
      recipe: 'invoice.create_with_contact',
      input: { contact: { name: 'New Bakery', email: 'new@example.com' }, invoice: { line_items } },
    },
    createConnectSession: { provider: 'ledger', external_account_id: 'c', redirect_uri: 'http://localhost:3000/done' },
    createWebhookEndpoint: { url: 'https://hooks.example.com/a', event_types: ['*'] },
    createContact: { name: 'Hill Bakery', phones: [{ type: 'DEFAULT', number: '1' }] },
    createInvoice: { contact_id: contactId, line_items },
    createQuote: { contact_id: contactId, issue_date: '2026-11-20', line_items },
    createPurchaseOrder: { contact_id: contactId, line_items },
    createPayment: { invoice_id: invoiceId, account_code: '090', amount: 10, date: '2026-11-20' },
    createAccount: { provider_data: { Code: '987', Name: 'Test sales', Type: 'REVENUE' } },
    updateContact: { first_name: 'A' },
    updateInvoice: { external_reference: 'changed' },
    updateQuote: { title: 'changed' },
    updatePurchaseOrder: { telephone: '1' },
    updatePayment: { status: 'DELETED' },
    searchQuotes: { number: 'QU-0001', status: 'draft' },
    getInvoiceOnlineUrl: { resource_id: invoiceId },
    updateAccount: { provider_data: { Name: 'Renamed' }, preserve_existing: true },
    updateWebhookEndpoint: { description: 'changed' },
    replayOperation: reason,
    replayWebhookDelivery: reason,
    cancelOperation: reason,
    syncConnection: {},
    cancelInvoice: reason,
    cancelInvoiceByProviderId: reason,
  };
}

// A whole service with one of everything, for requests that get far.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connected } from '../../../core/use-cases/connecting.test-support.ts';
import { type LiveService, serveLive } from '../test-support/live-service.test-support.ts';
import type { FuzzWorld } from './operations.test-support.ts';

export interface FuzzService extends FuzzWorld {
  readonly service: LiveService;
  readonly document: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

export async function openFuzzService(): Promise<FuzzService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-fuzz-'));
  const service = await serveLive({ filename: path.join(folder, 'fuzz.db') });
  const { test: caller } = await service.newOrganization();
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
  const contact = await idOf(`${books}/contacts`, { name: 'Harbour Coffee' });
  const line_items = [{ description: 'Beans', quantity: 1, unit_amount: 100, account_code: '200' }];
  const invoice = await idOf(`${books}/invoices`, {
    contact_id: contact,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    line_items,
  });
  const endpoint = await call('POST', 'webhook-endpoints', {
    url: 'https://app.example.com/hooks',
    event_types: ['*'],
  });
  await call('POST', `${books}/sync`, { scope: 'all' });
  const first = async (list: string, field: string) =>
    ((await call('GET', list))['items'] as Json[]).map((item) => String(item[field])).slice(0, 3);
  const known = {
    connection_id: [connection.id],
    resource_id: [contact, invoice, tenantId, 'OUTPUT2'],
    provider_id: [invoice],
    operation_id: [...(await first('operations', 'operation_id')), 'op_01jd9x8fbee5wv1tzd4nq6c2m7'],
    webhook_endpoint_id: [String(endpoint['webhook_endpoint_id'])],
    delivery_id: ['dlv_01jd9x8fbee5wv1tzd4nq6c2m7'],
    event_id: [...(await first('events', 'event_id')), 'evt_01jd9x8fbee5wv1tzd4nq6c2m7'],
    provider_app_id: ['app_01jd9x8fbee5wv1tzd4nq6c2m7'],
    token: ['a-token-that-never-was'],
    ...{
      contact_id: [contact],
      invoice_id: [invoice],
      account_code: ['200'],
      provider: ['ledger'],
      include: ['provider_data'],
    },
    ...{ redirect_uri: ['https://app.example.com/done'], url: ['https://app.example.com/hooks'], limit: ['1', '50'] },
  };
  return {
    service,
    document: (await service.call(undefined, 'GET', '/v1/openapi.json')).body,
    key: await service.secretOf(caller),
    known,
    ends: (method, template) => method === 'DELETE' || (method === 'PATCH' && template.includes('webhook-endpoints')),
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

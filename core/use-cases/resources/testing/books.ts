// Records of every family that can be written, in an organization of their own.

import { randomUUID } from 'node:crypto';
import type { Connection } from '../../../domain/connection.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { CachedRecord } from '../../../domain/ledger-record.ts';
import type { ResourceType } from '../../../domain/resource.ts';
import { accessToken } from '../../ledger/access-token.ts';
import { connected, type SessionFields, write } from '../../testing/connecting.ts';
import { firstProvider, gatewayOf } from '../../testing/first-provider.ts';
import type { Service, Tenancy } from '../../testing/service.ts';

/**
 * What tests do with one connection's records; each write has its own key unless one is given. A write whose answer differs
 * from what was sent is an error: a false alarm would be as bad as silence.
 */
export interface Books {
  readonly connection: Connection;
  readonly tenantId: string;
  create(type: string, body: unknown, key?: string): Promise<CachedRecord>;
  update(type: string, resourceId: string, body: unknown, key?: string): Promise<CachedRecord>;
  /** Makes a write, of a new record without an id, and returns the paths of its warnings, or their code where they have none. */
  warnedOf(type: string, resourceId: string | null, body: unknown, key?: string): Promise<readonly string[]>;
  read(type: string, resourceId: string): Promise<CachedRecord>;
  /** A record's own document at the ledger, read without the service. */
  native(type: ResourceType, providerId: string): Promise<JsonObject>;
  /** Changes a record at the ledger as somebody else does, past the service. */
  byHand(type: ResourceType, providerId: string, fields: JsonObject): Promise<void>;
  /** The ids at the ledger, for a family without a list. */
  idsOf(type: ResourceType): Promise<readonly string[]>;
}

function asSent(record: CachedRecord): CachedRecord {
  if (record.warnings)
    throw new Error(`the answer differs: ${record.warnings.map(({ message }) => message).join('; ')}`);
  return record;
}

export async function openBooks(service: Service, tenancy: Tenancy, fields: SessionFields = {}): Promise<Books> {
  const { core, ports } = service;
  const tenantId = await service.newTenant();
  const connection = await connected(service, tenancy.test, tenantId, { external_account_id: tenantId, ...fields });
  const at = (type: string) => ({ connectionId: connection.id, type });
  const access = async () => ({
    accessToken: await accessToken(ports, connection),
    tenantId,
    report: () => {},
  });
  return {
    connection,
    tenantId,
    create: async (type, body, key) =>
      asSent((await core.resources.create(tenancy.test, { ...at(type), write: write(body, key) })).value),
    update: async (type, resourceId, body, key) =>
      asSent((await core.resources.update(tenancy.test, { ...at(type), resourceId, write: write(body, key) })).value),
    async warnedOf(type, resourceId, body, key) {
      const asked = { ...at(type), write: write(body, key) };
      const { value } = await (resourceId === null
        ? core.resources.create(tenancy.test, asked)
        : core.resources.update(tenancy.test, { ...asked, resourceId }));
      return (value.warnings ?? []).map(({ code, path = code }) => path);
    },
    read: (type, resourceId) => core.resources.read(tenancy.test, { ...at(type), resourceId }),
    native: async (type, providerId) => (await gatewayOf(ports).read(await access(), type, providerId)).native,
    byHand: async (type, providerId, fields) => {
      const { gateway, traits } = firstProvider(ports);
      const { native } = await gateway.read(await access(), type, providerId);
      const existing = traits.families[type]?.updateReplaces ? native : null;
      const change = gateway.prepare({ kind: 'update', type, providerId, fields, existing });
      await gateway.send(await access(), change, randomUUID());
    },
    idsOf: async (type) =>
      (await gatewayOf(ports).list(await access(), type, { since: null, after: null })).records.map(
        ({ providerId }) => providerId,
      ),
  };
}

export const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200', tax_type: 'OUTPUT2' };

/** An authorised sales invoice of 115.00. */
export async function authorised(books: Books, reference = 'job-1'): Promise<CachedRecord> {
  const contact = await books.create('contacts', { name: `Customer of ${reference}` });
  return books.create('invoices', {
    contact_id: contact.providerId,
    status: 'AUTHORISED',
    issue_date: '2030-01-01',
    due_date: '2030-01-31',
    external_reference: reference,
    line_items: [line],
  });
}

// Books with something of everything that a look before a write compares, and proofs that a look left no trace.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ServiceError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { resourceIdOf } from '../../../families/resource-id.ts';
import { line, openBooks } from '../../resources/testing/books.ts';
import type { SessionFields } from '../../testing/connecting.ts';
import type { Service, Tenancy } from '../../testing/service.ts';

/** What a request came to: nothing, or its code and the fields that it names. */
export interface Came {
  readonly code: string | null;
  readonly reason: string | null;
  readonly paths: readonly string[];
}

export async function cameOf(asked: Promise<unknown>): Promise<Came> {
  try {
    await asked;
    return { code: null, reason: null, paths: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { reason = null, errors = [] } = error.details;
    return { code: error.code, reason, paths: errors.map(({ path }) => path) };
  }
}

export async function openLookedAt(service: Service, tenancy: Tenancy, fields: SessionFields = {}) {
  const books = await openBooks(service, tenancy, fields);
  const { core } = service;
  const at = (type: string) => ({ connectionId: books.connection.id, type: type as never });
  const idOf = (type: 'contacts' | 'invoices', providerId: string) => resourceIdOf(type, providerId);
  const named = async (name: string) => idOf('contacts', (await books.create('contacts', { name })).providerId);
  const contact = await named('Customer');
  const archived = await named('Archived');
  await books.update('contacts', archived, { status: 'ARCHIVED' });
  const account = await books.create('accounts', { provider_data: { Code: '499', Name: 'Old', Type: 'EXPENSE' } });
  await books.update('accounts', account.providerId, { provider_data: { Status: 'ARCHIVED' } });
  await books.create('items', { code: 'BENCH', name: 'Bench' });
  const document = { contact_id: contact, issue_date: '2030-01-10', line_items: [line] };
  const invoice = async (status: string) => {
    const body = { ...document, status, due_date: '2030-01-31' };
    return idOf('invoices', (await books.create('invoices', body)).providerId);
  };
  const [due, draft] = [await invoice('AUTHORISED'), await invoice('DRAFT')];
  return {
    ...{ books, contact, archived, account: account.providerId, document, due, draft },
    check: (type: string, body: object) => core.records.checkCreate(tenancy.test, { ...at(type), body: body as never }),
    checkChange: (type: string, resourceId: string, body: object) =>
      core.records.checkUpdate(tenancy.test, { ...at(type), resourceId, body: body as never }),
    rules: (changed: JsonObject) =>
      service.sandbox.control('POST', 'organisation-rules', { tenant_id: books.tenantId, ...changed }),
    unique: () => randomUUID().slice(0, 8),
  };
}

export type LookedAt = Awaited<ReturnType<typeof openLookedAt>>;

/** What counts calls of the provider, and is no trace of a write. */
const mayGrow = ['provider_calls', 'usage_events'];

/** Everything that the service and the ledger hold. */
async function held(service: Service, { books }: Pick<LookedAt, 'books'>) {
  const { knex } = service.database;
  const isPostgres = knex.client.config.client === 'pg';
  const tables: readonly string[] = isPostgres
    ? await knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename')
    : await knex('sqlite_master').where({ type: 'table' }).pluck('name');
  const own = tables.filter((name) => !name.startsWith('sqlite_') && !mayGrow.includes(name)).sort();
  if (own.length < 20) throw new Error('the tables are not seen');
  const rows: Record<string, string> = {};
  // Nobody promises an order of rows.
  for (const table of own)
    rows[table] = (await knex(table).select())
      .map((row) => JSON.stringify(row))
      .sort()
      .join();
  const billed = await knex('usage_events').whereNot('meter', 'like', 'provider_%').select();
  const counted = await service.sandbox.control('GET', `books?tenant_id=${books.tenantId}`);
  return { rows, billed, counted };
}

const writes = ['PUT', 'POST', 'DELETE', 'PATCH'];

/** Runs `work`; fails if it left anything at the service, or wrote anything at the ledger. Returns how often it called it. */
export async function leavingNothing<T>(service: Service, looked: LookedAt, work: () => Promise<T>) {
  const before = await held(service, looked);
  await service.sandbox.control('DELETE', 'requests');
  const result = await work();
  const calls = (await service.calls('')).filter(({ path }) => path.includes('/api.xro/'));
  expect(calls.filter(({ method }) => writes.includes(method))).to.deep.equal([]);
  expect(await held(service, looked)).to.deep.equal(before);
  return { result, calls: calls.length };
}

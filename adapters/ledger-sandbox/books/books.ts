/** Everything the sandbox stores: tenants with their books, apps, consents and undelivered notifications. */
import type { AccessTokenRecord } from '../access/access-token-record.ts';
import type { AppRecord } from '../access/app-record.ts';
import type { AuthorizationCodeRecord } from '../access/authorization-code-record.ts';
import type { ConnectionRecord } from '../access/connection-record.ts';
import type { RefreshTokenRecord } from '../access/refresh-token-record.ts';
import type { BatchRecord } from '../notices/batch-record.ts';
import type { EventRecord } from '../notices/event-record.ts';
import type { KeptAnswer } from '../traffic/kept-answer.ts';
import type { DocumentStore } from './document-store.ts';
import { seedTracking } from './seed-chart.ts';
import { createShelf, type Shelf, type Shelved } from './shelf.ts';
import { openTenantBooks, type TenantBooks } from './tenant-books.ts';
import type { TenantRecord } from './tenant-record.ts';

/** One number that outlives a restart, such as the clock's offset. */
export interface SettingRecord extends Shelved {
  readonly value: number;
}

export interface Books {
  readonly apps: Shelf<AppRecord>;
  readonly connections: Shelf<ConnectionRecord, 'app' | 'grant'>;
  readonly codes: Shelf<AuthorizationCodeRecord>;
  readonly accessTokens: Shelf<AccessTokenRecord, 'token'>;
  readonly refreshTokens: Shelf<RefreshTokenRecord, 'token'>;
  readonly keptAnswers: Shelf<KeptAnswer>;
  readonly events: Shelf<EventRecord, 'app'>;
  readonly batches: Shelf<BatchRecord>;
  readonly settings: Shelf<SettingRecord>;
  readonly tenants: Shelf<TenantRecord>;
  /** True when the books came from the store of an earlier run. */
  readonly restored: boolean;
  tenantBooks(tenantId: string): TenantBooks | undefined;
  addTenant(tenant: TenantRecord): TenantBooks;
  commit(): void;
  /** Removes everything but apps, and the clock's setting. */
  clear(): void;
  close(): void;
}

/** The index key `application|tenant`; at most one connection has it. */
export const grantKey = (clientId: string, tenantId: string): string => `${clientId}|${tenantId}`;

function openSharedShelves(store: DocumentStore) {
  return {
    apps: createShelf<AppRecord>({ kind: 'apps', scope: '', indexes: {} }, store),
    connections: createShelf<ConnectionRecord, 'app' | 'grant'>(
      {
        kind: 'connections',
        scope: '',
        indexes: { app: (r) => r.clientId, grant: (r) => grantKey(r.clientId, r.tenantId) },
      },
      store,
    ),
    codes: createShelf<AuthorizationCodeRecord>({ kind: 'codes', scope: '', indexes: {} }, store),
    accessTokens: createShelf<AccessTokenRecord, 'token'>(
      { kind: 'accessTokens', scope: '', indexes: { token: (r) => r.token } },
      store,
    ),
    refreshTokens: createShelf<RefreshTokenRecord, 'token'>(
      { kind: 'refreshTokens', scope: '', indexes: { token: (r) => r.token } },
      store,
    ),
    keptAnswers: createShelf<KeptAnswer>({ kind: 'keptAnswers', scope: '', indexes: {} }, store),
    events: createShelf<EventRecord, 'app'>({ kind: 'events', scope: '', indexes: { app: (r) => r.clientId } }, store),
    batches: createShelf<BatchRecord>({ kind: 'batches', scope: '', indexes: {} }, store),
    settings: createShelf<SettingRecord>({ kind: 'settings', scope: '', indexes: {} }, store),
    tenants: createShelf<TenantRecord>({ kind: 'tenants', scope: '', indexes: {} }, store),
  };
}

export function openBooks(store: DocumentStore, now: () => number): Books {
  const shared = openSharedShelves(store);
  const opened = new Map<string, TenantBooks>();

  function tenantBooks(tenantId: string): TenantBooks | undefined {
    const known = opened.get(tenantId);
    if (known || !shared.tenants.get(tenantId)) return known;
    const books = openTenantBooks(tenantId, shared.tenants, store, now);
    opened.set(tenantId, books);
    return books;
  }

  const rows = store.load();
  restore(rows, 'tenants', shared.tenants);
  for (const [kind, shelf] of Object.entries(shared))
    if (kind !== 'tenants') restore(rows, kind, shelf as { restore(record: Shelved): void });
  for (const { kind, scope, json } of rows) {
    const shelf = scope === '' ? undefined : shelfOf(tenantBooks(scope), kind);
    shelf?.restore(JSON.parse(json) as never);
  }
  for (const { id, type } of shared.tenants.list()) {
    const own = tenantBooks(id);
    if (type === 'ORGANISATION' && own?.trackingCategories.size === 0) seedTracking(own, now());
  }

  return {
    ...shared,
    restored: shared.tenants.size > 0,
    tenantBooks,
    addTenant(tenant) {
      shared.tenants.put(tenant);
      return tenantBooks(tenant.id) ?? openTenantBooks(tenant.id, shared.tenants, store, now);
    },
    commit: () => store.commit(),
    clear() {
      const apps = shared.apps.list();
      for (const shelf of Object.values(shared)) shelf.clear();
      opened.clear();
      store.clear();
      for (const app of apps) shared.apps.put(app);
    },
    close: () => store.close(),
  };
}

function restore<R extends Shelved>(
  rows: ReturnType<DocumentStore['load']>,
  kind: string,
  shelf: { restore(record: R): void },
): void {
  for (const row of rows) if (row.scope === '' && row.kind === kind) shelf.restore(JSON.parse(row.json) as R);
}

function shelfOf(books: TenantBooks | undefined, kind: string): { restore(record: never): void } | undefined {
  if (!books || !(kind in books)) return undefined;
  const shelf: unknown = books[kind as keyof TenantBooks];
  return typeof shelf === 'object' && shelf !== null && 'restore' in shelf
    ? (shelf as { restore(record: never): void })
    : undefined;
}

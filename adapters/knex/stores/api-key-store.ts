// API keys, each read together with what its request names, because every request begins with that.
import type { ApiKey, ApiKeyStore, FoundKey, OrganizationId } from '#core/ports';
import { documentOf, idInPlane, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { countOf, listPage } from '../paging.ts';
import { preparedRowsOf, type Session } from '../session.ts';
import { type ConnectionRow, connections } from './connection-store.ts';
import { type MeansRow, meansColumns, meansJoins, meansOf } from './consent-stores.ts';
import { copyColumns, copyOf, type StoredCopyRow } from './record-stores.ts';

const keys = tableOf<ApiKey>()('api_keys', {
  ...idInPlane,
  name: text,
  digest: text,
  lastFour: text,
  createdAt: time,
  lastUsedAt: nullable(time),
  revokedAt: nullable(time),
});
type KeyRow = RowOf<typeof keys>;

const columns = [
  ...keys.columns.map((column) => `api_keys.${column}`),
  ...connections.columns.map((column) => `connections.${column}`),
  ...meansColumns,
  ...copyColumns.map((column) => `cached_records.${column}`),
];
const names = columns.map((column) => column.slice(column.indexOf('.') + 1));

/**
 * The connection is the key's own or absent: its plane is compared in a form that takes no index of the plane. All columns
 * come as one list, which costs half of what so many columns do.
 */
const findSql = ({ jsonList }: Dialect) => `select ${jsonList(columns)} as found
  from api_keys
  left join connections on connections.id = ? and connections.organization_id || '' = api_keys.organization_id
    and connections.environment || '' = api_keys.environment
  ${meansJoins}
  left join cached_records on cached_records.connection_id = connections.id and cached_records.type = ?
    and cached_records.provider_id = ?
  where api_keys.digest = ?`;

export function apiKeyStore({ db, dialect }: Session): ApiKeyStore {
  let sql: string | undefined;
  const known = new Map<string, FoundKey>();
  const ofOrganization = (organizationId: OrganizationId) => keys.in(db).where({ organization_id: organizationId });
  return {
    insert: (key) => keys.insert(db, key),
    async findByDigest(digest, { connectionId = null, record } = {}) {
      const named = [connectionId, record?.type ?? null, record?.providerId ?? null];
      sql ??= findSql(dialect);
      const [row] = await preparedRowsOf<{ found: string }>(db, sql, [...named, digest]);
      if (!row) return undefined;
      // A row is read from its text once, until it is another text.
      const found = known.get(row.found) ?? foundKey(documentOf(row.found));
      if (known.size >= knownMost) known.clear();
      known.set(row.found, found);
      return found;
    },
    find: (organizationId, id) => keys.find(db, { id, organization_id: organizationId }),
    async list(organizationId, request) {
      const shown = ofOrganization(organizationId).select('*', db.raw(`${shownAt} as shown_at`));
      const order = { at: 'shown_at', id: 'id' };
      const page = await listPage<KeyRow>(db.from(shown.as('shown')), order, request, { db });
      return { ...page, items: page.items.map(keys.toEntity) };
    },
    countActive: (organizationId) => countOf(ofOrganization(organizationId).whereNull('revoked_at')),
    revoke: (organizationId, id, at) =>
      keys.change(db, { id, organization_id: organizationId, revoked_at: null }, { revoked_at: millis(at) }),
    async touch(id, at) {
      // Uses are noted late and out of order; an older one must not take the place of a newer.
      const earlier = keys
        .in(db)
        .where({ id })
        .whereRaw('coalesce(last_used_at, 0) < ?', [millis(at)]);
      await earlier.update({ last_used_at: millis(at) });
    },
  };
}

/** Active keys come before all revoked ones; a date can hold such a time, and so can a cursor. */
const shownAt = 'case when revoked_at is null then created_at + 4000000000000000 else created_at end';
/** Of some 4 kB each. */
const knownMost = 2_000;

function foundKey(values: readonly unknown[]): FoundKey {
  const count = keys.columns.length;
  const entries = names.map((name, i): [string, unknown] => [name, values[i]]);
  const key = keys.toEntity(Object.fromEntries(entries.slice(0, count)) as unknown as KeyRow);
  // Its columns are null where there is no such row.
  const row = Object.fromEntries(entries.slice(count)) as unknown as ConnectionRow & MeansRow & StoredCopyRow;
  if (row.id === null) return { key };
  return { key, named: { connection: connections.toEntity(row), means: meansOf(row), copy: copyOf(row) } };
}

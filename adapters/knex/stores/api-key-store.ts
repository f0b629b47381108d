// API keys, each read together with what its request names, because every request begins with that.
import type { ApiKey, ApiKeyStore, FoundKey, OrganizationId } from '#core/ports';
import { documentOf, idInPlane, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { countOf, descending, newestFirst } from '../paging.ts';
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
const names = [
  ...keys.columns.map((column) => `key_${column}`),
  ...columns.slice(keys.columns.length).map((column) => column.slice(column.indexOf('.') + 1)),
];

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

type FoundRow = { readonly [Column in keyof KeyRow as `key_${Column}`]: KeyRow[Column] } & {
  readonly [Column in keyof (ConnectionRow & MeansRow & StoredCopyRow)]:
    | (ConnectionRow & MeansRow & StoredCopyRow)[Column]
    | null;
};

export function apiKeyStore({ db, dialect }: Session): ApiKeyStore {
  let sql: string | undefined;
  const ofOrganization = (organizationId: OrganizationId) => keys.in(db).where({ organization_id: organizationId });
  return {
    insert: (key) => keys.insert(db, key),
    async findByDigest(digest, { connectionId = null, record } = {}) {
      const named = [connectionId, record?.type ?? null, record?.providerId ?? null];
      sql ??= findSql(dialect);
      const [row] = await preparedRowsOf<{ found: string }>(db, sql, [...named, digest]);
      return row && foundKey(rowOf(documentOf(row.found)));
    },
    find: (organizationId, id) => keys.find(db, { id, organization_id: organizationId }),
    list: (organizationId) => keys.all(ofOrganization(organizationId).orderBy(descending(newestFirst)).limit(listMax)),
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

const listMax = 1_000;

function rowOf(values: readonly unknown[]): FoundRow {
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as unknown as FoundRow;
}

function foundKey(row: FoundRow): FoundKey {
  const key = keys.toEntity(keyRowOf(row));
  if (row.id === null) return { key };
  const connection = connections.toEntity(row as ConnectionRow);
  return { key, named: { connection, means: meansOf(row), copy: copyOf(row) } };
}

function keyRowOf(row: FoundRow): KeyRow {
  return Object.fromEntries(keys.columns.map((column) => [column, row[`key_${column}`]])) as unknown as KeyRow;
}

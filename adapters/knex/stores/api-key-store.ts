// API keys, each read together with what its request names, because every request begins with that.
import type { ApiKey, ApiKeyStore, FoundKey, OrganizationId } from '#core/ports';
import { millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { countOf, descending, newestFirst } from '../paging.ts';
import { preparedRowsOf, type Session } from '../session.ts';
import { type ConnectionRow, connections } from './connection-store.ts';
import { type MeansRow, meansColumns, meansJoins, meansOf } from './consent-stores.ts';
import { copyOf, type StoredCopyRow } from './record-stores.ts';

const keys = tableOf<ApiKey>()('api_keys', {
  id: text,
  organizationId: text,
  environment: text,
  name: text,
  digest: text,
  lastFour: text,
  createdAt: time,
  lastUsedAt: nullable(time),
  revokedAt: nullable(time),
});
type KeyRow = RowOf<typeof keys>;

/** The connection is the key's own or absent: its plane is compared in a form that takes no index of the plane. */
const findSql = `select ${keys.columns.map((column) => `api_keys.${column} as key_${column}`).join(', ')},
    ${connections.columns.map((column) => `connections.${column}`).join(', ')}, ${meansColumns},
    cached_records.type, cached_records.provider_id, cached_records.provider_updated_at, cached_records.fetched_at,
    cached_records.fields_digest, cached_records.native_digest
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

export function apiKeyStore({ db }: Session): ApiKeyStore {
  const ofOrganization = (organizationId: OrganizationId) => keys.in(db).where({ organization_id: organizationId });
  return {
    insert: (key) => keys.insert(db, key),
    async findByDigest(digest, { connectionId = null, record } = {}) {
      const named = [connectionId, record?.type ?? null, record?.providerId ?? null];
      const [row] = await preparedRowsOf<FoundRow>(db, findSql, [...named, digest]);
      return row && foundKey(row);
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

function foundKey(row: FoundRow): FoundKey {
  const key = keys.toEntity(keyRowOf(row));
  if (row.id === null) return { key };
  const connection = connections.toEntity(row as ConnectionRow);
  return { key, named: { connection, means: meansOf(row), copy: copyOf(row) } };
}

function keyRowOf(row: FoundRow): KeyRow {
  return Object.fromEntries(keys.columns.map((column) => [column, row[`key_${column}`]])) as unknown as KeyRow;
}

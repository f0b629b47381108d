import type { ApiKey, ApiKeyStore } from '#core';
import { millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { countOf } from '../paging.ts';
import type { Session } from '../session.ts';

interface ApiKeyRow {
  readonly id: ApiKey['id'];
  readonly organization_id: ApiKey['organizationId'];
  readonly environment: ApiKey['environment'];
  readonly name: string;
  readonly digest: string;
  readonly last_four: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

const listMax = 1_000;

export function apiKeyStore({ db }: Session): ApiKeyStore {
  const table = () => db<ApiKeyRow>('api_keys');
  return {
    async insert(key) {
      await table().insert(toRow(key));
    },
    async findByDigest(digest) {
      const row = await table().where({ digest }).first<ApiKeyRow>();
      return row && toEntity(row);
    },
    async find(organizationId, id) {
      const row = await table().where({ id, organization_id: organizationId }).first<ApiKeyRow>();
      return row && toEntity(row);
    },
    async list(organizationId) {
      const rows: ApiKeyRow[] = await table()
        .where({ organization_id: organizationId })
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(listMax);
      return rows.map(toEntity);
    },
    countActive: (organizationId) =>
      countOf(table().where({ organization_id: organizationId }).whereNull('revoked_at')),
    async revoke(organizationId, id, at) {
      const changed = await table()
        .where({ id, organization_id: organizationId })
        .whereNull('revoked_at')
        .update({ revoked_at: millis(at) });
      return changed === 1;
    },
    async touch(id, at) {
      // Uses are noted late and out of order; an older one must not take the place of a newer.
      await table()
        .where({ id })
        .where((earlier) => earlier.whereNull('last_used_at').orWhere('last_used_at', '<', millis(at)))
        .update({ last_used_at: millis(at) });
    },
  };
}

function toRow(key: ApiKey): ApiKeyRow {
  return {
    id: key.id,
    organization_id: key.organizationId,
    environment: key.environment,
    name: key.name,
    digest: key.digest,
    last_four: key.lastFour,
    created_at: millis(key.createdAt),
    last_used_at: millisOrNull(key.lastUsedAt),
    revoked_at: millisOrNull(key.revokedAt),
  };
}

function toEntity(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    name: row.name,
    digest: row.digest,
    lastFour: row.last_four,
    createdAt: timeOf(row.created_at),
    lastUsedAt: timeOrNull(row.last_used_at),
    revokedAt: timeOrNull(row.revoked_at),
  };
}

import type { ApiKey, ApiKeyStore } from '#core/ports';
import { millis, nullable, tableOf, text, time } from '../columns.ts';
import { countOf, descending, newestFirst } from '../paging.ts';
import type { Session } from '../session.ts';

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

const listMax = 1_000;

export function apiKeyStore({ db }: Session): ApiKeyStore {
  const table = () => keys.in(db);
  return {
    async insert(key) {
      await table().insert(keys.toRow(key));
    },
    findByDigest: (digest) => keys.one(table().where({ digest })),
    find: (organizationId, id) => keys.one(table().where({ id, organization_id: organizationId })),
    list: (organizationId) =>
      keys.all(table().where({ organization_id: organizationId }).orderBy(descending(newestFirst)).limit(listMax)),
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

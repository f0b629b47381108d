import { type ApiKey, type ApiKeyStore, keyNarrowings, type OrganizationId } from '#core/ports';
import { idInPlane, integer, json, millis, nullable, tableOf, text, time } from '../columns.ts';
import { countOf, entityPage } from '../paging.ts';
import type { Session } from '../session.ts';
import { needed, understood } from '../understood.ts';

const keys = tableOf<ApiKey>()('api_keys', {
  ...idInPlane,
  name: text,
  digest: text,
  lastFour: text,
  createdAt: time,
  lastUsedAt: nullable(time),
  revokedAt: nullable(time),
  scopes: json,
  connectionIds: nullable(json),
  expiresAt: nullable(time),
  successorId: nullable(text),
  kind: text,
  tools: nullable(json),
  limits: nullable(json),
  requiresApproval: text,
  lookAlikeHours: integer,
  lineageId: nullable(text),
  needs: needed(keyNarrowings),
});

export function apiKeyStore({ db }: Session): ApiKeyStore {
  const ofOrganization = (organizationId: OrganizationId) => keys.in(db).where({ organization_id: organizationId });
  return {
    insert: (key) => keys.insert(db, key),
    findByDigest: (digest) => keys.one(understood(keys.in(db).where({ digest }))),
    find: (organizationId, id) => keys.find(db, { id, organization_id: organizationId }),
    list(organizationId, request) {
      const shown = ofOrganization(organizationId).select('*', db.raw(`${shownAt} as shown_at`));
      return entityPage(keys, db.from(shown.as('shown')), request, { db, order: { at: 'shown_at', id: 'id' } });
    },
    countActive: (organizationId, now) =>
      countOf(
        ofOrganization(organizationId)
          .whereNull('revoked_at')
          .whereRaw('coalesce(expires_at, ?) > ?', [Number.MAX_SAFE_INTEGER, millis(now)]),
      ),
    listEnding(ends, place, limit) {
      const query = understood(keys.in(db).whereNull('revoked_at'))
        .where('expires_at', '>', millis(ends.after))
        .where('expires_at', '<=', millis(ends.until))
        .orderBy(['expires_at', 'id'])
        .limit(limit);
      if (place) query.whereRaw('(expires_at, id) > (?, ?)', [millis(place.at), place.id]);
      return keys.all(query);
    },
    setExpiry: (organizationId, id, at) =>
      keys.change(
        db,
        { id, organization_id: organizationId, revoked_at: null },
        { expires_at: millis(at), needs: db.raw('case when needs < ? then ? else needs end', [ended, ended]) as never },
      ),
    setSuccessor: (organizationId, id, from, to) =>
      keys.change(db, { id, organization_id: organizationId, successor_id: from }, { successor_id: to }),
    revoke: (organizationId, id, at) =>
      keys.change(db, { id, organization_id: organizationId, revoked_at: null }, { revoked_at: millis(at) }),
    async touch(id, at) {
      // Uses arrive late and out of order, and an older use must not replace a newer one.
      const earlier = keys
        .in(db)
        .where({ id })
        .whereRaw('coalesce(last_used_at, 0) < ?', [millis(at)]);
      await earlier.update({ last_used_at: millis(at) });
    },
  };
}

/** What a build must know of a key that ends. */
const ended = keyNarrowings.expiresAt?.since ?? 0;

/** Sorts active keys before revoked ones. Dates and cursors can hold the increased time. */
const shownAt = 'case when revoked_at is null then created_at + 4000000000000000 else created_at end';

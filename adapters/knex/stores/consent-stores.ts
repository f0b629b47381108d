// Connect sessions, and the tokens that consents granted.
import type { ConnectSession, ConnectSessionStore, CredentialStore, Credentials } from '#core/ports';
import { integer, json, millis, nullable, tableOf, text, time } from '../columns.ts';
import type { Session } from '../session.ts';

const sessions = tableOf<ConnectSession>()('connect_sessions', {
  id: text,
  organizationId: text,
  environment: text,
  state: text,
  tokenDigest: text,
  stateDigest: text,
  provider: text,
  providerAppId: nullable(text),
  externalAccountId: text,
  redirectUri: text,
  retentionMode: text,
  metadata: json,
  consentId: nullable(text),
  connectionId: nullable(text),
  result: nullable(json),
  requestId: text,
  createdAt: time,
  expiresAt: time,
});

export function connectSessionStore({ db }: Session): ConnectSessionStore {
  return {
    insert: (session) => sessions.insert(db, session),
    findByTokenDigest: (digest) => sessions.find(db, { token_digest: digest }),
    findByStateDigest: (digest) => sessions.find(db, { state_digest: digest }),
    advance(next, from) {
      const { id, created_at, ...changes } = sessions.toRow(next);
      return sessions.change(db, { id, state: from }, changes);
    },
    listUnchosen(expiredBefore, limit) {
      const unchosen = sessions.in(db).whereRaw("state = 'choosing'");
      return sessions.all(unchosen.where('expires_at', '<', millis(expiredBefore)).orderBy('expires_at').limit(limit));
    },
  };
}

const credentials = tableOf<Credentials>()('credentials', {
  connectionId: text,
  generation: integer,
  sealedAccessToken: text,
  sealedRefreshToken: text,
  sealedPreviousRefreshToken: nullable(text),
  accessExpiresAt: time,
  refreshedAt: time,
});

/** The row also holds the lease of a refresh. */
const noLease = { refresh_holder: null, refresh_until: null };

export function credentialStore({ db }: Session): CredentialStore {
  const table = () => db('credentials');
  return {
    find: (connectionId) => credentials.find(db, { connection_id: connectionId }),
    async put(granted) {
      const row = { ...credentials.toRow({ ...granted, generation: 1 }), ...noLease };
      const next = { ...row, generation: db.raw('credentials.generation + 1') };
      await table().insert(row).onConflict('connection_id').merge(next);
    },
    async claimRefresh(connectionId, { generation, holder, now, leaseUntil }) {
      const isFree = 'refresh_holder is null or refresh_holder = ? or refresh_until <= ?';
      const granted = await table()
        .where({ connection_id: connectionId, generation })
        .whereRaw(`(${isFree})`, [holder, millis(now)])
        .update({ refresh_holder: holder, refresh_until: millis(leaseUntil) });
      return granted === 1;
    },
    async replace(next, holder) {
      const held = { connection_id: next.connectionId, generation: next.generation - 1, refresh_holder: holder };
      return (
        (await table()
          .where(held)
          .update({ ...credentials.toRow(next), ...noLease })) === 1
      );
    },
    async yieldRefresh(connectionId, holder) {
      await table().where({ connection_id: connectionId, refresh_holder: holder }).update(noLease);
    },
    async remove(connectionId) {
      await table().where({ connection_id: connectionId }).delete();
    },
  };
}

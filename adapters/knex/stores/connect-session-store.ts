import type { ConnectSession, ConnectSessionStore } from '#core/ports';
import { json, millis, nullable, tableOf, text, time } from '../columns.ts';
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
  const table = () => sessions.in(db);
  return {
    async insert(session) {
      await table().insert(sessions.toRow(session));
    },
    findByTokenDigest: (digest) => sessions.one(table().where({ token_digest: digest })),
    findByStateDigest: (digest) => sessions.one(table().where({ state_digest: digest })),
    async advance(next, from) {
      const { id, created_at, ...changes } = sessions.toRow(next);
      return (await table().where({ id, state: from }).update(changes)) === 1;
    },
    listUnchosen: (expiredBefore, limit) =>
      sessions.all(
        table()
          .whereRaw("state = 'choosing'")
          .where('expires_at', '<', millis(expiredBefore))
          .orderBy('expires_at')
          .limit(limit),
      ),
  };
}

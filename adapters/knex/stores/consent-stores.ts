// Connect sessions, and the tokens that consents granted.
import type { CallMeans, ConnectSession, ConnectSessionStore, CredentialStore, Credentials } from '#core/ports';
import { derived, idInPlane, integer, json, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, type Session } from '../session.ts';

const sessions = tableOf<ConnectSession>()('connect_sessions', {
  ...idInPlane,
  state: text,
  tokenDigest: text,
  stateDigest: text,
  provider: text,
  providerAppId: nullable(text),
  externalAccountId: text,
  redirectUri: text,
  accountName: nullable(text),
  reconnects: nullable(text),
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
    find: (plane, id) => sessions.find(db, { ...planeColumns(plane), id }),
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
  organizationId: text,
  connectionId: text,
  generation: integer,
  sealedAccessToken: text,
  sealedRefreshToken: text,
  sealedPreviousRefreshToken: nullable(text),
  accessExpiresAt: time,
  refreshedAt: time,
  // The lease of a refresh: who stores credentials ends it.
  refresh_holder: derived('text', (): string | null => null),
  refresh_until: derived('bigint', (): number | null => null),
});

/** What a call needs of a row of `connections` beside itself; of a joined row every column may be null. */
export const meansColumns = [
  'credentials.generation',
  'credentials.sealed_access_token',
  'credentials.access_expires_at',
  'provider_apps.daily_call_limit',
] as const;
export const meansJoins = `left join credentials on credentials.connection_id = connections.id
  left join provider_apps on provider_apps.id = connections.provider_app_id`;
const meansSql = `select ${meansColumns.join(', ')} from connections ${meansJoins} where connections.id = ?`;

type HeldRow = Pick<RowOf<typeof credentials>, 'generation' | 'sealed_access_token' | 'access_expires_at'>;
export type MeansRow = { readonly [Column in keyof HeldRow]: HeldRow[Column] | null } & {
  readonly daily_call_limit: number | null;
};

export function meansOf(row: MeansRow | undefined): CallMeans {
  const { generation = null, sealed_access_token = null, access_expires_at = null } = row ?? {};
  const isHeld = generation !== null && sealed_access_token !== null && access_expires_at !== null;
  return {
    credentials: isHeld
      ? { generation, sealedAccessToken: sealed_access_token, accessExpiresAt: new Date(access_expires_at) }
      : undefined,
    dailyCallLimit: row?.daily_call_limit ?? null,
  };
}

export function credentialStore({ db }: Session): CredentialStore {
  return {
    async findForCall(connectionId) {
      const [row] = await preparedRowsOf<MeansRow>(db, meansSql, [connectionId]);
      return meansOf(row);
    },
    find: (connectionId) => credentials.find(db, { connection_id: connectionId }),
    async put(granted) {
      const row = credentials.toRow({ ...granted, generation: 1 });
      const next = { ...row, generation: db.raw('credentials.generation + 1') };
      await db('credentials').insert(row).onConflict('connection_id').merge(next);
    },
    async claimRefresh(connectionId, { generation, holder, now, leaseUntil }) {
      const isFree = 'refresh_holder is null or refresh_holder = ? or refresh_until <= ?';
      const granted = await credentials
        .in(db)
        .where({ connection_id: connectionId, generation })
        .whereRaw(`(${isFree})`, [holder, millis(now)])
        .update({ refresh_holder: holder, refresh_until: millis(leaseUntil) });
      return granted === 1;
    },
    replace(next, holder) {
      const held = { connection_id: next.connectionId, generation: next.generation - 1, refresh_holder: holder };
      return credentials.change(db, held, credentials.toRow(next));
    },
    async yieldRefresh(connectionId, holder) {
      const held = { connection_id: connectionId, refresh_holder: holder };
      await credentials.change(db, held, { refresh_holder: null, refresh_until: null });
    },
    async remove(connectionId) {
      await credentials.in(db).where({ connection_id: connectionId }).delete();
    },
  };
}

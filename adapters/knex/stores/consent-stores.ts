import {
  aheadMsMax,
  batched,
  type ConnectionId,
  type ConnectSession,
  type ConnectSessionStore,
  type CredentialStore,
  type Credentials,
  connectSessionNarrowings,
} from '#core/ports';
import {
  derived,
  idInPlane,
  integer,
  json,
  millis,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
  timeOf,
} from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, type Session } from '../session.ts';
import { needed, understood } from '../understood.ts';

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
  locale: nullable(text),
  syncFrom: nullable(text),
  reconnects: nullable(text),
  retentionMode: text,
  metadata: json,
  consentId: nullable(text),
  connectionId: nullable(text),
  result: nullable(json),
  requestId: text,
  createdAt: time,
  expiresAt: time,
  needs: needed(connectSessionNarrowings),
});

export function connectSessionStore({ db }: Session): ConnectSessionStore {
  return {
    insert: (session) => sessions.insert(db, session),
    find: (plane, id) => sessions.find(db, { ...planeColumns(plane), id }),
    findByTokenDigest: (digest) => sessions.one(understood(sessions.in(db).where({ token_digest: digest }))),
    findByStateDigest: (digest) => sessions.one(understood(sessions.in(db).where({ state_digest: digest }))),
    advance(next, from) {
      const { id, created_at, needs: _, ...changes } = sessions.toRow(next);
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
  // The lease of a token refresh; storing credentials ends it.
  refresh_holder: derived('text', (): string | null => null),
  refresh_until: derived('bigint', (): number | null => null),
});

const meansSql = ({ given, among }: Dialect): string => `with given as materialized (${given({ id: 'text' })})
  select connections.id, generation, sealed_access_token, access_expires_at, daily_call_limit from connections
  left join credentials on credentials.connection_id = connections.id
  left join provider_apps on provider_apps.id = connections.provider_app_id where connections.id ${among('select id from given')}`;
/** A connection without credentials has null in these columns. */
type MeansRow = Pick<RowOf<typeof credentials>, 'sealed_access_token' | 'access_expires_at'> & {
  readonly id: ConnectionId;
  readonly generation: number | null;
  readonly daily_call_limit: number | null;
};

export function credentialStore({ db, dialect }: Session): CredentialStore {
  /** Calls that begin at one time share a statement. */
  const findMeans = batched(async (ids: readonly ConnectionId[]): Promise<readonly (MeansRow | null)[]> => {
    const asked = JSON.stringify([...new Set(ids)].map((id) => ({ id })));
    const rows = await preparedRowsOf<MeansRow>(db, meansSql(dialect), [asked]);
    return ids.map((id) => rows.find((row) => row.id === id) ?? null);
  });
  return {
    async findForCall(connectionId) {
      const row = await findMeans(connectionId);
      if (!row) return { credentials: undefined, dailyCallLimit: null };
      const { generation, sealed_access_token, access_expires_at, daily_call_limit } = row;
      const held = { sealedAccessToken: sealed_access_token, accessExpiresAt: timeOf(access_expires_at) };
      return {
        credentials: generation === null ? undefined : { generation, ...held },
        dailyCallLimit: daily_call_limit,
      };
    },
    find: (connectionId) => credentials.find(db, { connection_id: connectionId }),
    async put(granted) {
      const row = credentials.toRow({ ...granted, generation: 1 });
      const next = { ...row, generation: db.raw('credentials.generation + 1') };
      await db('credentials').insert(row).onConflict('connection_id').merge(next);
    },
    async claimRefresh(connectionId, { generation, holder, now, leaseUntil }) {
      const isFree = 'refresh_holder is null or refresh_holder = ? or refresh_until <= ? or refresh_until > ?';
      const granted = await credentials
        .in(db)
        .where({ connection_id: connectionId, generation })
        .whereRaw(`(${isFree})`, [holder, millis(now), millis(leaseUntil) + aheadMsMax])
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

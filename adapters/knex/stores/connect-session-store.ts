import type { ConnectResult, ConnectSession, ConnectSessionStore, JsonObject } from '#core';
import { documentOf, documentOrNull, documentText, millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';

interface ConnectSessionRow {
  readonly id: ConnectSession['id'];
  readonly organization_id: ConnectSession['organizationId'];
  readonly environment: ConnectSession['environment'];
  readonly state: ConnectSession['state'];
  readonly token_digest: string;
  readonly state_digest: string;
  readonly provider: ConnectSession['provider'];
  readonly provider_app_id: ConnectSession['providerAppId'];
  readonly external_account_id: string;
  readonly redirect_uri: string;
  readonly retention_mode: ConnectSession['retentionMode'];
  readonly metadata: string;
  readonly consent_id: string | null;
  readonly connection_id: ConnectSession['connectionId'];
  readonly result: string | null;
  readonly request_id: ConnectSession['requestId'];
  readonly created_at: number;
  readonly expires_at: number;
}

export function connectSessionStore({ db }: Session): ConnectSessionStore {
  const table = () => db<ConnectSessionRow>('connect_sessions');
  const one = async (conditions: Partial<ConnectSessionRow>): Promise<ConnectSession | undefined> => {
    const row = await table().where(conditions).first<ConnectSessionRow>();
    return row && toEntity(row);
  };
  return {
    async insert(session) {
      await table().insert(toRow(session));
    },
    findByTokenDigest: (digest) => one({ token_digest: digest }),
    findByStateDigest: (digest) => one({ state_digest: digest }),
    async advance(next, from) {
      const { id, created_at, ...changes } = toRow(next);
      return (await table().where({ id, state: from }).update(changes)) === 1;
    },
    async listUnchosen(expiredBefore, limit) {
      const rows: ConnectSessionRow[] = await table()
        .whereRaw("state = 'choosing'")
        .where('expires_at', '<', millis(expiredBefore))
        .orderBy('expires_at')
        .limit(limit);
      return rows.map(toEntity);
    },
  };
}

function toRow(session: ConnectSession): ConnectSessionRow {
  return {
    id: session.id,
    organization_id: session.organizationId,
    environment: session.environment,
    state: session.state,
    token_digest: session.tokenDigest,
    state_digest: session.stateDigest,
    provider: session.provider,
    provider_app_id: session.providerAppId,
    external_account_id: session.externalAccountId,
    redirect_uri: session.redirectUri,
    retention_mode: session.retentionMode,
    metadata: documentText(session.metadata),
    consent_id: session.consentId,
    connection_id: session.connectionId,
    result: session.result && documentText(session.result),
    request_id: session.requestId,
    created_at: millis(session.createdAt),
    expires_at: millis(session.expiresAt),
  };
}

function toEntity(row: ConnectSessionRow): ConnectSession {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    state: row.state,
    tokenDigest: row.token_digest,
    stateDigest: row.state_digest,
    provider: row.provider,
    providerAppId: row.provider_app_id,
    externalAccountId: row.external_account_id,
    redirectUri: row.redirect_uri,
    retentionMode: row.retention_mode,
    metadata: documentOf<JsonObject>(row.metadata),
    consentId: row.consent_id,
    connectionId: row.connection_id,
    result: documentOrNull<ConnectResult>(row.result),
    requestId: row.request_id,
    createdAt: timeOf(row.created_at),
    expiresAt: timeOf(row.expires_at),
  };
}

import type { CredentialStore, Credentials } from '#core';
import { millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';

interface CredentialRow {
  readonly connection_id: Credentials['connectionId'];
  readonly generation: number;
  readonly sealed_access_token: string;
  readonly sealed_refresh_token: string;
  readonly sealed_previous_refresh_token: string | null;
  readonly access_expires_at: number;
  readonly refreshed_at: number;
  readonly refresh_holder: string | null;
  readonly refresh_until: number | null;
}

const noLease = { refresh_holder: null, refresh_until: null };

export function credentialStore({ db }: Session): CredentialStore {
  const table = () => db<CredentialRow>('credentials');
  return {
    async find(connectionId) {
      const row = await table().where({ connection_id: connectionId }).first<CredentialRow>();
      return row && toEntity(row);
    },
    async put(credentials) {
      const columns = { ...toColumns(credentials), ...noLease };
      await table()
        .insert({ connection_id: credentials.connectionId, generation: 1, ...columns })
        .onConflict('connection_id')
        .merge({ ...columns, generation: db.raw('credentials.generation + 1') });
    },
    async claimRefresh(connectionId, generation, holder, now, leaseUntil) {
      const granted = await table()
        .where({ connection_id: connectionId, generation })
        .where((free) =>
          free
            .whereNull('refresh_holder')
            .orWhere('refresh_holder', holder)
            .orWhere('refresh_until', '<=', millis(now)),
        )
        .update({ refresh_holder: holder, refresh_until: millis(leaseUntil) });
      return granted === 1;
    },
    async replace(next, holder) {
      const replaced = await table()
        .where({ connection_id: next.connectionId, generation: next.generation - 1, refresh_holder: holder })
        .update({ ...toColumns(next), generation: next.generation, ...noLease });
      return replaced === 1;
    },
    async yieldRefresh(connectionId, holder) {
      await table().where({ connection_id: connectionId, refresh_holder: holder }).update(noLease);
    },
    async remove(connectionId) {
      await table().where({ connection_id: connectionId }).delete();
    },
  };
}

function toColumns(credentials: Omit<Credentials, 'generation'>) {
  return {
    sealed_access_token: credentials.sealedAccessToken,
    sealed_refresh_token: credentials.sealedRefreshToken,
    sealed_previous_refresh_token: credentials.sealedPreviousRefreshToken,
    access_expires_at: millis(credentials.accessExpiresAt),
    refreshed_at: millis(credentials.refreshedAt),
  };
}

function toEntity(row: CredentialRow): Credentials {
  return {
    connectionId: row.connection_id,
    generation: row.generation,
    sealedAccessToken: row.sealed_access_token,
    sealedRefreshToken: row.sealed_refresh_token,
    sealedPreviousRefreshToken: row.sealed_previous_refresh_token,
    accessExpiresAt: timeOf(row.access_expires_at),
    refreshedAt: timeOf(row.refreshed_at),
  };
}

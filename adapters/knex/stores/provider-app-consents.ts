import type { AppConsent, ProviderAppStore } from '#core';
import { millis, timeOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

interface ConsentRow {
  readonly state_digest: string;
  readonly provider_app_id: AppConsent['appId'];
  readonly session_id: AppConsent['sessionId'];
  readonly created_at: number;
  readonly expires_at: number;
}

/** At most one an app and session, so that what nobody comes back with does not pile up. */
export function providerAppConsents({
  db,
}: Session): Pick<ProviderAppStore, 'putConsent' | 'takeConsent' | 'dropConsents'> {
  const table = () => db<ConsentRow>('provider_app_consents');
  return {
    async putConsent(consent) {
      await table()
        .where({ provider_app_id: consent.appId })
        .where('expires_at', '<=', millis(consent.createdAt))
        .delete();
      await table().insert(toRow(consent)).onConflict(['provider_app_id', 'session_id']).merge();
    },
    async takeConsent(stateDigest, sessionId, now) {
      const [row] = await rowsOf<ConsentRow>(
        db,
        `delete from provider_app_consents where state_digest = ? and session_id = ? and expires_at > ?
          returning state_digest, provider_app_id, session_id, created_at, expires_at`,
        [stateDigest, sessionId, millis(now)],
      );
      return row && toEntity(row);
    },
    async dropConsents(id) {
      await table().where({ provider_app_id: id }).delete();
    },
  };
}

function toRow({ stateDigest, appId, sessionId, createdAt, expiresAt }: AppConsent): ConsentRow {
  return {
    state_digest: stateDigest,
    provider_app_id: appId,
    session_id: sessionId,
    created_at: millis(createdAt),
    expires_at: millis(expiresAt),
  };
}

function toEntity(row: ConsentRow): AppConsent {
  return {
    stateDigest: row.state_digest,
    appId: row.provider_app_id,
    sessionId: row.session_id,
    createdAt: timeOf(Number(row.created_at)),
    expiresAt: timeOf(Number(row.expires_at)),
  };
}

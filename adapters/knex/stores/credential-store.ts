import type { CredentialStore, Credentials } from '#core/ports';
import { integer, millis, nullable, tableOf, text, time } from '../columns.ts';
import type { Session } from '../session.ts';

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
    find: (connectionId) => credentials.one(credentials.in(db).where({ connection_id: connectionId })),
    async put(granted) {
      const row = { ...credentials.toRow({ ...granted, generation: 1 }), ...noLease };
      await table()
        .insert(row)
        .onConflict('connection_id')
        .merge({ ...row, generation: db.raw('credentials.generation + 1') });
    },
    async claimRefresh(connectionId, { generation, holder, now, leaseUntil }) {
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
        .update({ ...credentials.toRow(next), ...noLease });
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

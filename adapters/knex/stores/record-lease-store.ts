import type { RecordKey, RecordLeaseStore } from '#core/ports';
import { millis } from '../columns.ts';
import type { Session } from '../session.ts';

export function recordLeaseStore({ db }: Session): RecordLeaseStore {
  const table = () => db('record_leases');
  const held = (record: RecordKey, token: string) => table().where({ ...keyOf(record), lease_token: token });
  return {
    async take(record, { owner, token, now, until }) {
      const taken = await table()
        .insert({ ...keyOf(record), owner, lease_token: token, expires_at: millis(until) })
        .onConflict(['tenant_id', 'type', 'provider_id'])
        .merge()
        .whereRaw('record_leases.expires_at <= ? or record_leases.owner = excluded.owner', [millis(now)])
        .returning('lease_token');
      return taken.length === 1;
    },
    renew: async (record, token, until) => (await held(record, token).update({ expires_at: millis(until) })) === 1,
    async release(record, token) {
      await held(record, token).delete();
    },
  };
}

function keyOf({ tenantId, type, providerId }: RecordKey) {
  return { tenant_id: tenantId, type, provider_id: providerId };
}

import type { RecordKey } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

const leases = 'record_leases';
const recordColumns = ({ tenantId, type, providerId }: RecordKey) => ({
  tenant_id: tenantId,
  type,
  provider_id: providerId,
});

export const recordLeaseSaboteurs: readonly Saboteur[] = [
  breaks('recordLeases', 'everybody gets a record’s lease', ({ recordLeases }, db) => ({
    async take(record, lease) {
      await db(leases).where(recordColumns(record)).delete();
      return recordLeases.take(record, lease);
    },
  })),
  breaks('recordLeases', 'looks for a record’s lease, then takes it', ({ recordLeases }, db) => ({
    async take(record, lease) {
      const row = await db(leases).where(recordColumns(record)).first();
      if (row && row.expires_at > lease.now.getTime() && row.owner !== lease.owner) return false;
      await db(leases).where(recordColumns(record)).delete();
      await recordLeases.take(record, lease);
      return true;
    },
  })),
  breaks('recordLeases', 'a record’s lease never runs out', ({ recordLeases }) => ({
    take: (record, lease) => recordLeases.take(record, { ...lease, now: new Date(0) }),
  })),
  breaks('recordLeases', 'a record’s lease is not there for its own holder', ({ recordLeases }) => ({
    take: (record, lease) => recordLeases.take(record, { ...lease, owner: lease.token }),
  })),
  breaks('recordLeases', 'anybody prolongs a record’s lease', (_, db) => ({
    async renew(record, _token, until) {
      await db(leases).where(recordColumns(record)).update({ expires_at: until.getTime() });
      return true;
    },
  })),
  breaks('recordLeases', 'anybody releases a record’s lease', (_, db) => ({
    async release(record) {
      await db(leases).where(recordColumns(record)).delete();
    },
  })),
  { name: 'a record’s lease is never released', stores: () => ({ recordLeases: { release: async () => {} } }) },
  breaks('recordLeases', 'a record’s lease is not prolonged', ({ recordLeases }) => ({
    renew: (record, token) => recordLeases.renew(record, token, new Date(0)),
  })),
  breaks('recordLeases', 'a record’s lease is lost when it runs out, though nobody took it', (_, db) => ({
    renew: async (record, token, until) =>
      (await db(leases)
        .where({ ...recordColumns(record), lease_token: token })
        .where('expires_at', '>', until.getTime() - 60_000)
        .update({ expires_at: until.getTime() })) === 1,
  })),
];

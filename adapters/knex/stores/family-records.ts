import type { Knex } from 'knex';
import type { CachedRecord, ConnectionId, RecordStore, ResourceType } from '#core';
import { documentText, millis } from '../columns.ts';
import { chunksOf } from '../session.ts';
import type { RecordRow } from './record-store.ts';

type KeptRow = Pick<RecordRow, 'provider_id' | 'provider_updated_at' | 'fields'>;

/** What is asked of one family of a connection as a whole, when it is walked. */
export function familyRecords(db: Knex): Pick<RecordStore, 'unchanged' | 'fetchedBefore' | 'remove'> {
  const family = (connectionId: ConnectionId, type: ResourceType) =>
    db<RecordRow>('cached_records').where({ connection_id: connectionId, type });
  return {
    async unchanged(connectionId, type, records) {
      const ids = records.map(({ providerId }) => providerId);
      const rows: KeptRow[] = await family(connectionId, type)
        .whereIn('provider_id', ids)
        .select('provider_id', 'provider_updated_at', 'fields');
      const kept = new Map(rows.map((row) => [row.provider_id, row]));
      return new Set(ids.filter((id, i) => saysNothingNew(records[i], kept.get(id))));
    },
    async fetchedBefore(connectionId, type, at) {
      return family(connectionId, type).where('fetched_at', '<', millis(at)).pluck('provider_id');
    },
    async remove(connectionId, type, providerIds, fetchedBefore) {
      for (const ids of chunksOf([...providerIds].sort())) {
        await family(connectionId, type)
          .where('fetched_at', '<', millis(fetchedBefore))
          .whereIn('provider_id', ids)
          .delete();
      }
    },
  };
}

function saysNothingNew(record: CachedRecord | undefined, row: KeptRow | undefined): boolean {
  if (!record || !row) return false;
  const [stamp, kept] = [record.providerUpdatedAt?.getTime() ?? null, row.provider_updated_at];
  if (stamp !== null && kept !== null && stamp !== kept) return stamp < kept;
  return row.fields === documentText(record.fields);
}

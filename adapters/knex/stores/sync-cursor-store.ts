import type { ConnectionId, SyncCursor, SyncCursorStore } from '#core';
import { millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';

interface CursorRow {
  readonly connection_id: ConnectionId;
  readonly type: SyncCursor['type'];
  readonly high_water: number;
  readonly read_from: number;
  readonly raised_at: number;
}

interface StartRow {
  readonly connection_id: ConnectionId;
  readonly announce_from: number;
}

export function syncCursorStore({ db }: Session): SyncCursorStore {
  const cursors = () => db<CursorRow>('sync_cursors');
  const starts = () => db<StartRow>('sync_starts');
  return {
    async find(connectionId, type) {
      const row = await cursors().where({ connection_id: connectionId, type }).first<CursorRow>();
      return row && toEntity(row);
    },
    async put(cursor) {
      await cursors()
        .insert(toRow(cursor))
        .onConflict(['connection_id', 'type'])
        .merge(['high_water', 'read_from', 'raised_at'])
        .whereRaw('excluded.high_water >= sync_cursors.high_water');
    },
    async clear(connectionId) {
      await cursors().where({ connection_id: connectionId }).delete();
    },
    async noteStart(connectionId, at) {
      await starts()
        .insert({ connection_id: connectionId, announce_from: millis(at) })
        .onConflict('connection_id')
        .ignore();
    },
    async startOf(connectionId) {
      const row = await starts().where({ connection_id: connectionId }).first<StartRow>();
      return row && timeOf(row.announce_from);
    },
  };
}

function toRow(cursor: SyncCursor): CursorRow {
  return {
    connection_id: cursor.connectionId,
    type: cursor.type,
    high_water: millis(cursor.highWater),
    read_from: millis(cursor.readFrom),
    raised_at: millis(cursor.raisedAt),
  };
}

function toEntity(row: CursorRow): SyncCursor {
  return {
    connectionId: row.connection_id,
    type: row.type,
    highWater: timeOf(row.high_water),
    readFrom: timeOf(row.read_from),
    raisedAt: timeOf(row.raised_at),
  };
}

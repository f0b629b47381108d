import type { ConnectionId, SyncCursor, SyncCursorStore } from '#core/ports';
import { tableOf, text, time } from '../columns.ts';
import type { Session } from '../session.ts';

const cursors = tableOf<SyncCursor>()('sync_cursors', {
  connectionId: text,
  type: text,
  highWater: time,
  readFrom: time,
  raisedAt: time,
});

interface SyncStart {
  readonly connectionId: ConnectionId;
  readonly announceFrom: Date;
}

const starts = tableOf<SyncStart>()('sync_starts', { connectionId: text, announceFrom: time });

export function syncCursorStore({ db }: Session): SyncCursorStore {
  return {
    find: (connectionId, type) => cursors.one(cursors.in(db).where({ connection_id: connectionId, type })),
    async put(cursor) {
      await cursors
        .in(db)
        .insert(cursors.toRow(cursor))
        .onConflict(['connection_id', 'type'])
        .merge(['high_water', 'read_from', 'raised_at'])
        .whereRaw('excluded.high_water >= sync_cursors.high_water');
    },
    async clear(connectionId) {
      await cursors.in(db).where({ connection_id: connectionId }).delete();
    },
    async noteStart(connectionId, announceFrom) {
      const start = starts.toRow({ connectionId, announceFrom });
      await starts.in(db).insert(start).onConflict('connection_id').ignore();
    },
    async startOf(connectionId) {
      return (await starts.one(starts.in(db).where({ connection_id: connectionId })))?.announceFrom;
    },
  };
}

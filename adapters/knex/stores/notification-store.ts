import { type AppKey, cursorMoveOf, liveStatuses, type NotificationStore, unfinishedReadsMost } from '#core/ports';
import { millis } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { atomic, type Session } from '../session.ts';
import { type ConnectionRow, connections } from './connection-store.ts';

interface CursorRow {
  readonly app_key: AppKey;
  readonly last: number;
  readonly moved_at: number;
}

type OwnerRow = ConnectionRow & { readonly unfinished_reads: number };

const identityColumns = { app_key: 'text', organization_id: 'text', identity: 'text', received_at: 'bigint' } as const;

/** How many of the newest unfinished operations are read: enough to notice too many reads, however much else waits. */
const unfinishedLookedAt = 2 * unfinishedReadsMost;
/** Lists the states as in the partial index of unfinished operations. */
const unfinishedReads = `(select count(*) from (select r.type from operations r
  where r.connection_id = connections.id and r.state in ('queued', 'running', 'retrying')
  order by r.id desc limit ${unfinishedLookedAt}) newest where newest.type = 'notification.process')`;
/** Lists the statuses as in the partial index of owners. */
const isLive = `status in (${liveStatuses.map((status) => `'${status}'`).join(', ')})`;

export function notificationStore(session: Session): NotificationStore {
  return {
    async owners(app, tenantIds) {
      const rows = await session
        .db('connections')
        .select<OwnerRow[]>('connections.*', session.db.raw(`${unfinishedReads} as unfinished_reads`))
        .where({ app_key: app })
        .whereIn('provider_tenant_id', [...tenantIds])
        .whereRaw(isLive);
      return rows.map((row) => ({ connection: connections.toEntity(row), unfinishedReads: row.unfinished_reads }));
    },
    async takeNew(app, owner, identities, at) {
      const distinct = [...new Set(identities)];
      const taken = { app_key: app, organization_id: owner, received_at: millis(at) };
      const rows = await insertRows<object, { readonly identity: string }>(
        session,
        { name: 'inbound_notifications', words: identityColumns },
        // Sorted, so that two overlapping batches cannot deadlock.
        [...distinct].sort().map((identity) => ({ ...taken, identity })),
        'on conflict do nothing returning identity',
      );
      const fresh = new Set(rows.map(({ identity }) => identity));
      return distinct.filter((identity) => fresh.has(identity));
    },
    async moveCursor(app, first, last, at) {
      if (cursorMoveOf(null, first, last) === 'jump') return 'jump';
      return atomic(session, async ({ db }) => {
        const cursor = () => db<CursorRow>('notification_cursors').where({ app_key: app });
        const start: CursorRow = { app_key: app, last, moved_at: millis(at) };
        const started = await cursor().insert(start).onConflict('app_key').ignore().returning('app_key');
        if (started.length === 1) return 'first';
        const before = await cursor().forUpdate().first<CursorRow>();
        const move = cursorMoveOf(before?.last ?? null, first, last);
        if (!before || move === 'old' || move === 'jump') return move;
        await cursor().update({ last, moved_at: millis(at) });
        if (move === 'gap') {
          const gap = { first: before.last + 1, last: first - 1, found_at: millis(at) };
          await db('notification_gaps').insert({ app_key: app, ...gap });
        }
        return move;
      });
    },
  };
}

import { type AppKey, type CursorMove, cursorMoveOf, type NotificationStore } from '#core';
import { millis } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { atomic, type Session } from '../session.ts';
import { standing } from './notification-standing.ts';
import { type IdentityRow, identityColumns, takeReads } from './taken-reads.ts';

interface CursorRow {
  readonly app_key: AppKey;
  readonly last: number;
  readonly moved_at: number;
}

interface GapRow {
  readonly app_key: AppKey;
  readonly first: number;
  readonly last: number;
  readonly found_at: number;
}

export function notificationStore(session: Session): NotificationStore {
  return {
    standing: (places) => standing(session, places),
    takeReads: (reads) => takeReads(session, reads),
    takeNew: (app, identities, at) => takeNew(session, app, identities, at),
    moveCursor: (app, first, last, at) => atomic(session, (inner) => moveCursor(inner, app, first, last, at)),
  };
}

/** Identities are written in one order, so that two batches that overlap cannot deadlock. */
async function takeNew(
  session: Session,
  app: AppKey,
  identities: readonly string[],
  at: Date,
): Promise<readonly string[]> {
  const distinct = [...new Set(identities)];
  const rows = await insertRows<IdentityRow, Pick<IdentityRow, 'identity'>>(
    session,
    'inbound_notifications',
    identityColumns,
    [...distinct].sort().map((identity) => ({ app_key: app, identity, received_at: millis(at) })),
    'on conflict do nothing returning identity',
  );
  const taken = new Set(rows.map(({ identity }) => identity));
  return distinct.filter((identity) => taken.has(identity));
}

async function moveCursor({ db }: Session, app: AppKey, first: number, last: number, at: Date): Promise<CursorMove> {
  if (cursorMoveOf(null, first, last) === 'jump') return 'jump';
  const cursors = () => db<CursorRow>('notification_cursors');
  const start: CursorRow = { app_key: app, last, moved_at: millis(at) };
  const started = await cursors().insert(start).onConflict('app_key').ignore().returning('app_key');
  if (started.length === 1) return 'first';
  const before = await cursors().where({ app_key: app }).forUpdate().first<CursorRow>();
  const move = cursorMoveOf(before?.last ?? null, first, last);
  if (!before || move === 'old' || move === 'jump') return move;
  await cursors()
    .where({ app_key: app })
    .update({ last, moved_at: millis(at) });
  if (move === 'gap') {
    const gap: GapRow = { app_key: app, first: before.last + 1, last: first - 1, found_at: millis(at) };
    await db<GapRow>('notification_gaps').insert(gap);
  }
  return move;
}

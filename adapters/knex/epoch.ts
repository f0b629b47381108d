// Finds out whether the database still holds what a process has seen of it. After a failover to a standby that lacks the last
// commits, or after a restored backup, the database itself shows no sign of the loss.
//
// The row of `database_epoch` counts beats. Each beat has a random mark with its time: after a loss the counter reaches the same
// numbers again, but with other marks. Where the server tells its position in its log, the position after each commit
// is compared, too: a failover seldom loses a whole beat. The position is that before the commit's own record, so a commit
// for which a synchronous standby was waited for is never taken for lost.
import type { Knex } from 'knex';
import { type Dialect, noPlace } from './dialect.ts';
import type { LogPlace } from './log-place.ts';
import { atomic, rowsOf, type Session } from './session.ts';

/** What a process remembers of the database in its memory and in a file. */
export interface Seen {
  readonly databaseId: string;
  readonly beat: number;
  /** Empty if the database no longer had the beat's mark. */
  readonly mark: string;
  /** The server's own identity and timeline; null where it has none. */
  readonly system: string | null;
  readonly timeline: number | null;
  /** How far the server's log was before the latest commit; null where it tells none. */
  readonly position: number | null;
}

/** A loss of commits. It is stored in the database until an operator accepts it. */
export interface WentBack {
  /** When a process noticed it (ISO 8601). */
  readonly noticedAt: string;
  /** The latest beat that a process had seen, and the latest that the database holds. */
  readonly seenBeat: number;
  readonly heldBeat: number;
  /** When the latest beat that the database holds was made (ISO 8601). */
  readonly heldUntil: string;
  readonly system: string | null;
  readonly timeline: number | null;
}

/** The latest accepted loss. Operations stored before `until` may have written at the provider since `since`. */
export interface Accepted extends Pick<WentBack, 'system' | 'timeline'> {
  readonly since: string;
  readonly until: string;
}

export interface Look {
  readonly seen: Seen;
  readonly wentBack: WentBack | null;
  readonly accepted: Accepted | null;
}

/** What a server holds of the beats. */
export interface Held extends Pick<Seen, 'databaseId' | 'beat' | 'mark' | 'system'> {
  /** The mark that it holds for the beat that was asked for; null if it holds none. */
  readonly slotMark: string | null;
}

export interface Epoch {
  /**
   * Compares the database with what was seen before, and makes a beat if no process has made one since. Stores a loss, so that
   * every process sees it. Throws StorageUnavailable.
   */
  look(before: Seen | undefined, now: Date): Promise<Look>;
  /** Reads without a beat. */
  state(): Promise<Pick<Look, 'wentBack' | 'accepted'>>;
  /** What it holds of what was seen, also on a standby, which makes no beats. Undefined before the first beat. */
  held(seen: Seen | undefined): Promise<Held | undefined>;
  /**
   * Accepts a loss: event sequences jump ahead, once for any number of callers. Returns the accepted loss; undefined if there
   * was none. `restoredTo`: the time after which the database holds nothing, told by an operator even if no process noticed it.
   */
  accept(now: Date, restoredTo?: Date): Promise<(WentBack & { readonly sequencesAhead: number }) | undefined>;
}

/** Far more events than a connection has in the time that a failover or a backup loses. */
export const sequenceJump = 1_000_000;
const slots = 1024;

interface Row {
  readonly id: string;
  readonly beat: number;
  readonly beat_at: number;
  readonly went_back: string | null;
  readonly accepted: string | null;
  /** The beat that the slot of the remembered one holds, and its mark. */
  readonly slot_beat: number | null;
  readonly slot_mark: string | null;
  readonly mark: string | null;
  readonly system: string | null;
  readonly timeline: number | null;
  /** Where a standby's replay ended when it became the primary; null since its next start. */
  readonly replayed: number | null;
}

export function epochOf(db: Knex, dialect: Dialect, place: LogPlace): Epoch {
  const asked: Dialect = {
    ...dialect,
    get place() {
      return place.isTold ? dialect.place : noPlace;
    },
  };
  const session = { db, dialect: asked };
  return {
    async look(earlier, now) {
      const before = earlier && { ...earlier, position: latest(earlier.position, place.position(earlier.timeline)) };
      let row = (await read(session, before)) ?? (await begun(session, now));
      if (before && row.went_back === null && hasGoneBack(before, row)) {
        await storeLoss(session, before, now);
        row = await required(session, before);
      } else if (row.went_back === null && (!before || before.beat === row.beat)) {
        await beat(session, now);
        row = await required(session, before);
      }
      // While nobody has accepted the loss, what was seen before it stays remembered.
      const isKept = before !== undefined && row.went_back !== null && hasGoneBack(before, row);
      return { seen: isKept ? before : seenIn(row, before, place), ...lossesOf(row) };
    },
    async state() {
      const row = await read(session);
      return row ? lossesOf(row) : { wentBack: null, accepted: null };
    },
    async held(seen) {
      const row = await read(session, seen);
      if (!row) return undefined;
      const { id: databaseId, beat, mark, system } = row;
      const slotMark = row.slot_beat === seen?.beat ? row.slot_mark : null;
      return { databaseId, beat, mark: mark ?? '', system, slotMark };
    },
    accept: (now, restoredTo) => locked(session, (inner) => acceptLoss(inner, now, restoredTo)),
  };
}

const pageSql = ({ place }: Dialect) => `select e.id, e.beat, e.beat_at, e.went_back, e.accepted,
    s.beat as slot_beat, s.mark as slot_mark, b.mark as mark, ${place}
  from database_epoch e left join database_beats s on s.slot = ?
    left join database_beats b on b.slot = e.beat % ${slots} and b.beat = e.beat where e.one = 1`;

async function read({ db, dialect }: Session, before?: Seen): Promise<Row | undefined> {
  const slot = (before?.beat ?? 0) % slots;
  const sql = pageSql(dialect);
  const [row] = await rowsOf<Row>(db, sql, [slot]).catch((error: unknown) => {
    // The first query's own connection may have found out that this server tells no place.
    const again = pageSql(dialect);
    if (again === sql) throw error;
    return rowsOf<Row>(db, again, [slot]);
  });
  return row;
}

async function required(session: Session, before?: Seen): Promise<Row> {
  const row = await read(session, before);
  if (!row) throw new Error('the database has lost its epoch');
  return row;
}

async function begun(session: Session, now: Date): Promise<Row> {
  const row = { one: 1, id: crypto.randomUUID(), beat: 0, beat_at: now.getTime(), went_back: null, accepted: null };
  await session.db('database_epoch').insert(row).onConflict('one').ignore();
  return required(session);
}

function locked<T>(session: Session, work: (inner: Session) => Promise<T>): Promise<T> {
  return atomic(session, async (inner) => {
    await rowsOf(inner.db, `select beat from database_epoch where one = 1 ${inner.dialect.forUpdate}`, []);
    return work(inner);
  });
}

function beat(session: Session, now: Date): Promise<void> {
  return atomic(session, async ({ db }) => {
    const [moved] = await rowsOf<{ beat: number }>(
      db,
      'update database_epoch set beat = beat + 1, beat_at = ? where one = 1 and went_back is null returning beat',
      [now.getTime()],
    );
    if (!moved) return;
    const row = { slot: moved.beat % slots, beat: moved.beat, mark: newMark(now) };
    await db('database_beats').insert(row).onConflict('slot').merge();
  });
}

function storeLoss(session: Session, before: Seen, now: Date): Promise<void> {
  return locked(session, async (inner) => {
    const row = await read(inner, before);
    // Another process may have stored it, and an operator accepted it, meanwhile.
    if (!row || row.went_back !== null || !hasGoneBack(before, row)) return;
    const { system, timeline } = row;
    const held = await lastHeld(inner, before, row);
    const loss: WentBack = {
      ...{ system, timeline, noticedAt: now.toISOString() },
      ...{ seenBeat: before.beat, heldBeat: held.beat, heldUntil: new Date(held.at).toISOString() },
    };
    await inner
      .db('database_epoch')
      .where({ one: 1 })
      .update({ went_back: JSON.stringify(loss) });
  });
}

/** The latest beat that the database kept: those that were made later than the one that was seen were made after the loss. */
async function lastHeld({ db }: Session, { beat, mark }: Seen, row: Row): Promise<{ beat: number; at: number }> {
  const seenAt = madeAt(mark);
  if (seenAt === undefined || row.beat_at <= seenAt) return { beat: row.beat, at: row.beat_at };
  const beats: readonly { beat: number; mark: string }[] = await db('database_beats').select('beat', 'mark');
  const kept = beats.flatMap((one) => {
    const at = madeAt(one.mark);
    return at !== undefined && at <= seenAt ? [{ beat: one.beat, at }] : [];
  });
  // Where later beats have overwritten them all, what was lost was lost before what was seen.
  return kept.sort((one, other) => other.beat - one.beat)[0] ?? { beat: Math.min(row.beat, beat), at: seenAt };
}

/** A beat's mark begins with the time at which it was made, in milliseconds. */
function newMark(now: Date): string {
  return `${now.getTime()} ${crypto.randomUUID()}`;
}

function madeAt(mark: string): number | undefined {
  const [, at] = /^(\d{1,15}) /.exec(mark) ?? [];
  return at === undefined ? undefined : Number(at);
}

async function acceptLoss(session: Session, now: Date, restoredTo?: Date) {
  const row = (await read(session)) ?? (await begun(session, now));
  const { wentBack } = lossesOf(row);
  const loss = restoredTo ? knownLoss(row, now, restoredTo) : wentBack;
  if (!loss) return undefined;
  const { db } = session;
  await rowsOf(db, jumpSql, [sequenceJump, sequenceJump]);
  await db('database_beats').delete();
  const { heldUntil: since, system, timeline } = loss;
  const accepted: Accepted = { since, until: now.toISOString(), system, timeline };
  // Ahead of every beat that a process may remember, so that none of them notices the same loss again.
  const next = Math.max(row.beat, loss.seenBeat) + sequenceJump;
  await db('database_epoch')
    .where({ one: 1 })
    .update({ beat: next, beat_at: now.getTime(), went_back: null, accepted: JSON.stringify(accepted) });
  return { ...loss, sequencesAhead: sequenceJump };
}

/** What an operator tells, and what was noticed if that reaches further back. */
function knownLoss(row: Row, now: Date, restoredTo: Date): WentBack {
  const { wentBack } = lossesOf(row);
  const heldUntil = restoredTo.toISOString();
  if (wentBack) return wentBack.heldUntil < heldUntil ? wentBack : { ...wentBack, heldUntil };
  const { beat, system, timeline } = row;
  return { noticedAt: now.toISOString(), seenBeat: beat, heldBeat: beat, heldUntil, system, timeline };
}

/** A connection whose counter is lost with its events gets one, too. Always in the same order, as other writers lock. */
const jumpSql = `insert into event_sequences (connection_id, organization_id, last)
  select id, organization_id, ? from connections where true order by id
  on conflict (connection_id) do update set last = event_sequences.last + ?`;

/** Pure: compares what a process remembers with what the database holds. */
export function hasGoneBack(
  before: Seen,
  now: Pick<Row, 'id' | 'beat' | 'slot_beat' | 'slot_mark' | 'system' | 'timeline' | 'replayed' | 'accepted'>,
): boolean {
  if (before.databaseId !== now.id) return false;
  if (now.beat < before.beat) return true;
  // An accepted loss removes the marks, and later beats overwrite them: then nothing tells, and the counter is enough.
  if (now.slot_beat === before.beat && before.mark !== '' && now.slot_mark !== before.mark) return true;
  const isOther = before.system === now.system && before.timeline !== now.timeline;
  if (!isOther || now.replayed === null || before.position === null) return false;
  const accepted = now.accepted === null ? undefined : (JSON.parse(now.accepted) as Accepted);
  if (accepted?.system === now.system && accepted.timeline === now.timeline) return false;
  // Up to the position itself, the record of the commit is missing.
  return now.replayed <= before.position;
}

function seenIn(row: Row, before: Seen | undefined, place: LogPlace): Seen {
  const { id: databaseId, beat, mark, system, timeline } = row;
  const earlier = before?.timeline === timeline ? before.position : null;
  return { databaseId, beat, mark: mark ?? '', system, timeline, position: latest(earlier, place.position(timeline)) };
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

function lossesOf({ went_back, accepted }: Pick<Row, 'went_back' | 'accepted'>) {
  return {
    wentBack: went_back === null ? null : (JSON.parse(went_back) as WentBack),
    accepted: accepted === null ? null : (JSON.parse(accepted) as Accepted),
  };
}

import type { ConsoleSession, ConsoleSessionStore, MemberId } from '#core';
import { millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';

interface SessionRow {
  readonly id: ConsoleSession['id'];
  readonly member_id: ConsoleSession['memberId'];
  readonly token_digest: string;
  readonly csrf_digest: string;
  readonly agent: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
}

const listMax = 100;

export function consoleSessionStore({ db }: Session): ConsoleSessionStore {
  const table = () => db<SessionRow>('console_sessions');
  const alive = (now: Date) => table().where('expires_at', '>', millis(now));
  return {
    async insert(session) {
      await table().insert(toRow(session));
    },
    async findByDigest(tokenDigest, now) {
      const row = await alive(now).where({ token_digest: tokenDigest }).first<SessionRow>();
      return row && toEntity(row);
    },
    async list(memberId: MemberId, now) {
      const rows: SessionRow[] = await alive(now)
        .where({ member_id: memberId })
        .orderBy([
          { column: 'seen_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(listMax);
      return rows.map(toEntity);
    },
    async touch(id, seenAt, expiresAt) {
      // Uses are noted out of order; an older one must not shorten what a newer one has lengthened.
      await table()
        .where({ id })
        .where('seen_at', '<', millis(seenAt))
        .update({ seen_at: millis(seenAt), expires_at: millis(expiresAt) });
    },
    remove: async (memberId, id) => (await table().where({ member_id: memberId, id }).delete()) === 1,
    removeAll: (memberId, but) => {
      const all = table().where({ member_id: memberId });
      return but === undefined ? all.delete() : all.whereNot({ id: but }).delete();
    },
  };
}

function toRow(session: ConsoleSession): SessionRow {
  return {
    id: session.id,
    member_id: session.memberId,
    token_digest: session.tokenDigest,
    csrf_digest: session.csrfDigest,
    agent: session.agent,
    created_at: millis(session.createdAt),
    seen_at: millis(session.seenAt),
    expires_at: millis(session.expiresAt),
  };
}

function toEntity(row: SessionRow): ConsoleSession {
  return {
    id: row.id,
    memberId: row.member_id,
    tokenDigest: row.token_digest,
    csrfDigest: row.csrf_digest,
    agent: row.agent,
    createdAt: timeOf(row.created_at),
    seenAt: timeOf(row.seen_at),
    expiresAt: timeOf(row.expires_at),
  };
}

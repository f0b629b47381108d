import type { ConsoleSession, ConsoleSessionStore } from '#core/ports';
import { millis, tableOf, text, time } from '../columns.ts';
import { descending } from '../paging.ts';
import type { Session } from '../session.ts';

const sessions = tableOf<ConsoleSession>()('console_sessions', {
  id: text,
  memberId: text,
  tokenDigest: text,
  csrfDigest: text,
  agent: text,
  createdAt: time,
  seenAt: time,
  expiresAt: time,
});

const listMax = 100;

export function consoleSessionStore({ db }: Session): ConsoleSessionStore {
  const table = () => sessions.in(db);
  const alive = (now: Date) => table().where('expires_at', '>', millis(now));
  return {
    async insert(session) {
      await table().insert(sessions.toRow(session));
    },
    findByDigest: (tokenDigest, now) => sessions.one(alive(now).where({ token_digest: tokenDigest })),
    list(memberId, now) {
      const mostRecent = descending({ at: 'seen_at', id: 'id' });
      return sessions.all(alive(now).where({ member_id: memberId }).orderBy(mostRecent).limit(listMax));
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

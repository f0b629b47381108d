import type { SignInFailureStore } from '#core';
import { millis, timeOf } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

interface FailureRow {
  readonly subject: string;
  readonly failures: number;
  readonly began_at: number;
  readonly latest_at: number;
}

export function signInFailureStore(session: Session): SignInFailureStore {
  const table = () => session.db<FailureRow>('sign_in_failures');
  return {
    async lock(subject) {
      requireTransaction(session, 'signInFailures.lock');
      // A row that is not there cannot be held.
      await table().insert({ subject, failures: 0, began_at: 0, latest_at: 0 }).onConflict('subject').ignore();
      const row = await table().where({ subject }).forUpdate().first<FailureRow>();
      if (!row || row.failures === 0) return undefined;
      return { failures: row.failures, beganAt: timeOf(row.began_at), latestAt: timeOf(row.latest_at) };
    },
    async save(subject, { failures, beganAt, latestAt }) {
      const columns = { failures, began_at: millis(beganAt), latest_at: millis(latestAt) };
      await table()
        .insert({ subject, ...columns })
        .onConflict('subject')
        .merge();
    },
    async clear(subject) {
      await table().where({ subject }).delete();
    },
  };
}

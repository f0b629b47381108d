import type { SignInFailureStore } from '#core/ports';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

interface FailureRow {
  readonly subject: string;
  /** A list of times. */
  readonly tries: string;
  /** The last of them, for retention. */
  readonly latest_at: number;
}

export function signInFailureStore(session: Session): SignInFailureStore {
  const table = () => session.db<FailureRow>('sign_in_failures');
  return {
    async lock(subject) {
      requireTransaction(session, 'signInFailures.lock');
      // A missing row cannot be locked, so one is inserted. An update that changes nothing locks and returns a present one.
      const locked = table().insert({ subject, tries: '[]', latest_at: 0 }).onConflict('subject').merge(['subject']);
      const [row] = await locked.returning('tries');
      return documentOf<number[]>(row?.tries ?? '[]').map(timeOf);
    },
    async save(subject, failures) {
      const tries = failures.map(millis);
      if (tries.length === 0) return void (await table().where({ subject }).delete());
      await table()
        .insert({ subject, tries: documentText(tries), latest_at: Math.max(...tries) })
        .onConflict('subject')
        .merge();
    },
  };
}

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

const lockTriesMost = 100;

export function signInFailureStore(session: Session): SignInFailureStore {
  const table = () => session.db<FailureRow>('sign_in_failures');
  return {
    async lock(subject) {
      requireTransaction(session, 'signInFailures.lock');
      for (let asked = 0; asked < lockTriesMost; asked++) {
        // A missing row cannot be locked, so one is inserted;
        await table().insert({ subject, tries: '[]', latest_at: 0 }).onConflict('subject').ignore();
        // one that another request had locked may be deleted by then, and the loop tries again.
        const row = await table().where({ subject }).forUpdate().first<FailureRow>();
        if (row) return documentOf<number[]>(row.tries).map(timeOf);
      }
      throw new Error('a row of failed sign-ins vanished again and again');
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

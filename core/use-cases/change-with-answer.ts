import type { Json } from '../domain/json.ts';
import type { Stores } from '../ports/storage.ts';
import type { WorkDone } from './idempotent.ts';

/**
 * A change that is kept in one transaction with the answer to its Idempotency-Key, so that no crash parts the two. What
 * `change` throws undoes both.
 */
export function changeWithAnswer<T>(keep: Json, change: (stores: Stores) => Promise<T>): WorkDone<T> {
  let made: { readonly value: T } | undefined;
  return {
    /** Known once the transaction is through. */
    get value() {
      if (!made) throw new Error('the change was not made yet');
      return made.value;
    },
    keep,
    async also(stores) {
      made = { value: await change(stores) };
    },
  };
}

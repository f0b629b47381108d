import type { ResealedValue, SealedColumn, SealedValue } from '../domain/sealed-column.ts';

/**
 * Knows all sealed values by the key that they name; what does not have the form of one counts under the key `''`.
 * Proven by contract-tests/sealed-value-store.contract.ts.
 */
export interface SealedValueStore {
  /** The ids of the keys that a column's values are sealed under, sorted; costs a look-up a key, however many values. */
  keyIds(column: SealedColumn): Promise<readonly string[]>;
  /** How many of a column's values are sealed under this key. */
  count(column: SealedColumn, keyId: string): Promise<number>;
  /** Values sealed under this key, in the order of their rows, those behind `after`, at most `limit`. */
  list(
    column: SealedColumn,
    keyId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly SealedValue[]>;
  /** Puts `to` in the place of each value that still is `from`, in one commit; returns how many were. */
  replace(column: SealedColumn, values: readonly ResealedValue[]): Promise<number>;
}

import type { ResealedValue, SealedColumn, SealedValue } from '../domain/sealed-column.ts';

/**
 * Finds all sealed values by the id of their key; a value without the form of a sealed one has the key id `''`.
 * Proven by contract-tests/sealed-value-store.contract.ts.
 */
export interface SealedValueStore {
  /** The ids of the keys that a column's values are sealed under, sorted; one look-up a key, for any number of values. */
  keyIds(column: SealedColumn): Promise<readonly string[]>;
  /** How many of a column's values are sealed under this key. */
  count(column: SealedColumn, keyId: string): Promise<number>;
  /** Values sealed under this key, in the order of their rows, after `after`, at most `limit`. */
  list(
    column: SealedColumn,
    keyId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly SealedValue[]>;
  /** Replaces each value that is still `from` by `to`, in one commit; returns how many. */
  replace(column: SealedColumn, values: readonly ResealedValue[]): Promise<number>;
}

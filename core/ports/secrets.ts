import type { Plane } from '../domain/caller.ts';
import type { ResealedValue, SealedColumn, SealedValue } from '../domain/sealed-column.ts';

/** Digests text. Pure and fast. Proven by contract-tests/digester.contract.ts. */
export interface Digester {
  /** Lower-case hex HMAC-SHA256 under the deployment's pepper; equal text under another purpose has another digest. */
  keyed(purpose: string, text: string): string;
  /** Lower-case hex SHA-256 of UTF-8 text. */
  sha256(text: string): string;
  /** URL-safe base64, without padding, of the SHA-256 of ASCII text (PKCE S256). */
  codeChallenge(verifier: string): string;
}

/** The owner, column and row of a sealed value; it can be opened for no other. */
export interface SecretPlace extends Plane {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Encrypts secrets at rest. Proven by contract-tests/secret-vault.contract.ts. */
export interface SecretVault {
  /** The ids of the keys in the ring: the first seals, all open. Never empty; not secret. */
  readonly keyIds: readonly [string, ...string[]];
  /** Sealing the same text twice gives different values. */
  seal(plain: string, place: SecretPlace): Promise<string>;
  /** Rejects a value that was altered, moved to another place, or sealed under a key that is not in the ring. */
  open(sealed: string, place: SecretPlace): Promise<string>;
}

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

/** Hashes passwords with a memory-hard function; bounded, so that a flood of sign-ins cannot take all memory. */
export interface PasswordHasher {
  /** The hash contains its costs, so that they can be raised later. */
  hash(password: string): Promise<string>;
  /** In constant time. A text that is not a hash, or has unreasonable costs, matches nothing. */
  verify(password: string, encoded: string): Promise<boolean>;
}

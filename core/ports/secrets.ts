import type { Plane } from '../domain/caller.ts';
import type { ResealedValue, SealedColumn, SealedValue } from '../domain/sealed-column.ts';

/** Pure and fast. */
export interface Digester {
  /** Lower-case hex HMAC-SHA256 under the deployment's pepper; each purpose gives another digest. */
  keyed(purpose: string, text: string): string;
  /** Lower-case hex of the UTF-8 text. */
  sha256(text: string): string;
  /** Unpadded URL-safe base64 of the SHA-256 of ASCII text (PKCE S256). */
  codeChallenge(verifier: string): string;
}

/** A sealed value can be opened only for its owner, column and row. */
export interface SecretPlace extends Plane {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Encrypts secrets at rest. */
export interface SecretVault {
  /** The ring's key ids: the first seals, all open. Never empty; not secret. */
  readonly keyIds: readonly [string, ...string[]];
  /** Sealing the same text twice gives different values. */
  seal(plain: string, place: SecretPlace): Promise<string>;
  /** Rejects values that were altered or moved, or whose key is not in the ring. */
  open(sealed: string, place: SecretPlace): Promise<string>;
}

/** Finds all sealed values by key id; a malformed value has the key id `''`. */
export interface SealedValueStore {
  /** Sorted key ids of a column's values; one look-up per key, for any number of values. */
  keyIds(column: SealedColumn): Promise<readonly string[]>;
  count(column: SealedColumn, keyId: string): Promise<number>;
  /** Values under this key, by row, after `after`. */
  list(
    column: SealedColumn,
    keyId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly SealedValue[]>;
  /** Replaces each value that is still `from`, in one commit; returns how many. */
  replace(column: SealedColumn, values: readonly ResealedValue[]): Promise<number>;
}

/** Hashes with a memory-hard function; bounded, so that many sign-ins cannot take all memory. */
export interface PasswordHasher {
  /** The hash contains its costs, so that they can be raised later. */
  hash(password: string): Promise<string>;
  /** In constant time. Matches nothing for a text that is not a hash or has unreasonable costs. */
  verify(password: string, encoded: string): Promise<boolean>;
}

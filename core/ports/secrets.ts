import type { Plane } from '../domain/caller.ts';
import type { Passkey } from '../domain/factor.ts';
import type { JsonObject } from '../domain/json.ts';
import type { ResealedValue, SealedColumn, SealedValue } from '../domain/sealed-column.ts';

/** Pure and fast. */
export interface Digester {
  /** Lower-case hex HMAC-SHA256 under the deployment's pepper; each purpose gives another digest. */
  keyed(purpose: string, text: string): string;
  /** Lower-case hex of the UTF-8 text, or of the bytes. */
  sha256(content: string | Uint8Array): string;
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

/** Checks second factors; adapters/crypto/second-factors.test.ts proves it. */
export interface SecondFactors {
  /** 160 random bits in base32, and the address from which authenticator apps take them. */
  newSecret(account: string): { readonly secret: string; readonly uri: string };
  /** The 30 s step whose code this is, of the present one, the one before and the one after; undefined for a wrong code. */
  stepOf(secret: string, code: string, now: Date): number | undefined;
  /**
   * The options for the browser's WebAuthn API, as JSON. `creation`: to make a passkey that is not in `known`. `request`: to
   * sign in with one of `known`.
   */
  creation(challenge: Uint8Array, account: string, known: readonly Passkey[]): Promise<PasskeyOptions>;
  request(challenge: Uint8Array, known: readonly Passkey[]): Promise<PasskeyOptions>;
  /** The passkey that the browser made for this challenge; undefined unless the answer proves it. Never rejects. */
  made(answer: JsonObject, challenge: string): Promise<{ passkey: Passkey; counter: number } | undefined>;
  /** The authenticator's counter; undefined unless the answer proves the passkey for this challenge. Never rejects. */
  used(answer: JsonObject, challenge: string, passkey: Passkey, counter: number): Promise<number | undefined>;
}

export interface PasskeyOptions {
  /** In base64url, as answers name it. */
  readonly challenge: string;
}

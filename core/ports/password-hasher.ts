/** Hashes passwords with a memory-hard function; bounded, so that a flood of sign-ins cannot take all memory. */
export interface PasswordHasher {
  /** The costs travel with the hash, so that they can be raised later. */
  hash(password: string): Promise<string>;
  /** In constant time. A text that is no hash, or whose costs are beyond reason, matches nothing. */
  verify(password: string, encoded: string): Promise<boolean>;
}

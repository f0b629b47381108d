/** Hashes passwords with a memory-hard function; bounded, so that a flood of sign-ins cannot take all memory. */
export interface PasswordHasher {
  /** The hash contains its costs, so that they can be raised later. */
  hash(password: string): Promise<string>;
  /** In constant time. A text that is not a hash, or has unreasonable costs, matches nothing. */
  verify(password: string, encoded: string): Promise<boolean>;
}

import type { IdByPrefix, IdPrefix } from '../domain/ids.ts';

/** Makes ids and secrets. Proven by contract-tests/system.contract.ts. */
export interface IdGenerator {
  /** A new id; ids made later sort later (UUIDv7). */
  next<P extends IdPrefix>(prefix: P): IdByPrefix[P];
  /** Unpredictable bytes from the platform's secure source. */
  randomBytes(length: number): Uint8Array;
  /** A number in [0, 1), for jitter; not secret. */
  spread(): number;
}

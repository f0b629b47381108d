import type { SignInFailures } from '../domain/console-session.ts';

/** Stores failed sign-ins by a keyed digest of their subject. Proven by contract-tests/console-stores.contract.ts. */
export interface SignInFailureStore {
  /** None for an unknown subject; locked until the transaction ends, so that tries of one subject run one by one. */
  lock(subject: string): Promise<SignInFailures>;
  /** Replaces the stored ones; an empty list deletes the row. */
  save(subject: string, failures: SignInFailures): Promise<void>;
}

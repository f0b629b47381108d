import type { SignInFailures } from '../domain/sign-in-failures.ts';

/** Keeps failed tries by a keyed digest of whom they were for. Proven by contract-tests/console-stores.contract.ts. */
export interface SignInFailureStore {
  /** None for an unknown one; held until the transaction ends, so that tries of one subject go one by one. */
  lock(subject: string): Promise<SignInFailures>;
  /** In place of what was kept; none leaves nothing. */
  save(subject: string, failures: SignInFailures): Promise<void>;
}

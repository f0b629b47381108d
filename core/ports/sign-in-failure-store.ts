import type { SignInFailures } from '../domain/sign-in-failures.ts';

/** Counts failed sign-ins by a keyed digest of the e-mail address. Proven by contract-tests/console-stores.contract.ts. */
export interface SignInFailureStore {
  /** Held until the transaction ends, so that tries of one address go one by one; the row need not exist. */
  lock(subject: string): Promise<SignInFailures | undefined>;
  save(subject: string, failures: SignInFailures): Promise<void>;
  clear(subject: string): Promise<void>;
}

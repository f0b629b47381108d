import type { NotificationBatch } from '../domain/notification.ts';

/** Trusts or refuses what claims to come from the provider. Proven by contract-tests/notification-verifier.contract.ts. */
export interface NotificationVerifier {
  /** Whether it has the form of a signature: what has not is wrong for every body and key. */
  isSignature(text: string): boolean;
  /** Over the exact bytes, in constant time. An absent signature is a wrong one. */
  verify(body: Uint8Array, signature: string | undefined, key: string): boolean;
  /** Reads a verified body. Throws BAD_REQUEST when it is no batch of at most 1,000; events it does not know pass through. */
  parse(body: Uint8Array): NotificationBatch;
}

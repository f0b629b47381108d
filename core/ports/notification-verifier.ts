import type { NotificationBatch } from '../domain/notification.ts';

/** Checks whether a request comes from the provider. Proven by contract-tests/notification-verifier.contract.ts. */
export interface NotificationVerifier {
  /** Whether it has the form of a signature; otherwise it is wrong for every body and key. */
  isSignature(text: string): boolean;
  /** Over the exact bytes, in constant time. A missing signature is wrong. */
  verify(body: Uint8Array, signature: string | undefined, key: string): boolean;
  /** Reads a verified body. Throws BAD_REQUEST unless it is a batch of at most 1,000; unknown events are passed on. */
  parse(body: Uint8Array): NotificationBatch;
}

/** Signs deliveries in both standards. Proven by contract-tests/event-signer.contract.ts against published vectors. */
export interface EventSigner {
  /**
   * Signs these exact bytes in `Service-Signature`, `Service-Event` and the three headers of Standard Webhooks: one
   * signature a secret, so that receivers may use either during a rotation.
   */
  headers(message: {
    eventId: string;
    sentAt: Date;
    body: string;
    secrets: readonly string[];
  }): Readonly<Record<string, string>>;
}

export type SendResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** At most 8 KiB of text. */
      readonly excerpt: string;
      readonly retryAfterSeconds: number | null;
      readonly durationMs: number;
    }
  /** No answer: refused destination, no connection, time-out. Customers may see `error`. */
  | { readonly kind: 'failed'; readonly error: string; readonly durationMs: number };

/** Sends a signed body to a customer's endpoint. Never throws. */
export interface EventSender {
  /** Why the address can never be a destination; undefined if it may be. */
  refuses(url: string): string | undefined;
  /** Follows no redirects and checks every address before connecting; 15 s in all, 5 s to connect, at most 64 KiB read. */
  send(request: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<SendResult>;
}

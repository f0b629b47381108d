/** Signs deliveries in both standards. Proven by contract-tests/event-signer.contract.ts against published vectors. */
export interface EventSigner {
  /**
   * Headers for these exact bytes: `Service-Signature`, `Service-Event` and the Standard Webhooks three. There is
   * one signature for each secret, so that a receiver may use either during a rotation.
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
  /** No answer: refused destination, no connection, time-out. `error` may be shown to the customer. */
  | { readonly kind: 'failed'; readonly error: string; readonly durationMs: number };

/** Hands a signed body to a customer's endpoint. Never throws. Proven by contract-tests/event-sender.contract.ts. */
export interface EventSender {
  /** Why this address can never be a destination, as text; undefined if it may be one. */
  refuses(url: string): string | undefined;
  /** No redirects; every address is checked before it is connected to; 15 s in all, 5 s to connect, at most 64 KiB read. */
  send(request: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<SendResult>;
}

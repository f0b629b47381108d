import type { Shelved } from '../books/shelf.ts';

/** The answer to a call with an Idempotency-Key. The id is `client id|key`; `bytes` is base64. */
export interface KeptAnswer extends Shelved {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expiresAt: number;
}

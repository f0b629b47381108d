import type { Shelved } from '../books/shelf.ts';

/** The answer of a call that carried an Idempotency-Key. The id is `client id|key`. `bytes` is base64 when set. */
export interface KeptAnswer extends Shelved {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expiresAt: number;
}

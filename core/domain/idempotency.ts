import type { Plane } from './caller.ts';
import type { ErrorSnapshot } from './errors.ts';
import type { Json } from './json.ts';

export const idempotencyKeyMaxLength = 255;
export const idempotencyDays = 30;
/** How long one request may hold a key before another may take over. Longer than any request may last. */
export const idempotencyLeaseSeconds = 60;
/** How long a twin waits for the running one's answer. */
export const twinWaitSeconds = 10;
/** The provider remembers a key for six minutes from the first call; half a minute is kept for clocks and the wire. */
export const providerReplaySeconds = 330;

export interface IdempotencyScope extends Plane {
  readonly key: string;
}

/** The provider write that a request was about to make, kept before it is sent. */
export interface WriteAttempt {
  /** The exact bytes of the prepared write, or null for a connection that keeps no records. */
  readonly prepared: Json;
  readonly firstSentAt: Date;
}

/** What a finished request answered: kept for 30 days and given again. */
export type KeptAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: ErrorSnapshot };

/** What a request finds when it claims its key. */
export type IdempotencyClaim =
  | { readonly kind: 'fresh'; readonly leaseToken: string }
  /** The earlier holder died or could not tell how its write ended; `attempt` is what it had begun, if anything. */
  | { readonly kind: 'taken_over'; readonly leaseToken: string; readonly attempt: WriteAttempt | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'clashing' };

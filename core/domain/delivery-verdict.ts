import type { OperationError } from './operation.ts';

/** What came back from an endpoint; `status` is null when nothing did. */
export interface DeliveryAnswer {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Why there was no answer, in words for the customer. */
  readonly error: string | null;
}

export type DeliveryVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone'; readonly error: OperationError }
  | { readonly kind: 'retry'; readonly error: OperationError; readonly retryAfterSeconds: number };

/** The longest that an endpoint may put us off. */
export const retryAfterMaxSeconds = 24 * 60 * 60;

/** What an endpoint's answer means for the delivery. */
export function deliveryVerdict({ status, retryAfterSeconds, error }: DeliveryAnswer): DeliveryVerdict {
  if (status === null) return retry('endpoint_unreachable', error ?? 'the endpoint could not be reached', 0);
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const message = `the endpoint answered ${status}`;
  if (status === 410) return { kind: 'gone', error: failure('endpoint_gone', message, false) };
  const asked = status === 429 || status === 503 ? (retryAfterSeconds ?? 0) : 0;
  return retry('endpoint_answer', message, Math.min(Math.max(asked, 0), retryAfterMaxSeconds));
}

function retry(reason: string, message: string, retryAfterSeconds: number): DeliveryVerdict {
  return { kind: 'retry', error: failure(reason, message, true), retryAfterSeconds };
}

/** The closed set of codes has none for a customer's endpoint; the reason tells it from the ledger. */
function failure(reason: string, message: string, retryable: boolean): OperationError {
  return { code: 'PROVIDER_ERROR', reason, message, retryable };
}

import type { PaymentState } from './payment-transition.ts';

/**
 * Names one state of an invoice: the provider's modification stamp in milliseconds and a digest of status and amounts,
 * because the provider has no revision of its own (provider: no ETag, UpdatedDateUTC is the only revision signal).
 */
export function providerRevision(
  updatedAt: Date | null,
  { status, total, amountPaid, amountDue, amountCredited }: PaymentState,
  sha256: (text: string) => string,
): string {
  const digest = sha256(JSON.stringify([status, total, amountPaid, amountDue, amountCredited]));
  return `${updatedAt?.getTime() ?? 0}-${digest.slice(0, digestLength)}`;
}

const digestLength = 12;

/** Whether `revision` was stamped before `other`; states without a stamp are never older. */
export function isOlderRevision(revision: string, other: string): boolean {
  const [stamp, otherStamp] = [stampOf(revision), stampOf(other)];
  return stamp !== 0 && stamp < otherStamp;
}

/** Whether the stamp does not tell which of them is the later. */
export function hasSameStamp(revision: string, other: string): boolean {
  return stampOf(revision) === stampOf(other);
}

function stampOf(revision: string): number {
  return Number.parseInt(revision, 10) || 0;
}

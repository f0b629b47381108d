import { isAhead } from './ahead.ts';
import type { EventType } from './event.ts';
import type { ConnectionId, OrganizationId } from './ids.ts';
import { type LedgerRecord, numberField, textField } from './ledger-record.ts';

/** The last announced payment state of an invoice, kept apart from the cache so that other reads cannot erase it. */
export interface PaymentState {
  readonly status: string;
  readonly total: number;
  readonly amountPaid: number;
  readonly amountDue: number;
  readonly amountCredited: number;
}

export interface PaymentProjection extends PaymentState {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly providerInvoiceId: string;
  readonly providerRevision: string;
  /** The state is the provider's answer to a write of ours, and no other change was announced since. */
  readonly isOwn: boolean;
  readonly updatedAt: Date;
}

export type InvoiceEventType = Extract<EventType, `invoice.${string}`>;

export function paymentStateOf(invoice: Pick<LedgerRecord, 'fields'>): PaymentState {
  return {
    status: textField(invoice, 'status') ?? 'UNKNOWN',
    total: numberField(invoice, 'total'),
    amountPaid: numberField(invoice, 'amount_paid'),
    amountDue: numberField(invoice, 'amount_due'),
    amountCredited: numberField(invoice, 'amount_credited'),
  };
}

/**
 * The events that follow from a live read. Until its first read an invoice counts as unpaid, so one created and paid while
 * notifications were lost is still announced as paid.
 */
export function transitionEvents(previous: PaymentState | undefined, now: PaymentState): readonly InvoiceEventType[] {
  const events: InvoiceEventType[] = ['invoice.updated'];
  const changed = previous
    ? previous.status !== now.status || previous.amountPaid !== now.amountPaid || previous.amountDue !== now.amountDue
    : now.amountPaid !== 0 || now.status === 'PAID';
  if (changed) events.push('invoice.payment_changed');
  if (now.status === 'PAID' && previous?.status !== 'PAID') events.push('invoice.paid');
  return events;
}

/**
 * Names one state of an invoice by the provider's stamp in milliseconds and a digest of status and amounts, because
 * a change may leave the stamp as it was.
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

/** Compares stamps; a state without a stamp, or compared with a future stamp, is not older. */
export function isOlderRevision(revision: string, other: string, now: Date): boolean {
  const [stamp, otherStamp] = [stampOf(revision), stampOf(other)];
  return stamp !== 0 && stamp < otherStamp && !isRevisionAhead(other, now);
}

/** True if the stamps cannot order the states: they are equal, or one lies in the future. */
export function areStampsMute(revision: string, other: string, now: Date): boolean {
  return stampOf(revision) === stampOf(other) || isRevisionAhead(revision, now) || isRevisionAhead(other, now);
}

export function isRevisionAhead(revision: string, now: Date): boolean {
  return isAhead(new Date(stampOf(revision)), now);
}

/**
 * Whether a change at `changedAt` is the write of ours that was announced as `known`. Both are by the provider's clock, whose
 * stamps are whole seconds.
 */
export function isEcho(known: Pick<PaymentProjection, 'isOwn' | 'providerRevision'>, changedAt: Date): boolean {
  const secondOf = (ms: number) => Math.floor(ms / 1000);
  return known.isOwn && secondOf(changedAt.getTime()) <= secondOf(stampOf(known.providerRevision));
}

function stampOf(revision: string): number {
  return Number.parseInt(revision, 10) || 0;
}

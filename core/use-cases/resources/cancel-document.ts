import type { Caller } from '../../domain/caller.ts';
import {
  type CancellableType,
  type CancellationStatus,
  cancelledStatus,
  cancellingStatus,
  notCancellableReason,
} from '../../domain/cancellation.ts';
import { conflict, isRejected, ServiceError } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { singularOf } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/records.ts';
import type { Answered } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { readRecord } from './read-live.ts';
import { requireFamily, requireOwnId, requireProviderId } from './resource-target.ts';
import { mayBeOwn, sendChange } from './send-change.ts';
import { changedBy, type WritePath, writeRecord } from './write-resources.ts';

export interface Cancelled {
  readonly record: CachedRecord;
  readonly cancellationStatus: CancellationStatus;
}

export interface CancelPath extends WritePath {
  readonly connectionId: string;
  readonly type: CancellableType;
  readonly resourceId?: string;
  readonly providerId?: string;
}

/**
 * Cancels by the live status: drafts and money at a bank are deleted, unpaid authorised invoices, untouched credit notes and posted journals voided;
 * for a document that is cancelled already it succeeds. Throws CONFLICT with the family's `notCancellableReason`, and then
 * nothing was written.
 */
export function cancelDocument(ports: CorePorts) {
  return async (caller: Caller, path: CancelPath): Promise<Answered<Cancelled>> => {
    const { connection, provider } = await requireFamily(ports, caller, path, 'cancel');
    const { traits } = provider;
    const { type, resourceId, providerId: given = '' } = path;
    const providerId =
      resourceId === undefined ? requireOwnId(given, traits) : requireProviderId(type, resourceId, traits);
    parse(ReasonRequest, path.write.body);
    const act = [`${singularOf(type)}.cancel`, connection.id, providerId];
    const agentAct = { kind: 'cancel', type, providerId, request: null } as const;
    const asked = { connection, act, path, agentAct };
    const { value: record, replayed } = await writeRecord(ports, caller, asked, async (write) =>
      changedBy(write, await cancelLive(write, { type, providerId }, 'anyone')),
    );
    // A read right after the write may show the old status, which tells how the invoice was cancelled.
    const status = cancelledStatus(record) ?? cancellingStatus(type, record);
    const cancellationStatus = status === 'DELETED' ? 'deleted' : 'voided';
    return { value: { record, cancellationStatus }, replayed };
  };
}

interface CancelledDocument {
  readonly type: CancellableType;
  readonly providerId: string;
}

/**
 * Cancels by the live status, under the claim's key. If the document is cancelled already, returns it, but with `this_write`
 * throws CONFLICT `target_changed` if somebody else cancelled it. It counts as cancelled by this write if an earlier holder
 * of the claim sent the change without learning how that ended, and nobody has changed it since. The caller caches
 * the record with the claim's answer.
 */
export async function cancelLive(
  write: LedgerWrite,
  document: CancelledDocument,
  cancelledBy: 'anyone' | 'this_write',
): Promise<CachedRecord> {
  const { ports, ledger, claim } = write;
  const { type, providerId } = document;
  const readNow = () => readRecord(ports, ledger, type, providerId);
  const isCancelled = (record: CachedRecord, isOwn: boolean): boolean => {
    const status = cancelledStatus(record);
    if (status === undefined || cancelledBy === 'anyone' || isOwn) return status !== undefined;
    throw conflict('target_changed', `the ${familyOf(type).singular} is ${status} already, and not by this operation`);
  };
  const lease = await leaseRecord(write, document);
  try {
    const before = await readNow();
    if (isCancelled(before, mayBeOwn(claim.openAttempt, before))) return before;
    const fields = { status: cancellingStatus(type, before) };
    try {
      await sendChange(write, lease, { ...document, request: { kind: 'normalized', fields } });
    } catch (error) {
      if (!isRejected(error)) throw error;
      // The status allowed cancelling a moment ago, so somebody else has changed the document since.
      const now = await readNow();
      if (isCancelled(now, false)) return now;
      throw notCancellable(type, error);
    }
    // The provider's answer to the write lacks the amounts paid and credited, so the record is read once more.
    return await readNow();
  } finally {
    await lease.release();
  }
}

/** The error that the read would have led to if it had shown the change, e.g. a payment. */
function notCancellable(type: CancellableType, refusal: ServiceError): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `${familyOf(type).singular} cannot be cancelled: ${refusal.message}`,
    { ...refusal.details, reason: notCancellableReason(type) },
    refusal,
  );
}

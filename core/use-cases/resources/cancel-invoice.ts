import type { Caller } from '../../domain/caller.ts';
import { conflict, notFound, ServiceError } from '../../domain/errors.ts';
import { decideCancellation } from '../../domain/invoice-changes.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { isProviderUuid } from '../../families/resource-id.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/reason.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, claimKey, type Write } from '../claim-key.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { type Ledger, type LedgerPorts, openLedger } from '../open-ledger.ts';
import { type Patience, requestContext } from '../wait-for-budget.ts';
import type { WriteClaim } from '../write-claim.ts';
import { leaseRecord } from './record-lease.ts';
import { requireProviderId } from './resource-target.ts';
import { mayBeOwn, sendChange } from './send-change.ts';
import { applyWrite, readRecord, replayedRecord, storedRecord } from './stored-record.ts';

export interface CancelledInvoice {
  readonly record: CachedRecord;
  readonly cancellationStatus: 'deleted' | 'voided';
}

/** The invoice by the service's id or, addressed so, by the provider's. */
export interface CancelPath extends Patience {
  readonly connectionId: string;
  readonly resourceId?: string;
  readonly providerId?: string;
  readonly write: Write;
}

/**
 * Cancels by the live status (the specification's "Invoice cancellation"): drafts are deleted, unpaid authorised ones
 * voided, what is already cancelled succeeds. Throws CONFLICT `invoice_not_cancellable` and then nothing was written.
 */
export function cancelInvoice(ports: LedgerPorts) {
  return async (caller: Caller, path: CancelPath): Promise<Answered<CancelledInvoice>> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const providerId = invoiceIdOf(path);
    assertWritable(ports.settings);
    parse(ReasonRequest, path.write.body);
    const claim = await claimKey(ports, caller, path.write, connection);
    try {
      const ledger = openLedger(ports, connection, requestContext(ports, caller, path));
      if (claim.kind === 'replay') return { value: await replayed(ports, ledger, claim.stored), replayed: true };
      const value = await cancelLive(ports, ledger, claim, { providerId, already: 'anyone' });
      await claim.answer({
        forReplay: { record: storedRecord(connection, value.record), status: value.cancellationStatus },
        apply: (stores) => applyWrite(stores, ports, ledger, value.record),
      });
      return { value, replayed: false };
    } catch (error) {
      throw await claim.fail(error);
    }
  };
}

function invoiceIdOf({ resourceId, providerId }: CancelPath): string {
  if (resourceId !== undefined) return requireProviderId('invoices', resourceId);
  if (providerId === undefined || !isProviderUuid(providerId)) throw notFound('invoice');
  return providerId.toLowerCase();
}

async function replayed(ports: LedgerPorts, ledger: Ledger, stored: Json): Promise<CancelledInvoice> {
  const { record, status } = stored as unknown as { record: Json; status: CancelledInvoice['cancellationStatus'] };
  return { record: await replayedRecord(ports, ledger, record), cancellationStatus: status };
}

export interface Cancellation {
  readonly providerId: string;
  /** Who may have cancelled an invoice that is cancelled already: anybody, or nobody but this write itself. */
  readonly already: 'anyone' | 'only_this_write';
}

/**
 * Cancels by the status as it is now, under the key of `claim`. `only_this_write`: throws CONFLICT `target_changed` where
 * somebody else has cancelled the invoice. It is this write's own doing where an earlier holder of the claim had sent it,
 * does not know how that ended, and nothing was changed since; the status was looked at right before.
 * What it answers is cached with the answer of the claim and not here.
 */
export async function cancelLive(
  ports: LedgerPorts,
  ledger: Ledger,
  claim: WriteClaim,
  cancellation: Cancellation,
): Promise<CancelledInvoice> {
  const { providerId } = cancellation;
  const invoice = { type: 'invoices', providerId } as const;
  const lease = await leaseRecord(ports, ledger, claim, invoice);
  try {
    const before = await readRecord(ports, ledger, 'invoices', providerId);
    const decision = decideCancellation(before);
    if (decision.kind === 'refused') throw conflict('invoice_not_cancellable', decision.why);
    const { status } = decision;
    if (decision.kind === 'already') {
      return alreadyCancelled(cancellation, before, status, mayBeOwn(claim.earlier, before));
    }
    const request = { kind: 'normalized', fields: { status } } as const;
    try {
      await sendChange(ports, ledger, { claim, lease }, { ...invoice, request });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
      // The provider refused what the status allowed a moment ago: somebody else was first.
      const now = await readRecord(ports, ledger, 'invoices', providerId);
      const raced = decideCancellation(now);
      if (raced.kind === 'already') return alreadyCancelled(cancellation, now, raced.status, false);
      throw notCancellable(error);
    }
    // The provider's answer to the write leaves out what was paid and credited, so the record is read once more.
    return cancelled(await readRecord(ports, ledger, 'invoices', providerId), status);
  } finally {
    await lease.end();
  }
}

function alreadyCancelled(
  { already }: Cancellation,
  record: CachedRecord,
  status: 'DELETED' | 'VOIDED',
  isOwn: boolean,
): CancelledInvoice {
  if (already === 'anyone' || isOwn) return cancelled(record, status);
  throw conflict('target_changed', `the invoice is ${status} already, and not by this operation`);
}

function cancelled(record: CachedRecord, status: 'DELETED' | 'VOIDED'): CancelledInvoice {
  return { record, cancellationStatus: status === 'DELETED' ? 'deleted' : 'voided' };
}

/** After a payment it is the same refusal as if that had been seen. */
function notCancellable(refusal: ServiceError): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `invoice cannot be cancelled: ${refusal.message}`,
    { ...refusal.details, reason: 'invoice_not_cancellable' },
    refusal,
  );
}

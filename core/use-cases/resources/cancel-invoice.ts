import type { Caller } from '../../domain/caller.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import {
  type CancellationStatus,
  type CancelledStatus,
  cancelledStatus,
  cancellingStatus,
} from '../../domain/invoice-changes.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/records.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, underKey } from '../claim-key.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { type LedgerPorts, requestLedger } from '../open-ledger.ts';
import type { LedgerWrite } from '../write-claim.ts';
import { whileLeased } from './record-lease.ts';
import { requireInvoiceUuid, requireProviderId } from './resource-target.ts';
import { mayBeOwn, sendChange } from './send-change.ts';
import { applyWrite, readRecord, replayedRecord, storedRecord, type WritePath } from './stored-record.ts';

export interface CancelledInvoice {
  readonly record: CachedRecord;
  readonly cancellationStatus: CancellationStatus;
}

/** The invoice by the service's id or, addressed so, by the provider's. */
export interface CancelPath extends WritePath {
  readonly connectionId: string;
  readonly resourceId?: string;
  readonly providerId?: string;
}

/**
 * Cancels by the live status (the specification's "Invoice cancellation"): drafts are deleted, unpaid authorised ones
 * voided, what is already cancelled succeeds. Throws CONFLICT `invoice_not_cancellable` and then nothing was written.
 */
export function cancelInvoice(ports: LedgerPorts) {
  return async (caller: Caller, path: CancelPath): Promise<Answered<CancelledInvoice>> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const { resourceId, providerId: given = '' } = path;
    const providerId = resourceId === undefined ? requireInvoiceUuid(given) : requireProviderId('invoices', resourceId);
    assertWritable(ports.settings);
    parse(ReasonRequest, path.write.body);
    const open = () => requestLedger(ports, connection, caller, path);
    return underKey(ports, caller, path.write, {
      connection,
      async draft(claim) {
        const ledger = open();
        const value = await cancelLive({ ports, ledger, claim }, { providerId, already: 'anyone' });
        return {
          forReplay: { record: storedRecord(connection, value.record), status: value.cancellationStatus },
          async apply(stores) {
            await applyWrite(stores, ports, ledger, value.record);
            return value;
          },
        };
      },
      async replay(stored) {
        const { record, status } = stored as unknown as { record: Json; status: CancellationStatus };
        return { record: await replayedRecord(ports, open(), record), cancellationStatus: status };
      },
    });
  };
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
export function cancelLive(context: LedgerWrite, cancellation: Cancellation): Promise<CancelledInvoice> {
  const { ports, ledger, claim } = context;
  const { providerId } = cancellation;
  const invoice = { type: 'invoices', providerId } as const;
  const readNow = () => readRecord(ports, ledger, 'invoices', providerId);
  return whileLeased(context, invoice, async (lease) => {
    const before = await readNow();
    const earlier = cancelledStatus(before);
    if (earlier) return alreadyCancelled(cancellation, before, earlier, mayBeOwn(claim.earlier, before));
    const status = cancellingStatus(before);
    try {
      await sendChange(context, lease, { ...invoice, request: { kind: 'normalized', fields: { status } } });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
      // The provider refused what the status allowed a moment ago: somebody else was first.
      const now = await readNow();
      const raced = cancelledStatus(now);
      if (raced) return alreadyCancelled(cancellation, now, raced, false);
      throw notCancellable(error);
    }
    // The provider's answer to the write leaves out what was paid and credited, so the record is read once more.
    return cancelled(await readNow(), status);
  });
}

function alreadyCancelled(
  { already }: Cancellation,
  record: CachedRecord,
  status: CancelledStatus,
  isOwn: boolean,
): CancelledInvoice {
  if (already === 'anyone' || isOwn) return cancelled(record, status);
  throw conflict('target_changed', `the invoice is ${status} already, and not by this operation`);
}

function cancelled(record: CachedRecord, status: CancelledStatus): CancelledInvoice {
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

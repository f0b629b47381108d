import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { conflict, notFound, ServiceError } from '../../domain/errors.ts';
import { decideCancellation } from '../../domain/invoice-cancellation.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { isProviderUuid } from '../../domain/resource-id.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/reason.ts';
import { assertWritable } from '../assert-writable.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { type Answered, runIdempotent, type Write, type WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { keepWrite } from '../usage/take-down.ts';
import { usableTenant } from '../with-ledger.ts';
import { holdRecord } from './hold-record.ts';
import { keepRecord, keptRecord } from './kept-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';
import { requireProviderId } from './resource-target.ts';
import { sendChange } from './send-change.ts';
import { mayBeOwn } from './send-write.ts';

export interface CancelledInvoice {
  readonly record: CachedRecord;
  readonly cancellationStatus: 'deleted' | 'voided';
}

/** The invoice by the service's id or, addressed so, by the provider's. */
export interface CancelPath {
  readonly connectionId: string;
  readonly resourceId?: string;
  readonly providerId?: string;
  readonly write: Write;
}

/**
 * Cancels by the live status (the specification's "Invoice cancellation"): drafts are deleted, unpaid authorised ones
 * voided, what is already cancelled succeeds. Throws CONFLICT `invoice_not_cancellable` and then nothing was written.
 */
export function cancelInvoice(ports: ReadPorts) {
  return async (caller: Caller, path: CancelPath): Promise<Answered<CancelledInvoice>> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const providerId = invoiceIdOf(path);
    assertWritable(ports.settings);
    parse(ReasonRequest, path.write.body);
    return runIdempotent(ports)(
      caller,
      path.write,
      { required: true, connection },
      async (claim) => {
        const value = await cancelLive(ports)(caller, connection, providerId, claim);
        return {
          value,
          keep: { record: keepRecord(connection, value.record), status: value.cancellationStatus },
          also: (stores) => keepWrite(stores, ports, connection),
        };
      },
      (kept) => revive(ports, caller, connection, kept),
    );
  };
}

function invoiceIdOf({ resourceId, providerId }: CancelPath): string {
  if (resourceId !== undefined) return requireProviderId('invoices', resourceId);
  if (providerId === undefined || !isProviderUuid(providerId)) throw notFound('invoice');
  return providerId.toLowerCase();
}

/** What an invoice that is cancelled already means: by anybody, or by nobody but this write itself. */
type Already = 'anyone' | 'only_this_write';

/**
 * Cancels by the status as it is now, under the key of `claim`. `already`: throws CONFLICT `target_changed` where
 * somebody else has cancelled the invoice. It is this write's own doing where an earlier holder of the claim had sent it,
 * does not know how that ended, and nothing was changed since; the status was looked at right before.
 */
export function cancelLive(ports: ReadPorts, already: Already = 'anyone') {
  return (
    errand: LedgerErrand,
    connection: Connection,
    providerId: string,
    claim: WriteClaim,
  ): Promise<CancelledInvoice> => {
    const read = () => readLive(ports)(errand, connection, 'invoices', providerId);
    const found = (record: CachedRecord, status: 'DELETED' | 'VOIDED', isOwn: boolean) => {
      if (already === 'anyone' || isOwn) return cancelled(record, status);
      throw conflict('target_changed', `the invoice is ${status} already, and not by this operation`);
    };
    const record = { tenantId: usableTenant(connection), type: 'invoices', providerId } as const;
    return holdRecord(ports)(errand, record, claim, async (held) => {
      const before = await read();
      const decision = decideCancellation(before);
      if (decision.kind === 'refused') throw conflict('invoice_not_cancellable', decision.why);
      if (decision.kind === 'already') return found(before, decision.status, mayBeOwn(claim.earlier, before));
      const { status } = decision;
      const intent = { kind: 'update', type: 'invoices', providerId, fields: { status }, existing: null } as const;
      const change = { intentOf: async () => intent, holdsLive: false };
      try {
        await sendChange(ports)(errand, connection, { claim, held }, change);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
        // The provider refused what the status allowed a moment ago: somebody else was first.
        const now = await read();
        const raced = decideCancellation(now);
        if (raced.kind === 'already') return found(now, raced.status, false);
        throw notCancellable(error);
      }
      // The provider's answer to the write leaves out what was paid and credited, so the record is read once more.
      return cancelled(await read(), status);
    });
  };
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

async function revive(ports: ReadPorts, caller: Caller, connection: Connection, kept: Json): Promise<CancelledInvoice> {
  const { record, status } = kept as unknown as { record: Json; status: CancelledInvoice['cancellationStatus'] };
  const known = keptRecord(record);
  return {
    record: 'record' in known ? known.record : await readLive(ports)(caller, connection, known.type, known.providerId),
    cancellationStatus: status,
  };
}

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
import { keepRecord, keptRecord } from './kept-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';
import { requireProviderId } from './resource-target.ts';
import { sendWrite } from './send-write.ts';

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
      { required: true, retentionMode: connection.retentionMode },
      async (claim) => {
        const value = await cancel(ports, caller, connection, providerId, claim);
        return { value, keep: { record: keepRecord(connection, value.record), status: value.cancellationStatus } };
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

async function cancel(
  ports: ReadPorts,
  caller: Caller,
  connection: Connection,
  providerId: string,
  claim: WriteClaim,
): Promise<CancelledInvoice> {
  const read = readLive(ports);
  const before = await read(caller, connection, 'invoices', providerId);
  const decision = decideCancellation(before);
  if (decision.kind === 'refused') throw conflict('invoice_not_cancellable', decision.why);
  if (decision.kind === 'write') {
    const fields = { status: decision.status };
    await withRaceNamed(() =>
      sendWrite(ports)(caller, connection, claim, async () => ({
        kind: 'update',
        type: 'invoices',
        providerId,
        fields,
        existing: null,
      })),
    );
  }
  // The provider's answer to the write leaves out what was paid and credited, so the record is read once more.
  const record = decision.kind === 'already' ? before : await read(caller, connection, 'invoices', providerId);
  return { record, cancellationStatus: decision.status === 'DELETED' ? 'deleted' : 'voided' };
}

/** A payment that landed between read and write makes the provider refuse: the same refusal as if it had been seen. */
async function withRaceNamed<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
    throw new ServiceError(
      'CONFLICT',
      `invoice cannot be cancelled: ${error.message}`,
      { ...error.details, reason: 'invoice_not_cancellable' },
      error,
    );
  }
}

async function revive(ports: ReadPorts, caller: Caller, connection: Connection, kept: Json): Promise<CancelledInvoice> {
  const { record, status } = kept as unknown as { record: Json; status: CancelledInvoice['cancellationStatus'] };
  const known = keptRecord(record);
  return {
    record: 'record' in known ? known.record : await readLive(ports)(caller, connection, known.type, known.providerId),
    cancellationStatus: status,
  };
}

import type {
  BulkItem,
  CachedRecord,
  ConnectionId,
  ExportPart,
  HeldWrite,
  LoggedRequest,
  Operation,
  PaymentProjection,
  Plane,
  ProviderRequest,
} from '#core/ports';
import { moment, sampleId, someOwner } from './sample-ids.ts';

/** A draft invoice with amounts and a native document. */
export function sampleRecord(given: Partial<CachedRecord> = {}): CachedRecord {
  return {
    type: 'invoices',
    providerId: crypto.randomUUID(),
    providerUpdatedAt: moment(),
    fields: { status: 'DRAFT', number: 'INV-1', external_reference: 'PO 7', total: 1234.56, line_items: [] },
    native: { Total: 1234.56, Status: 'DRAFT', Zebra: 1, Apple: null },
    fetchedAt: moment(1),
    ...given,
  };
}

/** An authorised invoice, partly paid; amounts with one decimal. */
export function sampleProjection(
  connectionId: ConnectionId,
  given: Partial<PaymentProjection> = {},
): PaymentProjection {
  return {
    organizationId: someOwner,
    connectionId,
    providerInvoiceId: crypto.randomUUID(),
    status: 'AUTHORISED',
    total: 1000.1,
    amountPaid: 0.1,
    amountDue: 1000,
    amountCredited: 0,
    isOwn: false,
    providerRevision: 'revision-1',
    updatedAt: moment(),
    ...given,
  };
}

/** Pending, of invoices, keyed by its position. */
export function sampleBulkItem(bulk: Operation, given: Partial<BulkItem> = {}): BulkItem {
  const { id: operationId, organizationId, environment } = bulk;
  const { position = 0 } = given;
  return {
    id: `${operationId}.${position}`,
    organizationId,
    environment,
    operationId,
    connectionId: bulk.connectionId ?? sampleId('conn'),
    type: 'invoices',
    position,
    itemKey: String(position),
    targetId: null,
    body: '{}',
    sealedBody: null,
    status: 'pending',
    call: 0,
    together: 50,
    run: 0,
    providerId: null,
    error: null,
    warnings: null,
    ...given,
  };
}

/** The first part of the file of an export. */
export function sampleExportPart({ organizationId, environment }: Plane, given: Partial<ExportPart> = {}): ExportPart {
  const operationId = sampleId('op');
  const own = { id: `${operationId}.0`, organizationId, environment, operationId, position: 0 };
  return { ...own, sealedText: 'v1.k1.sealed', createdAt: moment(), ...given };
}

/** A write to the provider whose end is unknown. */
export function sampleProviderRequest(plane: Plane, given: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    ...{ organizationId: plane.organizationId, environment: plane.environment },
    ...{ id: sampleId('prq'), connectionId: sampleId('conn'), requestId: sampleId('req') },
    ...{ actor: sampleId('key'), actorName: 'Server', method: 'PUT', template: '/ContactGroups', effect: 'write' },
    ...{ outcome: 'unknown', status: null, bytes: null, correlationId: null, sealedRequest: 'v1.k1.sealed' },
    ...{ createdAt: moment(), endedAt: null, settlement: null },
    ...given,
  };
}

/** Of an operation that waits for a member, with what would be sent in plain text. */
export function sampleHeldWrite(operation: Operation, given: Partial<HeldWrite> = {}): HeldWrite {
  const { id, organizationId, environment } = operation;
  return {
    ...{ id, organizationId, environment, connectionId: operation.connectionId ?? sampleId('conn') },
    ...{ keyId: sampleId('key'), digests: ['a1', 'b2'], stamp: '2026-01-01T00:00:00.000Z' },
    ...{ content: '{"shown":"“é”"}', sealedContent: null, expiresAt: moment(7 * 86_400), isOpen: true },
    ...given,
  };
}

/** A create that the ledger refused. */
export function sampleLoggedRequest(plane: Plane, given: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    ...plane,
    id: sampleId('req'),
    requestId: sampleId('req'),
    actor: sampleId('key'),
    actorName: 'Server',
    method: 'POST',
    route: '/v1/connections/:connection_id/invoices',
    path: '/v1/connections/conn_1/invoices?include=provider_data',
    status: 422,
    code: 'PROVIDER_REJECTED',
    reason: 'validation',
    error: { message: 'no “such” account', retryable: false, providerError: { status: 400, messages: ['no'] } },
    connectionId: null,
    operationId: sampleId('op'),
    resourceId: null,
    idempotencyKey: 'order 1',
    isReplayed: false,
    client: { name: 'Sample agent', version: null },
    requestRef: 'order 1',
    body: { number: 'A\u0000 é', line_items: [{ quantity: 1 }] },
    durationMs: 12,
    repeats: 0,
    createdAt: moment(),
    ...given,
  };
}

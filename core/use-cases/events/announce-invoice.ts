// The one pipeline from a live invoice read to events: notifications, and whatever else reads invoices, enter here.
import type { Connection, ConnectionOwner } from '../../domain/connection.ts';
import type { Event } from '../../domain/event.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import {
  areStampsMute,
  isOlderRevision,
  isRevisionAhead,
  type PaymentProjection,
  paymentStateOf,
  transitionEvents,
} from '../../domain/payment-transition.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftOperation } from '../draft-operation.ts';
import { announce } from './announce.ts';
import { type InvoiceSnapshot, invoiceEventData } from './invoice-snapshot.ts';

export interface InvoiceRead {
  readonly connection: Connection;
  readonly snapshot: InvoiceSnapshot;
  /** Not later than when the provider was asked, by our own clock. */
  readonly readAt: Date;
  /**
   * The revision that was last announced when the provider was asked, null for none, where that was looked up: it
   * decides without a clock what was read before what.
   */
  readonly announcedBefore?: string | null;
  readonly operationId: OperationId;
  readonly requestId: RequestId;
  /** Announces the invoice's state once for this operation, whether or not it was announced before. */
  readonly asSnapshot?: boolean;
}

/**
 * Compares what was read with what was last announced, moves the projection and announces, all in the caller's
 * transaction. The connection's announcements are locked from the comparison on, so that of two readers the second
 * compares with what the first announced. Undefined where a newer state, or one that may be newer, was announced before:
 * this one would follow it.
 */
export async function announceInvoice(
  stores: Stores,
  ports: CorePorts,
  read: InvoiceRead,
): Promise<readonly Event[] | undefined> {
  const { connection, snapshot } = read;
  await stores.projections.lock(connection);
  const previous = await stores.projections.find(connection.id, [snapshot.provider_id]);
  return announceLocked(stores, ports, read, previous.get(snapshot.provider_id));
}

/** As `announceInvoice`, where the connection's announcements are locked already. `previous`: what was last announced. */
export async function announceLocked(
  stores: Stores,
  ports: CorePorts,
  read: InvoiceRead,
  previous: PaymentProjection | undefined,
): Promise<readonly Event[] | undefined> {
  const { connection, snapshot, operationId, requestId, asSnapshot } = read;
  const { provider_id, provider_revision } = snapshot;
  const now = ports.clock.now();
  if (previous && isOlderRevision(provider_revision, previous.providerRevision, now)) return undefined;
  if (previous && isOvertaken(read, previous, now)) {
    const again = { requestId, input: { resource_id: provider_id } };
    const read = { type: 'notification.process', connectionId: connection.id, subject: provider_id } as const;
    await stores.operations.insert([draftOperation(ports, connection, { ...read, ...again })]);
    return undefined;
  }
  // The projection outlives the event, and with it the event's identity.
  const isKnown = previous?.providerRevision === provider_revision && !asSnapshot;
  // Under a stamp that lies in the future a state may come back: then it is told by when the other was.
  const after = previous && !asSnapshot && isRevisionAhead(provider_revision, now) ? previous.updatedAt : undefined;
  const { id: connectionId, organizationId, environment } = connection;
  const owner = { organizationId, environment, connectionId, operationId, requestId };
  const data = invoiceEventData(connection, snapshot, previous);
  const events: Event[] = [];
  for (const type of isKnown ? [] : transitionEvents(previous, paymentStateOf({ fields: snapshot }))) {
    const own = asSnapshot && type === 'invoice.updated' ? [operationId] : [];
    const tell = (parts: readonly string[]) =>
      announce(stores, ports, { ...owner, type, data, identityParts: [provider_id, provider_revision, ...parts] });
    const event = (await tell(own)) ?? (after && (await tell([after.toISOString()])));
    if (event) events.push(event);
  }
  await stores.projections.put(projectionOf(ports, connection, snapshot));
  return events;
}

/**
 * Two states can have one stamp (provider: stamps of whole seconds, and changes that do not move them), and which of
 * them is the later then shows only in when they were read. What was read before the other was announced may be either.
 */
function isOvertaken(read: InvoiceRead, { providerRevision, updatedAt }: PaymentProjection, now: Date): boolean {
  const { provider_revision } = read.snapshot;
  if (provider_revision === providerRevision || !areStampsMute(provider_revision, providerRevision, now)) return false;
  return read.announcedBefore === undefined ? read.readAt < updatedAt : read.announcedBefore !== providerRevision;
}

export function projectionOf(
  { clock }: CorePorts,
  { id, organizationId }: ConnectionOwner,
  snapshot: InvoiceSnapshot,
): PaymentProjection {
  return {
    ...paymentStateOf({ fields: snapshot }),
    organizationId,
    connectionId: id,
    providerInvoiceId: snapshot.provider_id,
    providerRevision: snapshot.provider_revision,
    updatedAt: clock.now(),
  };
}

// The one pipeline from a live invoice read to events: notifications, and whatever else reads invoices, enter here.
import type { Connection } from '../../domain/connection.ts';
import type { Event } from '../../domain/event.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import {
  hasSameStamp,
  type InvoiceEventType,
  isOlderRevision,
  type PaymentProjection,
  type PaymentState,
  transitionEvents,
} from '../../domain/payment-transition.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftHydration } from '../notifications/draft-hydration.ts';
import { type InvoiceSnapshot, invoiceEventData, paymentStateOfSnapshot } from '../notifications/invoice-snapshot.ts';
import { announce } from './announce.ts';

type Ports = Pick<CorePorts, 'ids' | 'clock' | 'digester'>;

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

export type InvoiceAnnouncement =
  | { readonly kind: 'announced'; readonly events: readonly Event[] }
  /**
   * A newer state, or one that may be newer, was announced before this read was compared: this one would follow a newer one.
   */
  | { readonly kind: 'superseded' };

/**
 * Compares what was read with what was last announced, moves the projection and announces, all in the caller's
 * transaction. The connection's announcements are locked from the comparison on, so that of two readers the second
 * compares with what the first announced.
 */
export async function announceInvoice(stores: Stores, ports: Ports, read: InvoiceRead): Promise<InvoiceAnnouncement> {
  const { connection, snapshot } = read;
  await stores.projections.lock(connection.id);
  const previous = await stores.projections.find(connection.id, [snapshot.provider_id]);
  return announceLocked(stores, ports, read, previous.get(snapshot.provider_id));
}

/** As `announceInvoice`, where the connection's announcements are locked already. `previous`: what was last announced. */
export async function announceLocked(
  stores: Stores,
  ports: Ports,
  read: InvoiceRead,
  previous: PaymentProjection | undefined,
): Promise<InvoiceAnnouncement> {
  const { connection, snapshot } = read;
  if (previous && isOlderRevision(snapshot.provider_revision, previous.providerRevision)) return { kind: 'superseded' };
  if (previous && isOvertaken(read, previous)) {
    await stores.operations.insert([readAgain(ports, read, previous)]);
    return { kind: 'superseded' };
  }
  const state = paymentStateOfSnapshot(snapshot);
  const isKnown = previous?.providerRevision === snapshot.provider_revision && !read.asSnapshot;
  // The projection outlives the event, and with it the event's identity.
  const types = isKnown ? [] : transitionEvents(previous, state);
  const events = await announceTypes(stores, ports, read, { previous, types });
  await stores.projections.put(projectionOf(ports, connection, snapshot));
  return { kind: 'announced', events };
}

/**
 * Two states can have one stamp (provider: stamps of whole seconds, and changes that do not move them), and which of
 * them is the later then shows only in when they were read. What was read before the other was announced may be either.
 */
function isOvertaken(read: InvoiceRead, { providerRevision, updatedAt }: PaymentProjection): boolean {
  const { provider_revision } = read.snapshot;
  if (provider_revision === providerRevision || !hasSameStamp(provider_revision, providerRevision)) return false;
  return read.announcedBefore === undefined ? read.readAt < updatedAt : read.announcedBefore !== providerRevision;
}

/** Not before that announcement, should our clock have been put back: a read earlier than that would decide nothing. */
function readAgain(
  ports: Ports,
  { connection, snapshot, requestId }: InvoiceRead,
  { updatedAt }: PaymentProjection,
): Operation {
  return draftHydration(ports, connection, { resource_id: snapshot.provider_id }, { requestId, notBefore: updatedAt });
}

export function projectionOf(
  { clock }: Pick<Ports, 'clock'>,
  { id }: Pick<Connection, 'id'>,
  snapshot: InvoiceSnapshot,
): PaymentProjection {
  return {
    ...paymentStateOfSnapshot(snapshot),
    connectionId: id,
    providerInvoiceId: snapshot.provider_id,
    providerRevision: snapshot.provider_revision,
    updatedAt: clock.now(),
  };
}

async function announceTypes(
  stores: Stores,
  ports: Ports,
  { connection, snapshot, operationId, requestId, asSnapshot }: InvoiceRead,
  { previous, types }: { readonly previous: PaymentState | undefined; readonly types: readonly InvoiceEventType[] },
): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (const type of types) {
    const own = asSnapshot && type === 'invoice.updated' ? [operationId] : [];
    const event = await announce(stores, ports, {
      organizationId: connection.organizationId,
      environment: connection.environment,
      type,
      connectionId: connection.id,
      identityParts: [snapshot.provider_id, snapshot.provider_revision, ...own],
      data: invoiceEventData(connection, snapshot, previous),
      operationId,
      requestId,
    });
    if (event) events.push(event);
  }
  return events;
}

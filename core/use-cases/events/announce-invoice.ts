// Everything that reads invoices live, such as notifications, announces changes here.
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
import { draftOperation } from '../queue/draft-operation.ts';
import { announce } from './announce.ts';
import { type InvoiceSnapshot, invoiceEventData } from './invoice-snapshot.ts';

export interface InvoiceRead {
  readonly connection: Connection;
  readonly snapshot: InvoiceSnapshot;
  /** By our own clock, not later than the read. */
  readonly readAt: Date;
  /** The revision announced before the read, null for none, if it was looked up: it orders reads without a clock. */
  readonly announcedBefore?: string | null;
  readonly operationId: OperationId;
  readonly requestId: RequestId;
  /** Announces the state once for this operation, announced before or not. */
  readonly asSnapshot?: boolean;
}

/**
 * Compares the read with the last announcement, moves the projection and announces, in the caller's transaction. Locks the
 * connection's announcements first, so that a second reader compares with what the first announced. Undefined if a state
 * that is, or may be, newer was announced.
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

/** As `announceInvoice`, under a lock that the caller holds. `previous`: the last announcement. */
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
  // The projection, and so the event's identity, outlives the event.
  const isKnown = previous?.providerRevision === provider_revision && !asSnapshot;
  // A state may return under a stamp in the future; the time of the other announcement then tells it apart.
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
 * Provider: stamps are whole seconds, and some changes do not move them. States with one stamp are ordered by their reads; a
 * read from before the other's announcement may be either.
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

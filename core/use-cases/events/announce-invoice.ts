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
import { type Announcement, announceAll, eventIdentity } from './announce.ts';
import { type InvoiceSnapshot, invoiceEventData } from './invoice-snapshot.ts';

export interface InvoiceRead {
  readonly connection: Connection;
  readonly snapshot: InvoiceSnapshot;
  /** A time by our own clock, no later than the read. */
  readonly readAt: Date;
  /**
   * The revision that was announced when the read began (null for none), if it was looked up. It orders reads without a
   * clock.
   */
  readonly announcedBefore?: string | null;
  /** Null for a request. */
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  /** The reader's W3C trace context, if the reader is not the caller. */
  readonly traceparent?: string | null;
  /** It is the answer to a write of ours. */
  readonly isOwn?: boolean;
  /** Announces the state once for this operation, even if it was announced before. */
  readonly asSnapshot?: boolean;
}

/**
 * Compares the reads with the last announcements, updates the projections and announces, in the caller's transaction. Locks
 * the connections' announcements first, so that a second reader compares with what the first announced. Returns the events
 * of each read; undefined if a newer state, or one that may be newer, was announced.
 */
export async function announceInvoices(
  stores: Stores,
  ports: CorePorts,
  reads: readonly InvoiceRead[],
): Promise<readonly (readonly Event[] | undefined)[]> {
  if (reads.length === 0) return [];
  const now = ports.clock.now();
  const nexts = reads.map(({ connection, snapshot }) => projectionOf(ports, connection, snapshot));
  await stores.projections.lock(reads.map(({ connection }) => connection));
  const found = await stores.projections.find(nexts);
  const announced = new Map(found.flatMap((known) => (known ? [[placeOf(known), known] as const] : [])));
  const moved = new Map<string, PaymentProjection>();
  const overtaken: InvoiceRead[] = [];
  const announcements: Announcement[] = [];
  const ranges = reads.map((read, i) => {
    const next = nexts[i] as PaymentProjection;
    const previous = announced.get(placeOf(next));
    if (previous && isOlderRevision(next.providerRevision, previous.providerRevision, now)) return undefined;
    if (previous && isOvertaken(read, previous, now)) {
      overtaken.push(read);
      return undefined;
    }
    const isSame = previous?.providerRevision === next.providerRevision;
    const kept = { ...next, isOwn: read.isOwn ?? (isSame && previous.isOwn) };
    announced.set(placeOf(next), kept);
    moved.set(placeOf(next), kept);
    const from = announcements.length;
    announcements.push(...announcementsOf(read, previous, now));
    return { from, to: announcements.length };
  });
  const events = await announceAll(stores, ports, announcements);
  if (moved.size > 0) await stores.projections.put([...moved.values()]);
  if (overtaken.length > 0) await stores.operations.insert(overtaken.map((read) => draftSecondRead(ports, read)));
  return ranges.map((range) => range && events.slice(range.from, range.to).filter((event) => event !== undefined));
}

function placeOf({ connectionId, providerInvoiceId }: PaymentProjection): string {
  return `${connectionId} ${providerInvoiceId}`;
}

function draftSecondRead(ports: CorePorts, { connection, snapshot, requestId }: InvoiceRead) {
  const subject = snapshot.provider_id;
  const work = { type: 'notification.process', connectionId: connection.id, subject } as const;
  return draftOperation(ports, connection, { ...work, requestId, input: { resource_id: subject } });
}

function announcementsOf(
  read: InvoiceRead,
  previous: PaymentProjection | undefined,
  now: Date,
): readonly Announcement[] {
  const { connection, snapshot, operationId, requestId, traceparent, asSnapshot } = read;
  const { provider_id, provider_revision } = snapshot;
  // The event may be purged, but its projection stays, and so does its identity.
  if (previous?.providerRevision === provider_revision && !asSnapshot) return [];
  // With a stamp in the future a state may come back; the time of the last announcement then makes another identity.
  const after = previous && !asSnapshot && isRevisionAhead(provider_revision, now) ? previous.updatedAt : undefined;
  const { id: connectionId, organizationId, environment } = connection;
  const owner = { organizationId, environment, connectionId, operationId, requestId, traceparent };
  const data = invoiceEventData(connection, snapshot, previous);
  const revision = [provider_id, provider_revision];
  const ofSnapshot = snapshotParts(snapshot, operationId);
  return transitionEvents(previous, paymentStateOf({ fields: snapshot })).map((type) => ({
    ...owner,
    type,
    data,
    identityParts: asSnapshot && type === snapshotType ? ofSnapshot : revision,
    otherwise: after && [...revision, after.toISOString()],
  }));
}

const snapshotType = 'invoice.updated';

function snapshotParts(
  { provider_id, provider_revision }: Pick<InvoiceSnapshot, 'provider_id' | 'provider_revision'>,
  operationId: OperationId | null,
): readonly string[] {
  return [provider_id, provider_revision, String(operationId)];
}

/** The snapshots that this operation has not announced yet. Each was announced in one commit with what followed from it. */
export async function withoutAnnounced(
  { storage, digester }: CorePorts,
  { id: connectionId }: Pick<Connection, 'id'>,
  operationId: OperationId,
  snapshots: readonly InvoiceSnapshot[],
): Promise<readonly InvoiceSnapshot[]> {
  const identities = snapshots.map((snapshot) =>
    eventIdentity(digester, connectionId, snapshotType, snapshotParts(snapshot, operationId)),
  );
  const known = await storage.events.known(connectionId, identities);
  return snapshots.filter((_, i) => !known.has(identities[i] ?? ''));
}

/**
 * Stamps may be whole seconds, and some changes may not move them, so two states may have one stamp. Then the order
 * of the reads decides: a read that began before the other state was announced may show the older one.
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
    isOwn: false,
    updatedAt: clock.now(),
  };
}

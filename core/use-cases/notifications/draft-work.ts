import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId, RequestId } from '../../domain/ids.ts';
import { canonicalJson } from '../../domain/json.ts';
import {
  hasPlausibleSequence,
  hydratedCategories,
  type LedgerNotification,
  type NotificationBatch,
  notificationFingerprint,
  type SkipReason,
  syncedCategories,
  unfinishedReadsMost,
} from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { parseResourceId } from '../../domain/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NotifiedPlace } from '../../ports/notification-store.ts';
import { draftHydration } from './draft-hydration.ts';
import { draftNotifiedSync } from './draft-notified-sync.ts';
import type { Receiver } from './receiver.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

/** A batch that was rightly signed. */
export interface Arrival {
  readonly receiver: Receiver;
  readonly batch: NotificationBatch;
  readonly requestId: RequestId;
}

export interface Draft extends Arrival {
  /** The operation for each notification that starts work, by the notification's identity; several may share a sync. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  /** The last number of each app's batches before these; null before its first. */
  readonly cursors: ReadonlyMap<AppKey, number | null>;
}

/** What is known when several batches are drafted together. */
interface Known {
  readonly owners: ReadonlyMap<string, Connection | undefined>;
  /** Unfinished reads of each connection, with those drafted here. */
  readonly reads: Map<ConnectionId, number>;
  /** By connection and scope. */
  readonly syncs: Map<string, Operation>;
}

/** Decides for each notification what is to be done. Only reads; the provider is not called. */
export async function draftWork(ports: Ports, arrivals: readonly Arrival[]): Promise<Drafts> {
  const places = placesOf(arrivals);
  const standings = await ports.storage.notifications.standing(places);
  const cursors = new Map(places.map(({ app }, i) => [app, standings[i]?.cursor ?? null]));
  const owners = new Map(places.map((place, i) => [keyOf(place.app, place.tenantId), standings[i]?.owner]));
  const reads = standings.flatMap(({ owner, unfinishedReads }) =>
    owner ? [[owner.id, unfinishedReads] as const] : [],
  );
  const known: Known = { owners, reads: new Map(reads), syncs: new Map() };
  const drafts: Draft[] = [];
  for (const arrival of arrivals) drafts.push(await draftOne(ports, known, arrival));
  return { drafts, cursors };
}

/** Each tenant once whose owner is of interest, and each app. */
function placesOf(arrivals: readonly Arrival[]): readonly NotifiedPlace[] {
  const places = new Map<string, NotifiedPlace>();
  for (const { receiver, batch } of arrivals) {
    const { app } = receiver;
    const tenants = batch.events.filter(isOfInterest).map(({ tenantId }) => tenantId);
    const wanted = tenants.length > 0 ? new Set(tenants) : [null];
    for (const tenantId of wanted) places.set(keyOf(app, tenantId), { app, tenantId });
  }
  return [...places.values()];
}

function keyOf(app: AppKey, tenantId: string | null): string {
  return `${app} ${tenantId ?? ''}`;
}

function isOfInterest({ category }: LedgerNotification): boolean {
  return hydratedCategories.has(category) || syncedCategories.has(category);
}

async function draftOne(ports: Ports, known: Known, arrival: Arrival): Promise<Draft> {
  const { receiver, batch, requestId } = arrival;
  const operations = new Map<string, Operation>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.events.entries()) {
    const owner = known.owners.get(keyOf(receiver.app, notification.tenantId));
    const reason = whySkipped(notification, owner);
    if (owner && !reason) {
      const operation = await workFor(ports, known, owner, { receiver, notification, requestId });
      operations.set(identityOf(ports, batch, index), operation);
    } else if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return { ...arrival, operations, skipped };
}

interface Notified {
  readonly receiver: Receiver;
  readonly notification: LedgerNotification;
  readonly requestId: RequestId;
}

/** One sync for each connection and scope of batches that come together, also in place of reads that are too many. */
async function workFor(
  ports: Ports,
  { reads, syncs }: Known,
  owner: Connection,
  { receiver, notification, requestId }: Notified,
): Promise<Operation> {
  const unfinished = reads.get(owner.id) ?? 0;
  if (hydratedCategories.has(notification.category) && unfinished < unfinishedReadsMost) {
    reads.set(owner.id, unfinished + 1);
    return hydrationOf(ports, receiver.app, owner, notification, requestId);
  }
  const scope = syncedCategories.get(notification.category) ?? 'all';
  const place = `${owner.id} ${scope}`;
  const sync = syncs.get(place) ?? (await draftNotifiedSync(ports, owner, scope, requestId));
  syncs.set(place, sync);
  return sync;
}

function whySkipped(
  { category, resourceId }: LedgerNotification,
  owner: Connection | undefined,
): SkipReason | undefined {
  const resourceType = hydratedCategories.get(category);
  if (!resourceType && !syncedCategories.has(category)) return 'category_not_supported';
  if (resourceType && parseResourceId(resourceType, resourceId).kind !== 'this_type') return 'malformed_resource_id';
  if (!owner) return 'unknown_tenant';
  if (owner.retentionMode === 'zero') return 'zero_retention';
  return owner.status === 'active' ? undefined : 'connection_not_active';
}

/** App and sequence name a notification; where the numbers cannot be trusted, a digest of all it says does. */
function identityOf({ digester }: Ports, batch: NotificationBatch, index: number): string {
  if (hasPlausibleSequence(batch)) return `sequence:${batch.firstSequence + index}`;
  return `digest:${digester.sha256(canonicalJson(notificationFingerprint(batch, index)))}`;
}

function hydrationOf(
  ports: Ports,
  app: AppKey,
  owner: Connection,
  notification: LedgerNotification,
  requestId: RequestId,
): Operation {
  const input = {
    provider_app_id: app === 'hosted' ? null : app,
    tenant_id: notification.tenantId,
    category: notification.category,
    event_type: notification.eventType,
    resource_id: notification.resourceId,
    occurred_at: notification.occurredAt,
  };
  return draftHydration(ports, owner, input, requestId);
}

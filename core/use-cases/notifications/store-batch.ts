// Stores a signed batch in one transaction: the app's cursor, the notifications' identities, the work that they start.
import { systemPlane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId, RequestId } from '../../domain/ids.ts';
import { canonicalJson } from '../../domain/json.ts';
import {
  type CursorMove,
  hasPlausibleSequence,
  hasSequence,
  hydratedCategories,
  type LedgerNotification,
  type NotificationBatch,
  notificationFingerprint,
  type SkipReason,
  syncedCategories,
  unfinishedReadsMost,
} from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { SyncScope } from '../../domain/sync.ts';
import { parseResourceId } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NotifiedConnection } from '../../ports/notification-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftAppReconciliation } from '../sync/reconcile-app.ts';
import { draftHydration } from './draft-hydration.ts';
import { draftNotifiedSync } from './draft-notified-sync.ts';
import type { Receiver } from './receiver.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'wakeUp'>;

/** A batch that was rightly signed. */
export interface Arrival {
  readonly receiver: Receiver;
  readonly batch: NotificationBatch;
  readonly requestId: RequestId;
}

/** What became of a batch. */
export interface StoredBatch {
  /** Operations that it put into the queue. */
  readonly queued: number;
  /** Notifications that start work and were known. */
  readonly duplicate: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Null where the batch has no numbers. */
  readonly cursor: CursorMove | null;
}

/** A notification that starts work, if it is new. */
interface Wanted {
  readonly identity: string;
  readonly notification: LedgerNotification;
  readonly owner: Connection;
}

/** The cursor's row is held first: of two batches of an app the second finds all that the first one stored. */
export async function storeBatch(ports: Ports, arrival: Arrival): Promise<StoredBatch> {
  const { receiver, batch, requestId } = arrival;
  const { app } = receiver;
  const now = ports.clock.now();
  const stored = await ports.storage.transaction(async (stores) => {
    const cursor = hasSequence(batch)
      ? await stores.notifications.moveCursor(app, batch.firstSequence, batch.lastSequence, now)
      : null;
    const owners = await ownersOf(stores, arrival);
    const { wanted, skipped } = sortOut(ports, batch, owners);
    const identities = wanted.map(({ identity }) => identity);
    const fresh = new Set(await stores.notifications.takeNew(app, identities, now));
    const news = wanted.filter(({ identity }) => fresh.has(identity));
    const { reads, syncs } = planOf(news, owners);
    const readDrafts = reads.map((read) => hydrationOf(ports, arrival, read));
    const shared: Operation[] = [];
    for (const { owner, scope } of syncs)
      shared.push(await draftNotifiedSync(stores, ports, { owner, scope, requestId }));
    // Behind a gap any of the app's connections may have missed something; one operation finds out which there are.
    if (cursor === 'gap') shared.push(draftAppReconciliation(ports, receiver.own ?? systemPlane, app, requestId));
    if (readDrafts.length > 0) await stores.operations.insert(readDrafts);
    // A sync that is queued already, by whomever, does for this batch too.
    const doers = new Set(shared.length > 0 ? await stores.operations.insertCoalesced(shared) : []);
    const queued = readDrafts.length + shared.filter(({ id }) => doers.has(id)).length;
    return { queued, duplicate: wanted.length - news.length, skipped, cursor };
  });
  if (stored.queued > 0) ports.wakeUp.signal();
  return stored;
}

type Owners = ReadonlyMap<string, NotifiedConnection>;

/** By tenant: the connections of those tenants whose notifications are of interest. */
async function ownersOf({ notifications }: Stores, { receiver, batch }: Arrival): Promise<Owners> {
  const ofInterest = batch.events.filter(({ category }) => isOfInterest(category));
  const tenantIds = new Set(ofInterest.map(({ tenantId }) => tenantId));
  const owners = tenantIds.size > 0 ? await notifications.owners(receiver.app, [...tenantIds]) : [];
  return new Map(owners.map((owner) => [owner.connection.providerTenantId ?? '', owner]));
}

function isOfInterest(category: string): boolean {
  return hydratedCategories.has(category) || syncedCategories.has(category);
}

function sortOut(ports: Ports, batch: NotificationBatch, owners: Owners) {
  const wanted: Wanted[] = [];
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.events.entries()) {
    const owner = owners.get(notification.tenantId)?.connection;
    const reason = whySkipped(notification, owner);
    if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else if (owner) wanted.push({ identity: identityOf(ports, batch, index), notification, owner });
  }
  return { wanted, skipped };
}

function whySkipped(
  { category, resourceId }: LedgerNotification,
  owner: Connection | undefined,
): SkipReason | undefined {
  const resourceType = hydratedCategories.get(category);
  if (!isOfInterest(category)) return 'category_not_supported';
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

interface Plan {
  readonly reads: readonly Wanted[];
  /** One for each connection and scope. */
  readonly syncs: readonly { readonly owner: Connection; readonly scope: SyncScope }[];
}

/** A live read for each record, and a sync for what has no read of its own and for reads that are too many. */
function planOf(news: readonly Wanted[], owners: Owners): Plan {
  const unfinished = new Map<ConnectionId, number>(
    [...owners.values()].map(({ connection, unfinishedReads }) => [connection.id, unfinishedReads]),
  );
  const reads: Wanted[] = [];
  const syncs = new Map<string, { owner: Connection; scope: SyncScope }>();
  for (const one of news) {
    const { owner, notification } = one;
    const count = unfinished.get(owner.id) ?? 0;
    if (hydratedCategories.has(notification.category) && count < unfinishedReadsMost) {
      unfinished.set(owner.id, count + 1);
      reads.push(one);
      continue;
    }
    const scope = syncedCategories.get(notification.category) ?? 'all';
    syncs.set(`${owner.id} ${scope}`, { owner, scope });
  }
  return { reads, syncs: [...syncs.values()] };
}

function hydrationOf(ports: Ports, { receiver, requestId }: Arrival, { owner, notification }: Wanted): Operation {
  const input = {
    provider_app_id: receiver.app === 'hosted' ? null : receiver.app,
    tenant_id: notification.tenantId,
    category: notification.category,
    event_type: notification.eventType,
    resource_id: notification.resourceId,
    occurred_at: notification.occurredAt,
  };
  return draftHydration(ports, owner, input, { requestId });
}

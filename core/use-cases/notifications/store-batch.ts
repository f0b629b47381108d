// Stores a signed batch in one transaction: the app's cursor, the notifications' identities, the work that they start.
import { type Plane, systemPlane } from '../../domain/caller.ts';
import type { RequestId } from '../../domain/ids.ts';
import {
  hasSequence,
  type LedgerNotification,
  type NotificationBatch,
  type NotifiedWork,
  notificationIdentity,
  notifiedWork,
  type SkipReason,
  unfinishedReadsMost,
} from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { NotifiedConnection } from '../../ports/webhook-stores.ts';
import { draftOperation } from '../draft-operation.ts';
import { draftAppReconciliation } from '../sync/reconcile-app.ts';
import { draftNotifiedSync } from './draft-notified-sync.ts';

/** A batch that was rightly signed. */
export interface Arrival {
  readonly app: AppKey;
  /** Whose the app is; null for the deployment's hosted app. */
  readonly own: Plane | null;
  readonly batch: NotificationBatch;
  readonly requestId: RequestId;
}

/** A notification that starts work, if it is new. */
interface Wanted {
  readonly identity: string;
  readonly notification: LedgerNotification;
  readonly owner: NotifiedConnection;
  readonly work: NotifiedWork;
}

/**
 * The cursor's row is locked first: of two batches of an app the second finds all that the first one stored. Resolves to
 * how many operations were `queued`, how many notifications that start work were known (`duplicate`) or start none
 * (`skipped`, by reason), and how the cursor moved (null where the batch has no numbers).
 */
export async function storeBatch(ports: CorePorts, arrival: Arrival) {
  const { app, own, batch, requestId } = arrival;
  const now = ports.clock.now();
  const stored = await ports.storage.transaction(async (stores) => {
    const { notifications, operations } = stores;
    const cursor = hasSequence(batch)
      ? await notifications.moveCursor(app, batch.firstSequence, batch.lastSequence, now)
      : null;
    const { wanted, skipped } = sortOut(ports, batch, await ownersOf(stores, arrival));
    const identities = wanted.map(({ identity }) => identity);
    const fresh = new Set(await notifications.takeNew(app, identities, now));
    const news = wanted.filter(({ identity }) => fresh.has(identity));
    const { reads, syncs } = await draftWork(stores, ports, arrival, news);
    // Behind a gap any of the app's connections may have missed something; one operation finds out which there are.
    if (cursor === 'gap') syncs.push(draftAppReconciliation(ports, own ?? systemPlane, app, requestId));
    if (reads.length > 0) await operations.insert(reads);
    // A sync that is queued already, by whomever, does for this batch too.
    const doers = new Set(syncs.length > 0 ? await operations.insertCoalesced(syncs) : []);
    const queued = reads.length + syncs.filter(({ id }) => doers.has(id)).length;
    return { queued, duplicate: wanted.length - news.length, skipped, cursor };
  });
  if (stored.queued > 0) ports.wakeUp.signal();
  return stored;
}

export type StoredBatch = Awaited<ReturnType<typeof storeBatch>>;

/** By tenant. */
type Owners = ReadonlyMap<string, NotifiedConnection>;

async function ownersOf({ notifications }: Stores, { app, batch }: Arrival): Promise<Owners> {
  const owners = await notifications.owners(app, [...new Set(batch.events.map(({ tenantId }) => tenantId))]);
  return new Map(owners.map((owner) => [owner.connection.providerTenantId ?? '', owner]));
}

function sortOut(ports: CorePorts, batch: NotificationBatch, owners: Owners) {
  const wanted: Wanted[] = [];
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.events.entries()) {
    const found = workOf(notification, owners.get(notification.tenantId));
    if (typeof found === 'string') skipped[found] = (skipped[found] ?? 0) + 1;
    else wanted.push({ ...found, identity: notificationIdentity(batch, index, ports.digester.sha256), notification });
  }
  return { wanted, skipped };
}

function workOf(
  { category, resourceId }: LedgerNotification,
  owner: NotifiedConnection | undefined,
): Pick<Wanted, 'owner' | 'work'> | SkipReason {
  const work = notifiedWork.get(category);
  if (!work) return 'category_not_supported';
  if ('read' in work && !providerIdOf(work.read, resourceId)) return 'malformed_resource_id';
  if (!owner) return 'unknown_tenant';
  if (owner.connection.retentionMode === 'zero') return 'zero_retention';
  return owner.connection.status === 'active' ? { owner, work } : 'connection_not_active';
}

/**
 * A live read for each record; for what has no read of its own, and for reads that are too many, one sync for each
 * connection and scope.
 */
async function draftWork(stores: Stores, ports: CorePorts, { app, requestId }: Arrival, news: readonly Wanted[]) {
  const reads: Operation[] = [];
  const syncs = new Map<string, Operation>();
  for (const { owner, work, notification } of news) {
    const { connection, unfinishedReads } = owner;
    const drafted = reads.filter(({ connectionId }) => connectionId === connection.id).length;
    if ('read' in work && unfinishedReads + drafted < unfinishedReadsMost) {
      const input = inputOf(app, notification);
      const read = { type: 'notification.process', connectionId: connection.id, subject: input.resource_id } as const;
      reads.push(draftOperation(ports, connection, { ...read, input, requestId }));
      continue;
    }
    const scope = 'sync' in work ? work.sync : 'all';
    const key = `${connection.id} ${scope}`;
    if (!syncs.has(key))
      syncs.set(key, await draftNotifiedSync(stores, ports, { owner: connection, scope, requestId }));
  }
  return { reads, syncs: [...syncs.values()] };
}

function inputOf(app: AppKey, { tenantId, category, eventType, resourceId, occurredAt }: LedgerNotification) {
  return {
    ...{ provider_app_id: app === 'hosted' ? null : app, tenant_id: tenantId, category, event_type: eventType },
    ...{ resource_id: resourceId, occurred_at: occurredAt },
  };
}

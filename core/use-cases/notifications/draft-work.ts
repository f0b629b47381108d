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
} from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { parseResourceId } from '../../domain/resource-id.ts';
import { draftHydration } from '../../operations/draft-hydration.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftNotifiedSync } from './draft-notified-sync.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

export interface DraftedWork {
  /** The operation for each notification that starts work, by the notification's identity; several may share a sync. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** What a batch has already asked for. */
interface Known {
  readonly owners: Map<string, Connection | undefined>;
  readonly syncs: Map<ConnectionId, Operation>;
}

/** Decides for each notification of a batch what is to be done. Only reads; the provider is not called. */
export async function draftWork(
  ports: Ports,
  app: AppKey,
  batch: NotificationBatch,
  requestId: RequestId,
): Promise<DraftedWork> {
  const known: Known = { owners: new Map(), syncs: new Map() };
  const operations = new Map<string, Operation>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.events.entries()) {
    const owner = await ownerOf(ports, known, app, notification);
    const reason = whySkipped(notification, owner);
    if (owner && !reason) {
      const operation = hydratedCategories.has(notification.category)
        ? hydrationOf(ports, app, owner, notification, requestId)
        : await syncOf(ports, known, owner, requestId);
      operations.set(identityOf(ports, batch, index), operation);
    } else if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return { operations, skipped };
}

/** One look-up for each tenant of a batch. */
async function ownerOf(
  { storage }: Ports,
  { owners }: Known,
  app: AppKey,
  { tenantId, category }: LedgerNotification,
): Promise<Connection | undefined> {
  if (!hydratedCategories.has(category) && !syncedCategories.has(category)) return undefined;
  if (!owners.has(tenantId)) owners.set(tenantId, await storage.connections.findOwner(app, tenantId));
  return owners.get(tenantId);
}

/** One sync for each connection of a batch. */
async function syncOf(ports: Ports, { syncs }: Known, owner: Connection, requestId: RequestId): Promise<Operation> {
  const sync = syncs.get(owner.id) ?? (await draftNotifiedSync(ports, owner, requestId));
  syncs.set(owner.id, sync);
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

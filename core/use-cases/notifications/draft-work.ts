import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import { canonicalJson } from '../../domain/json.ts';
import {
  hasPlausibleSequence,
  hydratedCategories,
  type LedgerNotification,
  type NotificationBatch,
  notificationFingerprint,
  type SkipReason,
} from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { parseResourceId } from '../../domain/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

export interface DraftedWork {
  /** One operation for each notification that starts work, by the notification's identity. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** Decides for each notification of a batch what is to be done. Only reads; the provider is not called. */
export async function draftWork(
  ports: Ports,
  app: AppKey,
  batch: NotificationBatch,
  requestId: RequestId,
): Promise<DraftedWork> {
  const owners = new Map<string, Connection | undefined>();
  const operations = new Map<string, Operation>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.events.entries()) {
    const owner = await ownerOf(ports, owners, app, notification);
    const reason = whySkipped(notification, owner);
    if (owner && !reason) {
      operations.set(identityOf(ports, batch, index), draftOperation(ports, app, owner, notification, requestId));
    } else if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return { operations, skipped };
}

/** One look-up for each tenant of a batch. */
async function ownerOf(
  { storage }: Ports,
  known: Map<string, Connection | undefined>,
  app: AppKey,
  { tenantId, category }: LedgerNotification,
): Promise<Connection | undefined> {
  if (!hydratedCategories.has(category)) return undefined;
  if (!known.has(tenantId)) known.set(tenantId, await storage.connections.findOwner(app, tenantId));
  return known.get(tenantId);
}

function whySkipped(
  { category, resourceId }: LedgerNotification,
  owner: Connection | undefined,
): SkipReason | undefined {
  const resourceType = hydratedCategories.get(category);
  if (!resourceType) return 'category_not_hydrated';
  if (parseResourceId(resourceType, resourceId).kind !== 'this_type') return 'malformed_resource_id';
  if (!owner) return 'unknown_tenant';
  if (owner.retentionMode === 'zero') return 'zero_retention';
  return owner.status === 'active' ? undefined : 'connection_not_active';
}

/** App and sequence name a notification; where the numbers cannot be trusted, a digest of all it says does. */
function identityOf({ digester }: Ports, batch: NotificationBatch, index: number): string {
  if (hasPlausibleSequence(batch)) return `sequence:${batch.firstSequence + index}`;
  return `digest:${digester.sha256(canonicalJson(notificationFingerprint(batch, index)))}`;
}

function draftOperation(
  { ids, clock }: Ports,
  app: AppKey,
  owner: Connection,
  notification: LedgerNotification,
  requestId: RequestId,
): Operation {
  return queueOperation(
    {
      id: ids.next('op'),
      organizationId: owner.organizationId,
      environment: owner.environment,
      type: 'notification.process',
      connectionId: owner.id,
      subject: notification.resourceId,
      input: {
        provider_app_id: app === 'hosted' ? null : app,
        tenant_id: notification.tenantId,
        category: notification.category,
        event_type: notification.eventType,
        resource_id: notification.resourceId,
        occurred_at: notification.occurredAt,
      },
      requestId,
    },
    clock.now(),
  );
}

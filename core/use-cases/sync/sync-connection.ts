// `connection.sync` and `connection.reconcile`: walk through the provider's changes, cache and announce them.
import type { Connection } from '../../domain/connection.ts';
import { hasReason, ServiceError } from '../../domain/errors.ts';
import { isJsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { nextInterval } from '../../domain/reconciliation.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { familiesOf, type SyncWarning } from '../../domain/sync.ts';
import { type Attempt, type Conclusion, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { FamilyTraits } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import { keepHealthOf } from '../connections/keep-health.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { announce } from '../events/announce.ts';
import { providerOf } from '../providers/provider-of.ts';
import { type SyncInput, syncInputOf } from '../queue/draft-sync.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { reconcileApp } from './reconcile-app.ts';
import { countsOf, type FamilyCounts } from './store-page.ts';
import { walkFamily } from './walk-family.ts';

type Counts = Readonly<Partial<Record<ResourceType, FamilyCounts>>>;

/**
 * The result counts what happened to each family; `{ skipped: 'connection_not_active' }` if there is nothing to walk, since
 * the next activation queues its own sync. An operation without a connection serves a whole app.
 */
export function syncConnection(ports: CorePorts): OperationKind {
  return async (attempt) => {
    const { operation } = attempt;
    if (operation.connectionId === null) return reconcileApp(ports, attempt);
    const connection = await syncable(ports.storage, operation);
    if (!('id' in connection)) return connection;
    // Reads no page before the backlog has capacity.
    if (syncInputOf(operation).emitsSnapshots) await requireBacklogCapacity(ports, operation.organizationId);
    try {
      return await walkAll(ports, attempt, connection);
    } catch (error) {
      // A reconciliation that waits for budget is still on its way; a failed one must not count against its app.
      const isHeldBack = error instanceof ServiceError && error.code === 'RATE_LIMITED';
      if (operation.type === 'connection.reconcile' && !isHeldBack)
        await ports.storage.reconciliations.end(connection.id, null);
      const isInactive = hasReason(error, 'connection_not_active');
      if (!isInactive && !isHeldBack) {
        await ports.storage.connections.noteSyncFailed(connection.id);
        await keepHealthOf(ports, connection.id);
      }
      if (!isInactive && (await hasEarlierPoll(ports, operation))) return leavingNothing(ports, operation, {});
      if (!isInactive) throw error;
      const now = await syncable(ports.storage, operation);
      return 'id' in now ? skipped : now;
    }
  };
}

/** Polls would pile up while a provider is down: one is kept and tried again, and the others try once. */
async function hasEarlierPoll({ storage }: CorePorts, operation: Operation): Promise<boolean> {
  const { id, type, connectionId } = operation;
  if (syncInputOf(operation).trigger !== 'poll' || connectionId === null) return false;
  const filter = { type, connectionId, state: 'retrying' } as const;
  const { items } = await storage.operations.list(operation, filter, { limit: 2, page: 1 });
  return items.some((kept) => kept.id !== id);
}

const skipped = succeeded({ skipped: 'connection_not_active' });

/** The connection if it can be synced, else the operation's end. */
async function syncable({ connections }: Stores, operation: Operation) {
  const connection =
    operation.connectionId === null ? undefined : await connections.find(operation, operation.connectionId);
  if (connection?.status === 'disconnecting') return whileLeaving;
  return connection?.status === 'active' && connection.retentionMode === 'cached' ? connection : skipped;
}

async function walkAll(ports: CorePorts, { operation, steps }: Attempt, connection: Connection): Promise<Conclusion> {
  const input = syncInputOf(operation);
  const counts: Partial<Record<ResourceType, FamilyCounts>> = {};
  const { families, polledSeconds } = providerOf(ports, connection).traits;
  const begunAt = ports.clock.now();
  const resting = await restingFamilies(ports, operation, connection);
  const walked = familiesOf(input.scope).filter((type) => !resting.has(type));
  const unlisted: SyncWarning[] = [];
  for (const type of walked) {
    const family = families[type];
    if (!family?.can.includes('list')) continue;
    const { emitsSnapshots } = input;
    const walk = { operation, connection, type, sync: family.sync, emitsSnapshots };
    try {
      counts[type] = countsOf(await walkFamily(ports, steps, walk));
    } catch (error) {
      // The provider does not list what its traits promise; the other families are walked all the same.
      if (!hasReason(error, 'not_supported_by_provider')) throw error;
      ports.log.error(`the provider lists no ${type}, although its traits say so`, error, {
        operation_id: operation.id,
      });
      unlisted.push({ type, providerId: null, reason: 'not_supported_by_provider', at: ports.clock.now() });
    }
  }
  const earlier = connection.syncWarnings.filter(
    ({ type, reason }) => reason === 'not_supported_by_provider' && walked.includes(type),
  );
  if (unlisted.length + earlier.length > 0)
    await ports.storage.connections.noteSyncWarnings(connection.id, unlisted, earlier);
  // Outside the operation's transaction: a disconnect locks the connection before its operations.
  // The next poll rests the families that this walk read, which are those of the period in which it began.
  if (polledSeconds === null) await ports.storage.connections.noteSynced(connection.id, ports.clock.now());
  else if (input.scope === 'all') await ports.storage.connections.noteSynced(connection.id, begunAt);
  await keepHealthOf(ports, connection.id);
  if (operation.type === 'connection.reconcile') {
    if (polledSeconds === null) await endReconciliation(ports, connection, hasFound(counts));
    else await ports.storage.reconciliations.end(connection.id, null);
  }
  if (input.trigger === 'poll' && !hasFound(counts)) return leavingNothing(ports, operation, counts);
  return completed(ports, operation, input, counts);
}

const hourMs = 3_600_000;
const syncsLookedAt = 20;

/** The time for which a family is left alone after a walk, if it is read whole or nothing notifies of it. */
function restMs({ sync, isNotified }: FamilyTraits): number {
  if (sync === 'whole') return hourMs;
  return isNotified ? 0 : hourMs / 4;
}

/** The families that a poll, or a sync for notifications, need not read again so soon. */
async function restingFamilies(
  ports: CorePorts,
  operation: Operation,
  connection: Connection,
): Promise<ReadonlySet<ResourceType>> {
  const { trigger } = syncInputOf(operation);
  if (trigger === 'poll') return restingInPoll(ports, connection);
  return trigger === 'notification' ? walkedLately(ports, operation, connection) : new Set();
}

/**
 * Events wait for invoices, so each poll reads them. The other families are read by the first poll of a quarter of an hour,
 * those that are read whole by the first of an hour.
 */
function restingInPoll(ports: CorePorts, connection: Connection): ReadonlySet<ResourceType> {
  const { families } = providerOf(ports, connection).traits;
  const { lastSyncedAt } = connection;
  if (lastSyncedAt === null) return new Set();
  const now = ports.clock.now();
  const rests = (type: ResourceType) => {
    const family = families[type];
    if (!family || type === 'invoices') return false;
    const periodOf = (time: Date) => Math.floor(time.getTime() / restMs(family));
    return periodOf(now) === periodOf(lastSyncedAt);
  };
  return new Set(resourceTypes.filter(rests));
}

/** Families that other syncs of the connection walked to the end a short while ago. */
async function walkedLately(ports: CorePorts, { id }: Operation, connection: Connection) {
  const { storage, clock } = ports;
  const { families } = providerOf(ports, connection).traits;
  const now = clock.now().getTime();
  const filter = {
    type: 'connection.sync',
    connectionId: connection.id,
    createdAfter: new Date(now - hourMs),
  } as const;
  const { items } = await storage.operations.list(connection, filter, { limit: syncsLookedAt, page: 1 });
  const walks = items.filter((sync) => sync.id !== id).flatMap(({ steps }) => steps);
  const rests = (type: ResourceType, family: FamilyTraits) =>
    walks.some(({ name, result, finishedAt }) => {
      const isWalked = name === type && isJsonObject(result) && result['place'] === null;
      return isWalked && Math.abs(now - (finishedAt?.getTime() ?? 0)) < restMs(family);
    });
  return new Set(resourceTypes.filter((type) => families[type] && rests(type, families[type])));
}

/** Plans the next reconciliation; an adaptive interval depends on what was found. */
async function endReconciliation(
  { storage, settings, clock }: CorePorts,
  connection: Connection,
  hasFound: boolean,
): Promise<void> {
  const { reconciliations, operations, syncCursors } = storage;
  if (!settings.reconcileAdaptive) return reconciliations.end(connection.id, null);
  const now = clock.now();
  const usualMs = settings.reconcileIntervalMinutes * 60_000;
  const createdAfter = connection.lastSyncedAt ?? connection.createdAt;
  const told = { type: 'notification.process', connectionId: connection.id, createdAfter } as const;
  const [intervals, { items }, cursor] = await Promise.all([
    reconciliations.intervals([connection.id]),
    operations.list(connection, told, { limit: 1, page: 1 }),
    syncCursors.find(connection.id, 'invoices'),
  ]);
  const currentMs = intervals.get(connection.id) ?? usualMs;
  const quietMs = now.getTime() - (cursor?.raisedAt ?? connection.createdAt).getTime();
  const intervalMs = nextInterval(usualMs, currentMs, { hasFound, wasTold: items.length > 0, quietMs });
  const next = { intervalMs, dueAt: new Date(now.getTime() + intervalMs) };
  await reconciliations.end(connection.id, intervalMs === currentMs ? null : next);
}

function hasFound(counts: Counts): boolean {
  return Object.values(counts).some(({ changed, announced, removed }) => changed + announced + removed > 0);
}

const minuteMs = 60_000;

/**
 * Thousands of connections are polled each minute, so a poll that found nothing does not stay in the list of operations, and
 * the calls of such polls stay in the journal for ten minutes, in which the health of the connection is judged by them.
 */
function leavingNothing({ clock }: CorePorts, { id, connectionId }: Operation, counts: Counts): Conclusion {
  const now = clock.now().getTime();
  const made = { from: new Date(now - 2 * hourMs), until: new Date(now - 10 * minuteMs) };
  return {
    ...succeeded(counts),
    also: async ({ operations, providerCalls }) => {
      await operations.remove(id);
      if (connectionId !== null) await providerCalls.removeGone(connectionId, made);
    },
  };
}

/** Announces requested and activation syncs always, others only if they found something. */
function completed(ports: CorePorts, operation: Operation, input: SyncInput, counts: Counts): Conclusion {
  return async (stores) => {
    const connection = await syncable(stores, operation);
    if (!('id' in connection)) return skipped;
    const { organizationId, environment, id: operationId, requestId, startedAt } = operation;
    const isAwaited = input.trigger === 'request' || input.trigger === 'activation';
    if (isAwaited || hasFound(counts)) {
      await announce(stores, ports, {
        organizationId,
        environment,
        operationId,
        requestId,
        type: 'sync.completed',
        connectionId: connection.id,
        identityParts: [operationId],
        data: {
          connection_id: connection.id,
          operation_id: operationId,
          scope: input.scope,
          counts,
          started_at: startedAt?.toISOString() ?? null,
          finished_at: ports.clock.now().toISOString(),
        },
      });
    }
    return succeeded(counts);
  };
}

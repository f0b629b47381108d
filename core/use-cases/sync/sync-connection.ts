// `connection.sync`, `connection.reconcile` and `connection.follow`: walk through the provider's changes, cache and announce them.
import type { Connection } from '../../domain/connection.ts';
import { hasReason, ServiceError } from '../../domain/errors.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { nextInterval } from '../../domain/reconciliation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { SyncWarning } from '../../domain/sync.ts';
import { type Attempt, type Conclusion, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { keepHealthOf } from '../connections/keep-health.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { announce } from '../events/announce.ts';
import { familyTraitsOf, providerOf } from '../providers/provider-of.ts';
import { type SyncInput, syncInputOf } from '../queue/draft-sync.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { createWalkNotes, type WalkNotes, walkedFamilies } from './family-walks.ts';
import { reconcileApp } from './reconcile-app.ts';
import { countsOf, type FamilyCounts } from './store-page.ts';
import { noticeGoodSync } from './tell-sync.ts';
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
      if (!isHeldBack) await endTurn(ports, operation.type, connection.id);
      const isInactive = hasReason(error, 'connection_not_active');
      if (!isInactive && !isHeldBack && operation.type !== 'connection.follow') {
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

async function endTurn({ storage }: CorePorts, type: Operation['type'], id: ConnectionId): Promise<void> {
  if (type === 'connection.reconcile') await storage.reconciliations.end(id, null);
  if (type === 'connection.follow') await storage.follows.end(id, null);
}

/** Polls and walks would pile up while a provider is down: one is kept and tried again, and the others try once. */
async function hasEarlierPoll({ storage }: CorePorts, operation: Operation): Promise<boolean> {
  const { id, type, connectionId } = operation;
  const { trigger } = syncInputOf(operation);
  if ((trigger !== 'poll' && trigger !== 'follow') || connectionId === null) return false;
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
  const walked = await walkedFamilies(ports, operation, connection);
  const notes = createWalkNotes(ports, connection);
  let counts: Counts;
  try {
    counts = await walkEach(ports, { operation, steps, connection, walked, notes });
  } catch (error) {
    await notes.store(walked, error);
    throw error;
  }
  // Outside the operation's transaction: a disconnect locks the connection before its operations.
  await notes.store(walked);
  if (operation.type === 'connection.follow') {
    await ports.storage.follows.end(connection.id, null);
    return hasFound(counts) ? completed(ports, operation, input, counts) : leavingNothing(ports, operation, counts);
  }
  await ports.storage.connections.noteSynced(connection.id, ports.clock.now());
  await keepHealthOf(ports, connection.id);
  const { invoices } = counts;
  if (operation.type === 'connection.reconcile') {
    const isPolled = providerOf(ports, connection).traits.polledSeconds !== null;
    if (isPolled) await ports.storage.reconciliations.end(connection.id, null);
    else await endReconciliation(ports, connection, hasFound(invoices ? { invoices } : {}));
  }
  if (input.trigger === 'poll' && !hasFound(counts)) return leavingNothing(ports, operation, counts, connection);
  return completed(ports, operation, input, counts);
}

interface Walks extends Pick<Attempt, 'operation' | 'steps'> {
  readonly connection: Connection;
  readonly walked: readonly ResourceType[];
  readonly notes: WalkNotes;
}

/** Walks one family after the other. A family that the provider refuses by itself keeps no other from being walked. */
async function walkEach(ports: CorePorts, { operation, steps, connection, walked, notes }: Walks): Promise<Counts> {
  const counts: Partial<Record<ResourceType, FamilyCounts>> = {};
  const { emitsSnapshots } = syncInputOf(operation);
  const provider = providerOf(ports, connection);
  const unlisted: SyncWarning[] = [];
  let refused: unknown;
  for (const type of walked) {
    const { sync } = familyTraitsOf(provider, type);
    try {
      const walk = { operation, connection, type, sync, emitsSnapshots };
      const walkedCounts = countsOf(await walkFamily(ports, steps, walk));
      counts[type] = walkedCounts;
      notes.ended(type, walkedCounts);
    } catch (error) {
      const isUnlisted = hasReason(error, 'not_supported_by_provider');
      if (isUnlisted) {
        ports.log.error(`the provider lists no ${type}, although its traits say so`, error, {
          operation_id: operation.id,
        });
        unlisted.push({ type, providerId: null, reason: 'not_supported_by_provider', at: ports.clock.now() });
      } else if (!hasReason(error, 'scope_missing')) throw error;
      // Who asked for the family is told of the scope, once every other one has been read.
      else if (!isBeside(operation, type)) refused ??= error;
      notes.failed(type, isUnlisted ? 'not_supported_by_provider' : 'scope_missing');
    }
  }
  // A family that the provider no longer promises is not walked, so nothing else would end its warning.
  const isAnswered = (type: ResourceType) => walked.includes(type) || !provider.traits.families[type];
  const earlier = connection.syncWarnings.filter(
    ({ type, reason }) => reason === 'not_supported_by_provider' && isAnswered(type),
  );
  if (unlisted.length + earlier.length > 0)
    await ports.storage.connections.noteSyncWarnings(connection.id, unlisted, earlier);
  if (refused !== undefined) throw refused;
  return counts;
}

/** True for a family that nobody asked for and no event waits for: the service reads it by itself. */
function isBeside({ type }: Operation, family: ResourceType): boolean {
  return type !== 'connection.sync' && family !== 'invoices';
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
const hourMs = 60 * minuteMs;

/**
 * Thousands of connections are polled each minute and walked each hour, so a poll or walk that found nothing does not stay in the list of operations, and
 * the calls of such polls stay in the journal for ten minutes, in which the health of the connection is judged by them.
 * `walked` is the connection if a whole sync of it ended well.
 */
function leavingNothing(
  ports: CorePorts,
  { id, connectionId }: Operation,
  counts: Counts,
  walked?: Connection,
): Conclusion {
  const now = ports.clock.now().getTime();
  const made = { from: new Date(now - 2 * hourMs), until: new Date(now - 10 * minuteMs) };
  return {
    ...succeeded(counts),
    also: async (stores) => {
      const { operations, providerCalls } = stores;
      await operations.remove(id);
      if (walked) await noticeGoodSync(stores, ports, walked);
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
    // A walk of followed families reads no invoices, so it does not show that syncs work again.
    if (operation.type !== 'connection.follow') await noticeGoodSync(stores, ports, connection);
    return succeeded(counts);
  };
}

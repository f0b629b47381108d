import { actorOf } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { type Connection, move } from '../../domain/connection.ts';
import { conflict, hasReason, ServiceError } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { recordAct } from '../access/record-act.ts';
import { announceConnection } from '../connections/announce-connection.ts';
import { type ShownConnection, withFollow } from '../connections/follow-connection.ts';
import { monitored, requireConnection } from '../connections/read-connections.ts';
import { accessToken } from '../ledger/access-token.ts';
import { endWaitingOf } from '../operations/withdraw-held.ts';
import { providerOf, tenancyOf } from '../providers/provider-of.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { latestCallSeconds } from '../retention/purge.ts';

const batchOperations = 2_000;
/** The most batches; workers refuse what is left, because the connection is not active. */
const batchesMax = 100;

/**
 * Ends a connection: first at the provider, then credentials, unfinished work and cached records. Repeatable. Throws
 * NOT_FOUND, CONFLICT `connection_not_active`, READ_ONLY; PROVIDER_UNAVAILABLE and PROVIDER_TIMEOUT, and then changes
 * nothing.
 */
export function disconnect(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<ShownConnection> => {
    const found = await requireConnection(ports, caller, id);
    return withFollow(ports, await monitored(ports.storage, await disconnected(ports, caller, found)));
  };
}

export async function disconnected(ports: CorePorts, caller: Caller, found: Connection): Promise<Connection> {
  const isLeaving = found.status !== 'pending_selection' && found.status !== 'disconnected';
  const leaving = isLeaving ? await beginLeaving(ports, found) : found;
  if (leaving.status === 'disconnected') return leaving;
  await removeAtProvider(ports, caller, found, leaving);
  const gone = move(leaving, 'disconnected', null, ports.clock.now());
  const isDone = await ports.storage.transaction(async (stores) => {
    if (!(await stores.connections.update(gone, leaving.status))) return false;
    await stores.credentials.remove(gone.id);
    await cancelBatch(stores, ports, gone);
    const change = { type: 'connection.disconnected', previous: found.status, requestId: caller.requestId } as const;
    await announceConnection(stores, ports, gone, change);
    await stores.operations.insert(purges(ports, caller, gone));
    const details = { external_account_id: gone.externalAccountId };
    await recordAct(stores, ports, caller, { action: 'connection.disconnected', subject: gone.id, details });
    return true;
  });
  if (!isDone) {
    // Another request was quicker: it disconnected too, or brought the connection back.
    const latest = await ports.storage.connections.find(gone, gone.id);
    if (latest?.status !== 'disconnected') throw beingChanged();
    return latest;
  }
  // A long queue ends in several transactions, so that live work never waits long.
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await cancelBatch(ports.storage, ports, gone)) < batchOperations) break;
  }
  // What waits for a member ends, too; workers sweep what is left.
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await endWaitingOf(ports, gone.id)) === 0) break;
  }
  ports.wakeUp.signal();
  return gone;
}

/** New work stops before the provider is asked. Of two requests, the second continues what the first began. */
async function beginLeaving({ storage, clock }: CorePorts, found: Connection): Promise<Connection> {
  if (found.status === 'disconnecting') return found;
  const leaving = move(found, 'disconnecting', null, clock.now());
  if (await storage.connections.update(leaving, found.status)) return leaving;
  const latest = await storage.connections.find(found, found.id);
  if (latest?.status === 'disconnecting' || latest?.status === 'disconnected') return latest;
  throw beingChanged();
}

function beingChanged(): ServiceError {
  return conflict('connection_not_active', 'the connection is being changed by another request; try again');
}

async function removeAtProvider(
  ports: CorePorts,
  caller: Caller,
  found: Connection,
  leaving: Connection,
): Promise<void> {
  if (leaving.providerConnectionId === null) return;
  // Another app with this client ID uses the link; removing the link would end that app's connection.
  if (await ports.storage.connections.sharesLink(leaving)) return;
  try {
    await removeWithFreshToken(ports, caller, leaving, leaving.providerConnectionId);
  } catch (error) {
    if (await isRemovedAlready(ports, caller, leaving, error)) {
      const about = { connection_id: leaving.id, request_id: caller.requestId };
      ports.log.info('disconnected without the provider: nothing is left there', about);
      return;
    }
    if (found.status !== 'disconnecting') {
      await ports.storage.connections.update({ ...found, updatedAt: ports.clock.now() }, 'disconnecting');
    }
    throw forbidden(error);
  }
}

/**
 * True if nothing is left at the provider. A dead grant ended with its links. A form made no link, and the server that it
 * named may never answer again. If the provider only forbids the removal, the
 * link may remain, unless the provider no longer lists the tenant.
 */
async function isRemovedAlready(
  ports: CorePorts,
  { countCall }: Caller,
  leaving: Connection,
  error: unknown,
): Promise<boolean> {
  if (error instanceof ServiceError && providerOf(ports, leaving).connect.kind === 'form') return true;
  if (!(error instanceof ServiceError) || error.code !== 'ACTION_REQUIRED') return false;
  const { reason } = error.details;
  if (reason !== 'tenant_forbidden' && reason !== 'scope_missing') return true;
  try {
    const token = await accessToken(ports, leaving);
    countCall?.();
    const tenants = await tenancyOf(ports, leaving).tenants(token, null);
    return !tenants.some(({ providerConnectionId }) => providerConnectionId === leaving.providerConnectionId);
  } catch (failure) {
    if (failure instanceof ServiceError) return false;
    throw failure;
  }
}

/** Renews a refused token once: only a failed renewal shows that the grant is dead. */
async function removeWithFreshToken(
  ports: CorePorts,
  { countCall }: Caller,
  leaving: Connection,
  providerConnectionId: string,
): Promise<void> {
  const remove = (token: string) => {
    countCall?.();
    return tenancyOf(ports, leaving).disconnect(token, providerConnectionId);
  };
  const token = await accessToken(ports, leaving);
  try {
    await remove(token);
  } catch (error) {
    if (!hasReason(error, 'token_rejected')) throw error;
    await remove(await accessToken(ports, leaving, token));
  }
}

/** Purges at once, and again when every call under way has ended and stored what it read. */
function purges(ports: CorePorts, caller: Caller, gone: Connection): readonly Operation[] {
  const work = { type: 'retention.purge', connectionId: null, subject: gone.id } as const;
  return [0, latestCallSeconds].map((delaySeconds) => {
    const dueAt = new Date(ports.clock.now().getTime() + delaySeconds * 1000);
    const from = { requestId: caller.requestId, begunBy: actorOf(caller) };
    return draftOperation(ports, gone, { ...work, ...from, input: { connection_id: gone.id }, dueAt });
  });
}

/** Ends some unfinished work of the connection; returns how much. */
function cancelBatch({ operations }: Pick<Stores, 'operations'>, { clock }: CorePorts, gone: Connection) {
  return operations.cancelUnfinished(gone, gone.id, clock.now(), batchOperations);
}

/** The provider forbids the removal, but the connection itself still works. */
function forbidden(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'ACTION_REQUIRED') return error;
  return new ServiceError(
    'PROVIDER_ERROR',
    'the provider refuses to remove the connection; try again',
    { reason: 'removal_refused' },
    error,
  );
}

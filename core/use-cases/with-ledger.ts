import { type BudgetLimits, budgetOf, type Lane } from '../domain/budget.ts';
import { type Connection, move } from '../domain/connection.ts';
import { conflict, ServiceError } from '../domain/errors.ts';
import type { OperationId, RequestId } from '../domain/ids.ts';
import { type ProviderCall, tokenPath } from '../domain/provider-call.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LedgerAccess } from '../ports/ledger-gateway.ts';
import { accessToken, actionRequired } from './access-token.ts';
import { announceConnection } from './connections/announce-connection.ts';
import { noteCall } from './note-call.ts';

export type LedgerPorts = Pick<
  CorePorts,
  | 'storage'
  | 'vault'
  | 'authorization'
  | 'gateway'
  | 'clock'
  | 'ids'
  | 'digester'
  | 'budget'
  | 'journal'
  | 'meter'
  | 'settings'
  | 'log'
>;

/** How the caller wants the call made. */
export interface LedgerCallWishes {
  readonly requestId?: RequestId;
  /** The operation that calls: its timeline shows the calls that are made for it. */
  readonly operationId?: OperationId;
}

/**
 * Makes one provider call for a connection: within its budget, with a fresh token, once more after a refused token.
 * Throws RATE_LIMITED before the provider is called when the budget is used up, ACTION_REQUIRED when the person must consent again, CONFLICT `connection_not_active`, and what `work` throws.
 */
export function withLedger(ports: LedgerPorts) {
  const tokenOf = accessToken(ports);
  return async <T>(
    connection: Connection,
    lane: Lane,
    work: (access: LedgerAccess) => Promise<T>,
    wishes: LedgerCallWishes = {},
  ): Promise<T> => {
    const tenantId = usableTenant(connection);
    const requestId = wishes.requestId ?? ports.ids.next('req');
    const call = async (token: string, limits: BudgetLimits): Promise<T> => {
      const release = await budgetFor(ports, connection, lane, limits);
      const cause = { operationId: wishes.operationId ?? null, requestId, grantedAt: ports.clock.now() };
      try {
        return await work({
          accessToken: token,
          tenantId,
          report: (made) => noteCall(ports, connection, cause, made),
        });
      } finally {
        release();
      }
    };
    try {
      const cause = { operationId: wishes.operationId ?? null, requestId };
      const freshToken = (rejected?: string) => notedToken(ports, connection, cause, tokenOf(connection, rejected));
      const [token, limits] = await Promise.all([freshToken(), limitsOf(ports, connection)]);
      try {
        return await call(token, limits);
      } catch (error) {
        if (reasonOf(error) !== 'token_rejected') throw error;
        return await call(await freshToken(token), limits);
      }
    } catch (error) {
      throw await refusedAccess(ports, connection, error, requestId);
    }
  };
}

/** Without a token no call is made, so the journal holds the refused renewal instead. */
async function notedToken(
  { journal, clock }: LedgerPorts,
  { id: connectionId }: Connection,
  cause: Pick<ProviderCall, 'operationId' | 'requestId'>,
  renewal: Promise<string>,
): Promise<string> {
  try {
    return await renewal;
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'ACTION_REQUIRED') {
      const status = error.details.providerError?.status ?? null;
      const call = { method: 'POST', path: tokenPath, status, bytesIn: 0, durationMs: 0, at: clock.now() };
      journal.record({ connectionId, ...cause, ...call });
    }
    throw error;
  }
}

const stillListed = 'access_denied';

/** Throws ACTION_REQUIRED or CONFLICT `connection_not_active` for a connection that cannot be used as it is. */
export function usableTenant(connection: Connection): string {
  if (connection.status === 'action_required') {
    throw actionRequired(connection.id, connection.statusReason ?? 'reconnect');
  }
  if (connection.status !== 'active' || connection.providerTenantId === null) {
    throw notActive(connection);
  }
  return connection.providerTenantId;
}

export function notActive({ status }: Pick<Connection, 'status'>): ServiceError {
  return conflict('connection_not_active', `the connection is ${status}`);
}

async function budgetFor(
  ports: LedgerPorts,
  connection: Connection,
  lane: Lane,
  limits: BudgetLimits,
): Promise<() => void> {
  const decision = await ports.budget.acquire(connection.id, lane, limits);
  if (decision.kind === 'granted') return decision.release;
  throw new ServiceError('RATE_LIMITED', "the connection's provider budget is used up", {
    reason: decision.reason,
    retryAfterSeconds: decision.retryAfterSeconds,
    outcome: 'not_applied',
  });
}

/** An app of the customer's own may be allowed fewer calls a day. */
async function limitsOf(
  { storage, gateway }: Pick<CorePorts, 'storage' | 'gateway'>,
  connection: Connection,
): Promise<BudgetLimits> {
  const { limits } = gateway.traits;
  if (connection.providerAppId === null) return limits;
  const app = await storage.providerApps.find(connection, connection.providerAppId);
  return budgetOf(limits, app?.dailyCallLimit ?? null);
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof ServiceError && error.code === 'ACTION_REQUIRED' ? error.details.reason : undefined;
}

/** What the caller is told; the connection is marked when only the person can mend it, never for an outage. */
export async function refusedAccess(
  ports: LedgerPorts,
  connection: Connection,
  error: unknown,
  requestId: RequestId,
): Promise<unknown> {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const why = reason === 'tenant_forbidden' ? await forbiddenReason(ports, connection) : reason;
  const before = await ports.storage.connections.find(connection, connection.id);
  // Disconnected while the call was under way: nothing is left to reconnect.
  if (before && before.status !== 'active' && before.status !== 'action_required') return notActive(before);
  // The provider refused this call, not the connection.
  if (why === 'scope_missing') {
    if (before?.status === 'active') await ports.storage.connections.noteScopeRefused(before.id, ports.clock.now());
    return scopeMissing(connection, error);
  }
  if (before?.status === 'active' && why !== stillListed) {
    const after = move(before, 'action_required', why, ports.clock.now());
    await ports.storage.transaction(async (stores) => {
      if (await stores.connections.update(after, 'active')) {
        await announceConnection(stores, ports, after, {
          type: 'connection.updated',
          previous: 'active',
          requestId,
        });
      }
    });
  }
  return actionRequired(connection.id, why);
}

function scopeMissing({ id: connectionId }: Connection, cause: unknown): ServiceError {
  const message =
    'the customer did not grant a scope that this call needs; connect the organization again and grant all scopes';
  return new ServiceError('ACTION_REQUIRED', message, { reason: 'scope_missing', connectionId }, cause);
}

/** A 403 says only that this tenant is closed to us; the list of tenants says whether it was removed. */
async function forbiddenReason(ports: LedgerPorts, connection: Connection): Promise<string> {
  try {
    const token = await accessToken(ports)(connection);
    const tenants = await ports.authorization.tenants(token, null);
    const isListed = tenants.some(({ tenantId }) => tenantId === connection.providerTenantId);
    return isListed ? stillListed : 'tenant_removed';
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

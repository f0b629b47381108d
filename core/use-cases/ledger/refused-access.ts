import { type Connection, move } from '../../domain/connection.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/ids.ts';
import { reportsRoleMissing } from '../../domain/report.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { announceConnection } from '../connections/announce-connection.ts';
import { keepHealthOf } from '../connections/keep-health.ts';
import { authorizationOf } from '../providers/missing-scopes.ts';
import { tenancyOf } from '../providers/provider-of.ts';
import { accessToken, actionRequired } from './access-token.ts';

/** Throws ACTION_REQUIRED or CONFLICT `connection_not_active` for a connection that cannot be used as it is. */
export function usableTenant(connection: Connection): string {
  if (connection.status === 'action_required') {
    throw actionRequired(connection.id, connection.statusReason ?? 'reconnect');
  }
  if (connection.status !== 'active' || connection.providerTenantId === null) throw notActive(connection);
  return connection.providerTenantId;
}

export function notActive({ status }: Pick<Connection, 'status'>): ServiceError {
  return conflict('connection_not_active', `the connection is ${status}`);
}

const stillListedReason = 'access_denied';
const removedReason = 'tenant_removed';

export function refusedBecause(error: unknown): string | undefined {
  return error instanceof ServiceError && error.code === 'ACTION_REQUIRED' ? error.details.reason : undefined;
}

interface RefusedCall {
  readonly requestId: RequestId;
  /** The call needs a scope of its own, so that its lack says nothing of the connection. */
  readonly isApart: boolean;
  /** What a refusal means while the tenant is still listed, where it means more than that. */
  readonly roleReason?: typeof reportsRoleMissing | undefined;
}

/**
 * Returns the error for the caller. The connection becomes `action_required` if only a person can help, never for an
 * outage.
 */
export async function refusedAccess(
  ports: CorePorts,
  connection: Connection,
  error: unknown,
  { requestId, isApart, roleReason }: RefusedCall,
): Promise<unknown> {
  const reason = refusedBecause(error);
  if (reason === undefined) return error;
  const found = reason === 'tenant_forbidden' ? await forbiddenReason(ports, connection) : reason;
  const why = found === stillListedReason ? (roleReason ?? found) : found;
  const before = await ports.storage.connections.find(connection, connection.id);
  // The connection was disconnected during the call: there is nothing to reconnect.
  if (before && before.status !== 'active' && before.status !== 'action_required') return notActive(before);
  // The provider refused this call, not the connection.
  if (why === 'scope_missing') {
    if (before?.status === 'active' && !isApart && !lacksApartOnly(ports, connection, error)) {
      await ports.storage.connections.noteScopeRefused(before.id, ports.clock.now());
      await keepHealthOf(ports, before.id);
    }
    return scopeMissing(connection, error as ServiceError);
  }
  // Neither is the connection's: everything else goes on.
  if (why === reportsRoleMissing) return roleMissing(connection, error);
  if (before?.status === 'active' && why !== stillListedReason) await requireAction(ports, before, why, requestId);
  return actionRequired(connection.id, why);
}

/** True if all that the call lacks are scopes whose lack says nothing of the connection. */
function lacksApartOnly(ports: CorePorts, { provider }: Connection, error: unknown): boolean {
  const apart = authorizationOf(ports, provider)?.apartScopes ?? [];
  const missing = error instanceof ServiceError ? (error.details.missingScopes ?? []) : [];
  return missing.length > 0 && missing.every((scope) => apart.includes(scope));
}

async function requireAction(ports: CorePorts, before: Connection, why: string, requestId: RequestId): Promise<void> {
  const after = move(before, 'action_required', why, ports.clock.now());
  await ports.storage.transaction(async (stores) => {
    if (!(await stores.connections.update(after, 'active'))) return;
    await announceConnection(stores, ports, after, { type: 'connection.updated', previous: 'active', requestId });
  });
}

function scopeMissing({ id: connectionId }: Connection, cause: ServiceError): ServiceError {
  const { missingScopes, outcome } = cause.details;
  const message =
    'the customer did not grant a scope that this call needs; connect the organization again and grant all scopes';
  return new ServiceError(
    'ACTION_REQUIRED',
    message,
    {
      ...{ reason: 'scope_missing', connectionId },
      ...(missingScopes && { missingScopes }),
      ...(outcome && { outcome }),
    },
    cause,
  );
}

function roleMissing({ id: connectionId }: Connection, cause: unknown): ServiceError {
  const message =
    'the person who connected the organization may not see its reports at the provider; give that person the role for reports, or let another person who has it connect the organization again';
  return new ServiceError('ACTION_REQUIRED', message, { reason: 'reports_role_missing', connectionId }, cause);
}

/** A 403 tells only that the tenant is closed to us; the list of tenants tells whether it was removed. */
async function forbiddenReason(ports: CorePorts, connection: Connection): Promise<string> {
  try {
    const token = await accessToken(ports, connection);
    const tenants = await tenancyOf(ports, connection).tenants(token, null);
    const isListed = tenants.some(({ tenantId }) => tenantId === connection.providerTenantId);
    return isListed ? stillListedReason : removedReason;
  } catch (error) {
    const reason = refusedBecause(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

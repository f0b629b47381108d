import type { Plane } from '../../domain/caller.ts';
import type { Connection, RetentionMode } from '../../domain/connection.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { ConnectSessionRequest } from '../../schemas/requests/connections.ts';
import { ledgerClientOf } from '../ledger/ledger-client.ts';
import { oauthOf } from '../providers/provider-of.ts';
import { draftSession } from './create-connect-session.ts';
import { assertTenantFree, claimTenant } from './tenant-claim.ts';

export interface ImportedConnection extends Plane {
  readonly provider: string;
  readonly externalAccountId: string;
  /** Absent: the environment's default app. */
  readonly providerAppId?: string | undefined;
  readonly tenantId: string;
  readonly retentionMode?: RetentionMode | undefined;
  /** From a consent that the customer gave to the same app elsewhere. */
  readonly refreshToken: string;
}

/**
 * Makes a connection from a consent that the customer's own app already has, by the rules of a consent given here. Refuses
 * what it can before spending the token: BAD_REQUEST naming the field, CONFLICT `provider_app_not_verified`,
 * `duplicate_tenant_connection`, `retention_mode_fixed`, CONNECTION_LIMIT_REACHED. The first refresh tests the token:
 * ACTION_REQUIRED `invalid_grant`, CONFLICT `wrong_organization` if it does not reach the tenant.
 */
export function importConnection(ports: CorePorts) {
  return async ({ organizationId, environment, ...given }: ImportedConnection): Promise<Connection> => {
    const request = parse(ConnectSessionRequest, {
      provider: given.provider,
      external_account_id: given.externalAccountId,
      provider_app_id: given.providerAppId,
      retention_mode: given.retentionMode,
      redirect_uri: ports.settings.baseUrl,
    });
    const plane = { organizationId, environment, requestId: ports.ids.next('req') };
    const session = { ...(await draftSession(ports, plane, request)), redirectUri: '' };
    if (session.providerAppId === null) {
      throw badRequest('provider_app_id', 'is required: tokens of the hosted app cannot be taken over');
    }
    const { authorization } = oauthOf(ports, session);
    const client = await ledgerClientOf(ports, session, session.providerAppId);
    await assertTenantFree(ports, session, given.tenantId);
    const grant = await authorization.refresh(client, given.refreshToken);
    const tenants = await authorization.tenants(grant.accessToken, null);
    const tenant = tenants.find(({ tenantId }) => tenantId === given.tenantId);
    if (!tenant) {
      const reached = tenants.map(({ tenantId }) => tenantId).join(', ') || 'none';
      throw conflict(
        'wrong_organization',
        `the token does not reach the organization ${given.tenantId}; it reaches ${reached}`,
      );
    }
    await ports.storage.connectSessions.insert(session);
    const connection = await claimTenant(ports, { session, tenant, grant, pending: null });
    ports.wakeUp.signal();
    return connection;
  };
}

// From a grant to a connection: an organization alone is connected, of several that fit the person chooses one.
import type { ConnectSession } from '../../domain/connect-session.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import { tenancyOf } from '../providers/provider-of.ts';
import { backTo, type ConnectStep, failed, gone } from './connect-step.ts';
import { askFirst, connectable, holdForChoice, offerChoice } from './tenant-choice.ts';
import { claimTenant, type TenantClaim } from './tenant-claim.ts';

interface Granted {
  readonly grant: LedgerGrant;
  readonly state: string;
  /** False in another browser than the one that opened the link, where the person is asked first. */
  readonly isOpener: boolean;
  /** The address at which the person can authorize again. */
  readonly again: string;
}

export async function useGrant(
  ports: CorePorts,
  session: ConnectSession,
  { grant, state, isOpener, again }: Granted,
): Promise<ConnectStep> {
  const begun = { ...session, result: null };
  if (session.result !== null) await ports.storage.connectSessions.advance(begun, session.state);
  const tenants = await tenantsOf(ports, begun, grant, isOpener);
  const fitting = await connectable(ports, begun, tenants);
  const [only, ...others] = fitting;
  if (!only && begun.reconnects !== null) return wrong(ports, begun, tenants, { again, state });
  if (!only) return failed(ports, begun, 'no_organization');
  if (!isOpener) return askFirst(ports, begun, { grant, tenants: fitting }, state);
  if (others.length > 0) return offerChoice(ports, await holdForChoice(ports, begun, grant), state);
  return connect(ports, { session: begun, tenant: only, grant, pending: null });
}

/** None of the authorized tenants is the connection's own, and no other may be stored. */
async function wrong(
  ports: CorePorts,
  session: ConnectSession,
  tenants: readonly LedgerTenant[],
  { again, state }: Pick<Granted, 'again' | 'state'>,
): Promise<ConnectStep> {
  const connection = session.reconnects && (await ports.storage.connections.find(session, session.reconnects));
  if (!connection) return gone.unknown;
  await failed(ports, session, 'wrong_organization');
  const chosen = tenants.map(({ name }) => name).join(', ');
  return { kind: 'wrong', chosen, wanted: connection.providerTenantName ?? '', consentUrl: again, selection: state };
}

/**
 * The code is spent, so if the list cannot be read now, the consent is stored, and the same address offers the choice
 * again.
 */
async function tenantsOf(
  ports: CorePorts,
  session: ConnectSession,
  grant: LedgerGrant,
  isOpener: boolean,
): Promise<readonly LedgerTenant[]> {
  try {
    return await tenancyOf(ports, session).tenants(grant.accessToken, grant.consentId);
  } catch (error) {
    if (isOpener && error instanceof ServiceError && error.retryable) await holdForChoice(ports, session, grant);
    throw error;
  }
}

export async function connect(ports: CorePorts, claim: TenantClaim): Promise<ConnectStep> {
  const { id, organizationId } = await claimTenant(ports, claim);
  ports.wakeUp.signal();
  const names = { connection_id: id, organization_id: organizationId, request_id: claim.session.requestId };
  ports.log.info('connected', names);
  return backTo(claim.session, { status: 'connected', connectionId: id });
}

import { type ConnectSession, pendingConnection } from '../../domain/connect-session.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import { heldGrant, sealGrant } from '../access-token.ts';
import { type ConnectStep, gone } from './connect-step.ts';

/** Stores the consent on a connection that is not active yet, until the person has chosen. */
export async function holdForChoice(
  ports: CorePorts,
  session: ConnectSession,
  grant: LedgerGrant,
): Promise<ConnectSession> {
  const { storage, clock, ids } = ports;
  const pending = pendingConnection(session, { id: ids.next('conn'), scopes: grant.scopes, now: clock.now() });
  const sealed = await sealGrant(ports, pending, grant);
  const waitsFor = { consentId: grant.consentId, connectionId: pending.id };
  const waiting: ConnectSession = { ...session, ...waitsFor, state: 'choosing' };
  await storage.transaction(async (stores) => {
    if (!(await stores.connectSessions.advance(waiting, 'open'))) return;
    await stores.connections.insert(pending);
    await stores.credentials.put(sealed);
  });
  return waiting;
}

/** What may be chosen: the organizations of this consent only. */
export async function choiceOf(ports: CorePorts, session: ConnectSession) {
  if (session.connectionId === null) return undefined;
  const pending = await ports.storage.connections.find(session, session.connectionId);
  if (pending?.status !== 'pending_selection') return undefined;
  const grant = await heldGrant(ports, pending);
  const tenants = await ports.authorization.tenants(grant.accessToken, session.consentId);
  return { pending, grant, tenants };
}

export async function offerChoice(ports: CorePorts, session: ConnectSession, selection: string): Promise<ConnectStep> {
  const choice = await choiceOf(ports, session);
  if (!choice) return gone.used;
  const organization = await ports.storage.organizations.find(session.organizationId);
  return {
    kind: 'choose',
    organizationName: organization?.name ?? '',
    selection,
    tenants: choice.tenants.map(({ tenantId, name }) => ({ tenantId, name })),
  };
}

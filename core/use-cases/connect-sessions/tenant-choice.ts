// The organizations that a person approved: held until one is chosen, or carried by the page that asks first.
import { type ConnectSession, pendingConnection } from '../../domain/connect-session.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import { heldGrant, sealGrant } from '../ledger/access-token.ts';
import { tenancyOf } from '../providers/provider-of.ts';
import { type ConnectStep, gone } from './connect-step.ts';

/** Stores the consent on an inactive connection until the person has chosen. */
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

/** The tenants of this consent to choose from, with its grant; undefined if no choice is open. */
export async function choiceOf(ports: CorePorts, session: ConnectSession) {
  if (session.connectionId === null) return undefined;
  const pending = await ports.storage.connections.find(session, session.connectionId);
  if (pending?.status !== 'pending_selection') return undefined;
  const grant = await heldGrant(ports, pending);
  const tenants = await tenancyOf(ports, session).tenants(grant.accessToken, session.consentId);
  return { pending, grant, tenants: await connectable(ports, session, tenants) };
}

/** All tenants, but if the link reconnects a connection, only that connection's. */
export async function connectable(
  { storage }: CorePorts,
  session: ConnectSession,
  tenants: readonly LedgerTenant[],
): Promise<readonly LedgerTenant[]> {
  if (session.reconnects === null) return tenants;
  const again = await storage.connections.find(session, session.reconnects);
  return tenants.filter(({ tenantId }) => tenantId === again?.providerTenantId);
}

const consentPlace = ({ id, organizationId, environment }: ConnectSession): SecretPlace => ({
  organizationId,
  environment,
  row: id,
  table: 'connect_sessions',
  column: 'consent',
});

/** Asks whether to connect the authorized organizations; only the page carries the grant. */
export async function askFirst(
  ports: CorePorts,
  session: ConnectSession,
  { grant, tenants }: { readonly grant: LedgerGrant; readonly tenants: readonly LedgerTenant[] },
  selection: string,
): Promise<ConnectStep> {
  const consent = await ports.vault.seal(JSON.stringify(grant), consentPlace(session));
  const accountName = session.accountName ?? session.externalAccountId;
  return { ...choiceStep(selection, tenants), asked: { accountName, consent } };
}

/** The grant that the page carried; undefined if it was altered or made for another session. */
export async function carriedGrant(
  { vault }: CorePorts,
  session: ConnectSession,
  consent: string,
): Promise<LedgerGrant | undefined> {
  const opened = await vault.open(consent, consentPlace(session)).catch(() => undefined);
  if (opened === undefined) return undefined;
  const grant = JSON.parse(opened) as Omit<LedgerGrant, 'expiresAt'> & { readonly expiresAt: string };
  return { ...grant, expiresAt: new Date(grant.expiresAt) };
}

export async function offerChoice(ports: CorePorts, session: ConnectSession, selection: string): Promise<ConnectStep> {
  const choice = await choiceOf(ports, session);
  return choice ? choiceStep(selection, choice.tenants) : gone.used;
}

function choiceStep(selection: string, tenants: readonly LedgerTenant[]) {
  return { kind: 'choose', selection, tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name })) } as const;
}

// The organizations that a person authorized: who has them, and the grant, held until one is chosen or carried by the page.
import { type ConnectSession, isSameCustomer, pendingConnection } from '../../domain/connect-session.ts';
import type { Connection } from '../../domain/connection.ts';
import { connectSessionUsed } from '../../domain/errors.ts';
import { appKeyOf } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import { heldGrant, sealGrant } from '../ledger/access-token.ts';
import { tenancyOf } from '../providers/provider-of.ts';
import type { OfferedTenant } from './outcome.ts';
import { asKnown } from './tenant-claim.ts';

export interface Authorized {
  readonly grant: LedgerGrant;
  /** As the provider lists them; of a link that reconnects, only the connection's own. */
  readonly fitting: readonly LedgerTenant[];
  readonly offered: readonly OfferedTenant[];
  /** What the person chose just now, also what the link does not fit. */
  readonly chosen: readonly string[];
  /** The connection that holds the grant until one is chosen; null if none does. */
  readonly pending: Connection | null;
}

/** Throws as `LedgerAuthorization.tenants` does. */
export async function authorizedBy(
  ports: CorePorts,
  session: ConnectSession,
  grant: LedgerGrant,
  pending: Connection | null = null,
): Promise<Authorized> {
  const named = await tenancyOf(ports, session).tenants(grant.accessToken, grant.consentId);
  const tenants: LedgerTenant[] = [];
  for (const tenant of named) tenants.push(await asKnown(ports, session, tenant));
  const again = session.reconnects && (await ports.storage.connections.find(session, session.reconnects));
  const fitting = again ? tenants.filter(({ tenantId }) => tenantId === again.providerTenantId) : tenants;
  const offered = await withHolders(ports, session, fitting);
  // Where consents cannot be told apart, the list has those of earlier ones, too; their links are not new.
  const now = grant.consentId === null ? tenants.filter(({ isNew }) => isNew) : tenants;
  return { grant, fitting, offered, chosen: (now.length > 0 ? now : tenants).map(({ name }) => name), pending };
}

/** So many are asked for at once. */
const ownersARound = 500;

async function withHolders(
  { storage }: CorePorts,
  session: ConnectSession,
  tenants: readonly LedgerTenant[],
): Promise<readonly OfferedTenant[]> {
  const holders = new Map<string | null, OfferedTenant['holder']>();
  for (let at = 0; at < tenants.length; at += ownersARound) {
    const some = tenants.slice(at, at + ownersARound).map(({ tenantId }) => tenantId);
    for (const owner of await storage.connections.listOwners(appKeyOf(session), some)) {
      holders.set(owner.providerTenantId, isSameCustomer(owner, session) ? 'own' : 'other');
    }
  }
  return tenants.map(({ tenantId, name }) => ({ tenantId, name, holder: holders.get(tenantId) ?? 'nobody' }));
}

/**
 * Stores the grant on an inactive connection until the person has chosen. Throws CONFLICT `connect_session_used` if another
 * request was quicker.
 */
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
    await stores.connections.insert(pending);
    await stores.credentials.put(sealed);
    if (!(await stores.connectSessions.advance(waiting, 'open'))) throw connectSessionUsed();
  });
  return waiting;
}

const consentPlace = ({ id, organizationId, environment }: ConnectSession): SecretPlace => ({
  organizationId,
  environment,
  row: id,
  table: 'connect_sessions',
  column: 'consent',
});

/** Seals the grant for the page, which alone carries it. */
export function carried({ vault }: CorePorts, session: ConnectSession, grant: LedgerGrant): Promise<string> {
  return vault.seal(JSON.stringify(grant), consentPlace(session));
}

/**
 * What was authorized by an earlier request: carried by the page as `consent`, or held for the choice if that is empty.
 * Undefined if it was altered or made for another session, or if nothing waits for a choice any more.
 */
export async function authorizedBefore(
  ports: CorePorts,
  session: ConnectSession,
  consent: string,
): Promise<Authorized | undefined> {
  if (consent !== '') {
    const grant = await grantCarried(ports, session, consent);
    return grant && authorizedBy(ports, session, grant);
  }
  const pending = session.connectionId && (await ports.storage.connections.find(session, session.connectionId));
  if (pending?.status !== 'pending_selection') return undefined;
  const { consentId } = session;
  return authorizedBy(ports, session, { ...(await heldGrant(ports, pending)), consentId }, pending);
}

async function grantCarried(
  { vault }: CorePorts,
  session: ConnectSession,
  consent: string,
): Promise<LedgerGrant | undefined> {
  const opened = await vault.open(consent, consentPlace(session)).catch(() => undefined);
  if (opened === undefined) return undefined;
  const grant = JSON.parse(opened) as Omit<LedgerGrant, 'expiresAt'> & { readonly expiresAt: string };
  return { ...grant, expiresAt: new Date(grant.expiresAt) };
}

import { type ConnectResult, type ConnectSession, pendingConnection } from '../../domain/connect-session.ts';
import { move } from '../../domain/connection.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import { heldGrant, sealGrant } from '../access-token.ts';

/** What the person at the browser is shown next. */
export type ConnectStep =
  | (Pick<ConnectSession, 'externalAccountId' | 'environment' | 'retentionMode' | 'expiresAt'> & {
      readonly kind: 'consent';
      readonly organizationName: string;
      readonly accountName: string;
      readonly consentUrl: string;
      readonly cancelToken: string;
    })
  | {
      readonly kind: 'choose';
      readonly organizationName: string;
      readonly selection: string;
      readonly tenants: readonly Pick<LedgerTenant, 'tenantId' | 'name'>[];
    }
  /** Back to the customer's application. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** Another organization was authorized than the one that the link connects again; the link stays open. */
  | { readonly kind: 'wrong'; readonly chosen: string; readonly wanted: string; readonly consentUrl: string }
  /** The end of a flow that leads back to no application. */
  | { readonly kind: 'ended'; readonly result: ConnectResult }
  | { readonly kind: 'gone'; readonly why: string };

export const gone = {
  unknown: { kind: 'gone', why: 'This link is not known. Ask for a new one.' },
  expired: { kind: 'gone', why: 'This link has expired. Ask for a new one.' },
  other: {
    kind: 'gone',
    why: 'Another organization was chosen with this link, and it is connected. Ask for a new link to connect this one too.',
  },
  used: { kind: 'gone', why: 'This link has already been used. Ask for a new one to connect again.' },
} as const satisfies Record<string, ConnectStep>;

/** Why the person cannot go on with a link; undefined where it is open. */
export function barred(session: ConnectSession, now: Date): ConnectStep | undefined {
  if (session.state === 'done') return gone.used;
  return now >= session.expiresAt ? gone.expired : undefined;
}

/** The customer's redirect_uri with how it went; other parameters that it already has remain. */
export function backTo(session: ConnectSession, result: ConnectResult): ConnectStep {
  if (session.redirectUri === '') return { kind: 'ended', result };
  const url = new URL(session.redirectUri);
  for (const name of ['connection_id', 'error']) url.searchParams.delete(name);
  url.searchParams.set('status', result.status);
  url.searchParams.set('external_account_id', session.externalAccountId);
  if (result.status === 'connected') url.searchParams.set('connection_id', result.connectionId);
  if (result.status === 'failed') url.searchParams.set('error', result.error);
  return { kind: 'redirect', url: url.href };
}

/** Uses the session up without a connection, and removes what waited for a choice. */
export async function abandon(
  { storage, clock }: CorePorts,
  session: ConnectSession,
  result: ConnectResult,
): Promise<ConnectStep> {
  await storage.transaction(async (stores) => {
    if (!(await stores.connectSessions.advance({ ...session, state: 'done', result }, session.state))) return;
    if (session.connectionId === null) return;
    const pending = await stores.connections.find(session, session.connectionId);
    if (pending?.status !== 'pending_selection') return;
    await stores.connections.update(move(pending, 'disconnected', 'not_chosen', clock.now()), 'pending_selection');
    await stores.credentials.remove(pending.id);
  });
  return backTo(session, result);
}

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
  const again = session.reconnects && (await ports.storage.connections.find(session, session.reconnects));
  const own = again ? tenants.filter(({ tenantId }) => tenantId === again.providerTenantId) : tenants;
  return { pending, grant, tenants: own };
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

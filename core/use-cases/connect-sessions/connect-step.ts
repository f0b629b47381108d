import { type ConnectResult, type ConnectSession, pendingConnection } from '../../domain/connect-session.ts';
import { move } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { FormField } from '../../ports/provider.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import { heldGrant, sealGrant } from '../ledger/access-token.ts';
import { tenancyOf } from '../providers/provider-of.ts';
import { linkDigest } from './connect-link.ts';

export type ConnectStep =
  | (Pick<ConnectSession, 'externalAccountId' | 'environment' | 'retentionMode' | 'expiresAt'> & {
      readonly kind: 'consent';
      readonly organizationName: string;
      readonly accountName: string;
      readonly consentUrl: string;
      readonly cancelToken: string;
      /** Identifies the flow in the browser that opened the link. */
      readonly state: string;
    })
  | (Pick<ConnectSession, 'externalAccountId' | 'environment' | 'retentionMode' | 'expiresAt'> & {
      readonly kind: 'form';
      readonly organizationName: string;
      readonly providerName: string;
      readonly accountName: string;
      /** Secrets have no value. */
      readonly fields: readonly (FormField & { readonly value: string; readonly problem: string | null })[];
      readonly problem: string | null;
      readonly token: string;
    })
  | {
      readonly kind: 'choose';
      readonly organizationName: string;
      readonly selection: string;
      readonly tenants: readonly Pick<LedgerTenant, 'tenantId' | 'name'>[];
      /** Only in another browser, where the person may refuse; only the page carries the sealed `consent`. */
      readonly asked?: { readonly accountName: string; readonly consent: string };
    }
  /** Back to the customer's application. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** Another organization was authorized than the one that the link reconnects; the link stays open. */
  | { readonly kind: 'wrong'; readonly chosen: string; readonly wanted: string; readonly consentUrl: string }
  /** Another browser can use an approval once, so the person approves again. */
  | { readonly kind: 'spent'; readonly consentUrl: string }
  /** A flow without an application to return to. */
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

/** Why the link is closed; undefined if it is open. */
export function barred(session: ConnectSession, now: Date): ConnectStep | undefined {
  if (session.state === 'done') return gone.used;
  return now >= session.expiresAt ? gone.expired : undefined;
}

/** The customer's redirect_uri with the result; its other parameters remain. */
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

/** Ends the session without a connection, and removes the connection that waited for a choice. */
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
  return { ...(await choiceStep(ports, session, selection, tenants)), asked: { accountName, consent } };
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
  return choice ? choiceStep(ports, session, selection, choice.tenants) : gone.used;
}

async function choiceStep(
  { storage }: CorePorts,
  session: ConnectSession,
  selection: string,
  tenants: readonly LedgerTenant[],
) {
  const organization = await storage.organizations.find(session.organizationId);
  return {
    kind: 'choose',
    organizationName: organization?.name ?? '',
    selection,
    tenants: tenants.map(({ tenantId, name }) => ({ tenantId, name })),
  } as const;
}

/**
 * Continues an open session. A request repeated after the end gets the same end. Refusals return to the customer's
 * application; the link stays usable if trying again may help. If a simultaneous twin was quicker, this request ends as the
 * twin did. `tenantId`: the person's choice.
 */
export async function nextStep(
  ports: CorePorts,
  found: Promise<ConnectSession | undefined>,
  work: (session: ConnectSession) => Promise<ConnectStep>,
  tenantId?: string,
): Promise<ConnectStep> {
  const session = await found;
  if (!session) return gone.unknown;
  const end = (await endOf(ports, session, tenantId)) ?? barred(session, ports.clock.now());
  if (end) return end;
  const step = await work(session).catch((error: unknown) => {
    if (error instanceof ServiceError) return error;
    throw error;
  });
  const isRefused = step instanceof ServiceError;
  if (!isRefused && step !== gone.used) return step;
  const latest = await ports.storage.connectSessions.findByStateDigest(session.stateDigest);
  const ended = latest && (await endOf(ports, latest, tenantId));
  if (ended || !isRefused) return ended ?? gone.used;
  const reason = step.details.reason ?? step.code.toLowerCase();
  if (reason === 'connect_session_used') return gone.used;
  ports.log.warn('connecting failed', { connect_session_id: session.id, request_id: session.requestId, reason });
  if (step.code !== 'CONFLICT') return failed(ports, session, reason);
  return abandon(ports, session, { status: 'failed', error: reason });
}

/** How the session ended; a later choice of another organization learns that it came too late. */
async function endOf(
  { storage, clock }: CorePorts,
  session: ConnectSession,
  tenantId: string | undefined,
): Promise<ConnectStep | undefined> {
  const { state, result, expiresAt } = session;
  if (state !== 'done' || result === null || clock.now() >= expiresAt) return undefined;
  if (tenantId === undefined || result.status !== 'connected') return backTo(session, result);
  const connection = await storage.connections.find(session, result.connectionId);
  return connection?.providerTenantId === tenantId ? backTo(session, result) : gone.other;
}

/** The link stays usable; the same callback gets the same answer again. */
export async function failed(ports: CorePorts, session: ConnectSession, error: string): Promise<ConnectStep> {
  const result = { status: 'failed', error } as const;
  await ports.storage.connectSessions.advance({ ...session, result }, session.state);
  return backTo(session, result);
}

export function findByToken(ports: CorePorts, token: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByTokenDigest(linkDigest(ports, token));
}

export function findByState(ports: CorePorts, state: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
}

import type { Brand } from '../../domain/brand.ts';
import type { ConnectResult, ConnectSession, Locale } from '../../domain/connect-session.ts';
import { move } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { FormField, ProviderTraits } from '../../ports/provider.ts';
import { brandOf } from '../access/brand-of.ts';
import { providerOf } from '../providers/provider-of.ts';
import { connectUrl, linkDigest, portalDigest } from './connect-link.ts';

/** Who asks whom, and for what. */
interface Asking extends Pick<ConnectSession, 'externalAccountId' | 'environment' | 'retentionMode' | 'expiresAt'> {
  readonly accountName: string;
  readonly providerName: string;
  /** What the provider's coverage lets the service do. */
  readonly families: ProviderTraits['families'];
}

/** The person approves again, or refuses by `selection`. */
interface Again {
  readonly consentUrl: string;
  readonly selection: string;
}

export interface Back {
  /** Back to the application, where it is known. */
  readonly backUrl?: string;
}

/** Who asks, unless the link is unknown; a redirect has only the session. */
export interface Asker {
  readonly session?: ConnectSession['id'];
  /** The language that the session names. */
  readonly locale?: Locale;
  readonly brand?: Brand;
}

export type ConnectStep = Step & Asker;

type Step =
  | (Asking & {
      readonly kind: 'consent';
      readonly consentUrl: string;
      readonly cancelToken: string;
      /** Identifies the flow in the browser that opened the link. */
      readonly state: string;
    })
  | (Asking & {
      readonly kind: 'form';
      /** Secrets have no value. */
      readonly fields: readonly (FormField & { readonly value: string; readonly problem: string | null })[];
      readonly problem: string | null;
      /** Why the form was refused, for a text in another language. */
      readonly why: string | null;
      readonly token: string;
    })
  | {
      readonly kind: 'choose';
      readonly selection: string;
      readonly tenants: readonly Pick<LedgerTenant, 'tenantId' | 'name'>[];
      /** Only in another browser, where the person may refuse; only the page carries the sealed `consent`. */
      readonly asked?: { readonly accountName: string; readonly consent: string };
    }
  /** Back to the customer's application. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** Another organization was authorized than the one that the link reconnects; the link stays open. */
  | ({ readonly kind: 'wrong'; readonly chosen: string; readonly wanted: string } & Again)
  /** Another browser can use an approval once, so the person approves again. */
  | ({ readonly kind: 'spent' } & Again)
  /** A flow that failed or has no application to return to. `again`: the link, while it works. */
  | ({ readonly kind: 'ended'; readonly result: ConnectResult; readonly again?: string } & Back)
  | ({ readonly kind: 'gone'; readonly why: 'unknown' | 'expired' | 'other' | 'used' } & Back);

export const gone = {
  unknown: { kind: 'gone', why: 'unknown' },
  expired: { kind: 'gone', why: 'expired' },
  /** Another organization was chosen before, and is connected. */
  other: { kind: 'gone', why: 'other' },
  used: { kind: 'gone', why: 'used' },
} as const satisfies Record<string, ConnectStep>;

export function askingOf(ports: CorePorts, session: ConnectSession): Asking {
  const { externalAccountId, accountName, environment, retentionMode, expiresAt } = session;
  const { title, families } = providerOf(ports, session).traits;
  return {
    accountName: accountName ?? externalAccountId,
    providerName: title,
    families,
    externalAccountId,
    environment,
    retentionMode,
    expiresAt,
  };
}

/** Adds who asks, in the session's language; and to a failure or a link that no longer works the way back. */
export async function forPerson(ports: CorePorts, session: ConnectSession, told: ConnectStep): Promise<ConnectStep> {
  if (told.kind === 'redirect') return { ...told, session: session.id };
  const step = { ...told, ...(await askerOf(ports, session)) };
  if (step.kind !== 'gone' && step.kind !== 'ended') return step;
  const result = step.kind === 'ended' ? step.result : session.result;
  const back = backTo(session, result ?? { status: 'failed', error: 'connect_session_expired' });
  return back.kind === 'redirect' ? { ...step, backUrl: back.url } : step;
}

export async function askerOf(ports: CorePorts, { id, organizationId, locale }: ConnectSession): Promise<Asker> {
  const brand = await brandOf(ports, organizationId);
  return { session: id, brand, ...(locale && { locale }) };
}

/** Who asks by a link of either page or a flow's `state`, for a page that tells a failure; undefined if nobody is known. */
export function findAsker(ports: CorePorts) {
  return async (token: string, state: string): Promise<Asker | undefined> => {
    const { connectSessions } = ports.storage;
    const session =
      (await findByToken(ports, token)) ??
      (await connectSessions.findByTokenDigest(portalDigest(ports, token))) ??
      (await findByState(ports, state));
    return session && askerOf(ports, session);
  };
}

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

/**
 * Continues an open session. A request repeated after the end gets the same end. After a refusal the link stays usable.
 * If a simultaneous twin was quicker, this request ends as the twin did. `tenantId`: the person's choice.
 */
export async function nextStep(
  ports: CorePorts,
  found: Promise<ConnectSession | undefined>,
  work: (session: ConnectSession) => Promise<ConnectStep>,
  tenantId?: string,
): Promise<ConnectStep> {
  const session = await found;
  if (!session) return gone.unknown;
  return forPerson(ports, session, await continued(ports, session, work, tenantId));
}

async function continued(
  ports: CorePorts,
  session: ConnectSession,
  work: (session: ConnectSession) => Promise<ConnectStep>,
  tenantId: string | undefined,
): Promise<ConnectStep> {
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
  return failed(ports, session, reason);
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

/** The person may try again or return; the same callback gets the same answer again. */
export async function failed(ports: CorePorts, session: ConnectSession, error: string): Promise<ConnectStep> {
  const result = { status: 'failed', error } as const;
  await ports.storage.connectSessions.advance({ ...session, result }, session.state);
  return { kind: 'ended', result, again: connectUrl(ports, session.id) };
}

export function findByToken(ports: CorePorts, token: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByTokenDigest(linkDigest(ports, token));
}

export function findByState(ports: CorePorts, state: string): Promise<ConnectSession | undefined> {
  return ports.storage.connectSessions.findByStateDigest(linkDigest(ports, state));
}

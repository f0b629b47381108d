// "Your connection": the page on which a connection's customer sees what is done there, renews the access and ends it.
import type { Caller } from '../../domain/caller.ts';
import type { ConnectSession } from '../../domain/connect-session.ts';
import type { Connection } from '../../domain/connection.ts';
import type { StoredHealth } from '../../domain/connection-health.ts';
import { isId, type PortalSessionId, type RequestId } from '../../domain/ids.ts';
import { tokenPath } from '../../domain/provider-call.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import { parse } from '../../schemas/parse.ts';
import { PortalSessionRequest } from '../../schemas/requests/connections.ts';
import { countedTry } from '../access/counted-try.ts';
import { monitored } from '../connections/read-connections.ts';
import { disconnected } from '../disconnect/disconnect.ts';
import { providerOf } from '../providers/provider-of.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { connectUrl, portalDigest, portalReturn, portalToken, portalUrl } from './connect-link.ts';
import { assertRedirect, draftSession } from './create-connect-session.ts';
import { type Asker, askerOf } from './outcome.ts';

/**
 * A link to the page of one connection, for as long as the request says; stored as a connect session is. Throws BAD_REQUEST
 * naming the field, NOT_FOUND, CONFLICT `connection_not_active` if nothing was connected yet, READ_ONLY.
 */
export function createPortalSession(ports: CorePorts) {
  return async (caller: Caller, write: Write<PortalSessionRequest>): Promise<Answered<ReturnType<typeof created>>> => {
    const { return_url, ...request } = parse(PortalSessionRequest, write.body);
    if (return_url !== undefined) assertRedirect(ports.settings.redirectOrigins, 'return_url', return_url);
    return changeOnce(ports, caller, write, {
      act: ['portal_session.create'],
      keyRequired: false,
      async draft() {
        const session = await draftSession(ports, caller, { ...request, redirect_uri: return_url });
        const id = ports.ids.next('ps');
        const token = portalToken(ports, id);
        const digests = { tokenDigest: portalDigest(ports, token), stateDigest: portalDigest(ports, `state ${token}`) };
        return {
          forReplay: { id, expires_at: session.expiresAt.toISOString() },
          async apply({ connectSessions }) {
            await connectSessions.insert({ ...session, ...digests, id });
            return created(ports, id, session.expiresAt);
          },
        };
      },
      async replay(stored) {
        const { id, expires_at } = stored as { id: PortalSessionId; expires_at: string };
        return created(ports, id, new Date(expires_at));
      },
    });
  };
}

function created(ports: CorePorts, id: PortalSessionId, expiresAt: Date) {
  return { id, url: portalUrl(ports, id), expiresAt };
}

interface Back {
  /** Absent without an application to return to. */
  readonly backUrl?: string;
}

export type PortalStep = Asker & Back & ({ readonly kind: 'gone'; readonly why: 'unknown' | 'expired' } | PortalPage);

interface PortalPage
  extends Pick<Connection, 'status' | 'environment' | 'retentionMode' | 'createdAt'>,
    Pick<ConnectSession, 'expiresAt'> {
  readonly kind: 'portal';
  readonly token: string;
  readonly accountName: string | null;
  readonly providerName: string;
  readonly tenantName: string;
  /** What the provider's coverage lets the service do. */
  readonly families: ProviderTraits['families'];
  readonly healthReason: StoredHealth['reason'];
  readonly lastReadAt: Date | null;
  /** Null if none of the latest calls wrote, or if the provider's calls do not tell. */
  readonly lastWrittenAt: Date | null;
}

/** What the page of a link shows. It changes nothing. */
export function openPortal(ports: CorePorts) {
  return async (token: string): Promise<PortalStep> => {
    const found = await findPortal(ports, token);
    if (!found) return { kind: 'gone', why: 'unknown' };
    const { session, connection } = found;
    const asker = { ...(await askerOf(ports, session)), ...(session.redirectUri && { backUrl: session.redirectUri }) };
    if (!connection) return { ...asker, kind: 'gone', why: 'expired' };
    const { status, environment, retentionMode, createdAt } = connection;
    const { title, families } = providerOf(ports, connection).traits;
    const { health } = await monitored(ports.storage, connection);
    return {
      ...asker,
      kind: 'portal',
      token,
      status,
      environment,
      retentionMode,
      createdAt,
      families,
      expiresAt: session.expiresAt,
      accountName: session.accountName,
      providerName: title,
      tenantName: connection.providerTenantName ?? '',
      healthReason: health.reason,
      lastReadAt: health.lastSuccessAt,
      lastWrittenAt: await lastWritten(ports, connection),
    };
  };
}

/** Without the connection once the link has expired. */
async function findPortal(ports: CorePorts, token: string) {
  const { storage, clock } = ports;
  const session = await storage.connectSessions.findByTokenDigest(portalDigest(ports, token));
  if (!session?.reconnects) return undefined;
  const isOpen = clock.now() < session.expiresAt;
  return { session, connection: isOpen ? await storage.connections.find(session, session.reconnects) : undefined };
}

const callsLookedAt = 500;

/** A form's provider is called by POST to read, too. */
async function lastWritten(ports: CorePorts, connection: Connection): Promise<Date | null> {
  if (providerOf(ports, connection).connect.kind === 'form') return null;
  const { id } = connection;
  const among = { lookedAt: callsLookedAt };
  const calls = await ports.storage.providerCalls.listByConnection(connection, id, among, callsLookedAt);
  const written = calls.find(({ method, path, status }) => {
    return method !== 'GET' && path !== tokenPath && status !== null && status < 300;
  });
  return written?.at ?? null;
}

/** What a customer does by a link. */
export interface PortalAct {
  readonly token: string;
  readonly requestId: RequestId;
}

/** Acts within five minutes, so that a link cannot be used to fill the database or to keep the provider busy. */
const actsBound = { most: 20, windowSeconds: 300 };

/** The connection that the link's holder acts on; undefined once the link has expired. Throws RATE_LIMITED. */
async function findForAct(ports: CorePorts, token: string) {
  const found = await findPortal(ports, token);
  if (!found?.connection) return undefined;
  const { session, connection } = found;
  await countedTry(ports, { purpose: 'portal', whose: session.id, bound: actsBound, check: async () => false });
  return { session, connection };
}

/**
 * Makes a connect link for the same connection, which leads back to the page in the browser that keeps `token` for `id`.
 * Undefined once the portal's link has expired or the access has ended. Throws as `draftSession` does.
 */
export function reconnectFromPortal(ports: CorePorts) {
  return async ({ token, requestId }: PortalAct) => {
    const found = await findForAct(ports, token);
    if (!found || !isId('ps', found.session.id) || found.connection.status === 'disconnected') return undefined;
    const { id, organizationId, environment, accountName, locale } = found.session;
    const session = await draftSession(
      ports,
      { organizationId, environment, requestId },
      {
        connection_id: found.connection.id,
        redirect_uri: portalReturn(ports, id),
        account_name: accountName ?? undefined,
        locale: locale ?? undefined,
      },
    );
    await ports.storage.connectSessions.insert(session);
    return { id, url: connectUrl(ports, session.id), expiresAt: session.expiresAt };
  };
}

/** Disconnects, in the customer's name; throws as a disconnect does. Does nothing once the link has expired. */
export function endFromPortal(ports: CorePorts) {
  return async ({ token, requestId }: PortalAct): Promise<void> => {
    const found = await findForAct(ports, token);
    if (!found || !isId('ps', found.session.id)) return;
    const { id: actor, organizationId, environment, accountName, externalAccountId } = found.session;
    const customer = { organizationId, environment, requestId, actor, name: accountName ?? externalAccountId };
    await disconnected(ports, customer, found.connection);
  };
}

import type { Caller } from '../../domain/caller.ts';
import { type ConnectSession, connectSessionMinutes } from '../../domain/connect-session.ts';
import { countedStatuses } from '../../domain/connection.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import { type ConnectSessionId, isId, type ProviderAppId } from '../../domain/ids.ts';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import { hasRoom, type Organization } from '../../domain/organization.ts';
import type { ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import {
  ConnectSessionRequest,
  MemberSessionRequest,
  ReconnectSessionRequest,
} from '../../schemas/requests/connections.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { providerNamed, providerOf } from '../providers/provider-of.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { connectToken, connectUrl, linkDigest, oauthState } from './connect-link.ts';
import { limitReached } from './tenant-claim.ts';

/**
 * A link that connects one tenant, open for half an hour unless the request says longer. Throws BAD_REQUEST naming the
 * field, NOT_FOUND, CONFLICT `provider_app_not_verified`, CONNECTION_LIMIT_REACHED, READ_ONLY.
 */
export function createConnectSession(ports: CorePorts) {
  return async (
    caller: Caller,
    write: Write<ConnectSessionRequest | ReconnectSessionRequest>,
  ): Promise<Answered<ReturnType<typeof created>>> => {
    const request = requestOf(caller, write.body);
    if ('provider' in request) providerNamed(ports, request.provider);
    if (request.redirect_uri !== undefined)
      assertRedirect(ports.settings.redirectOrigins, 'redirect_uri', request.redirect_uri);
    return changeOnce(ports, caller, write, {
      act: ['connect_session.create'],
      keyRequired: false,
      async draft() {
        const session = await draftSession(ports, caller, request);
        const { id, expiresAt } = session;
        return {
          forReplay: { id, expires_at: expiresAt.toISOString() },
          async apply({ connectSessions }) {
            await connectSessions.insert(session);
            return created(ports, id, expiresAt);
          },
        };
      },
      async replay(stored) {
        const { id, expires_at } = stored as { id: ConnectSessionId; expires_at: string };
        return created(ports, id, new Date(expires_at));
      },
    });
  };
}

/** Without `redirect_uri` a flow ends on a page of the service. A first connection by a key has to name one. */
type SessionRequest = MemberSessionRequest | ReconnectSessionRequest;

function requestOf({ actor }: Caller, body: unknown): SessionRequest {
  if (isJsonObject(body) && 'connection_id' in body) return parse(ReconnectSessionRequest, body);
  return parse(isId('user', actor) ? MemberSessionRequest : ConnectSessionRequest, body);
}

type Asker = Pick<Caller, 'organizationId' | 'environment' | 'requestId'>;

export async function draftSession(ports: CorePorts, caller: Asker, request: SessionRequest): Promise<ConnectSession> {
  const { clock, ids } = ports;
  const { organizationId, environment, requestId } = caller;
  const { hasSynced, ...customer } =
    'connection_id' in request
      ? await connectedBefore(ports, caller, request)
      : await connectedFirst(ports, caller, request);
  const {
    account_name: accountName = null,
    sync_from: syncFrom = null,
    locale = null,
    expires_in_minutes: minutes = connectSessionMinutes,
  } = request;
  const now = clock.now();
  if (syncFrom !== null) assertFirstSync({ ...customer, hasSynced }, syncFrom, now);
  const id = ids.next('cs');
  const token = connectToken(ports, id);
  return {
    id,
    organizationId,
    environment,
    requestId,
    accountName,
    locale,
    syncFrom,
    ...customer,
    state: 'open',
    tokenDigest: linkDigest(ports, token),
    stateDigest: linkDigest(ports, oauthState(ports, token)),
    redirectUri: request.redirect_uri ?? '',
    consentId: null,
    connectionId: null,
    result: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  };
}

/** Throws BAD_REQUEST `sync_from` for a day to come, and where no sync follows that it could bound. */
function assertFirstSync({ retentionMode, hasSynced }: Whose, syncFrom: string, now: Date): void {
  const refused = (why: string) => badRequest('sync_from', why);
  if (new Date(`${syncFrom}T00:00:00Z`) > now) throw refused('must not be in the future');
  if (retentionMode === 'zero') throw refused('is of no use: a connection with zero retention stores no records');
  if (hasSynced) throw refused('is of no use: the connection was synced before, and goes on where it was');
}

type Whose = Pick<
  ConnectSession,
  'provider' | 'providerAppId' | 'externalAccountId' | 'retentionMode' | 'metadata' | 'reconnects'
> & {
  /** The connection had its first sync, and keeps what that read. */
  readonly hasSynced: boolean;
};

async function connectedFirst(ports: CorePorts, caller: Asker, request: MemberSessionRequest): Promise<Whose> {
  const organization = await ports.storage.organizations.find(caller.organizationId);
  if (!organization) throw new Error('the organization of an API key is missing');
  const { external_account_id: externalAccountId, retention_mode: retentionMode = 'cached' } = request;
  const provider = providerNamed(ports, request.provider);
  const providerAppId = await chooseApp(ports, caller, organization, { ...request, provider });
  await assertCapacity(ports, caller, organization, externalAccountId);
  const metadata = (request.metadata ?? {}) as JsonObject;
  const first = { reconnects: null, hasSynced: false };
  return { provider, providerAppId, externalAccountId, retentionMode, metadata, ...first };
}

/** Throws NOT_FOUND, CONFLICT `connection_not_active` if nothing was connected yet, CONFLICT `retention_mode_fixed`. */
async function connectedBefore(ports: CorePorts, caller: Asker, request: ReconnectSessionRequest): Promise<Whose> {
  const connection = await requireConnection(ports, caller, request.connection_id);
  const { id: reconnects, status, provider, providerAppId, externalAccountId, retentionMode } = connection;
  if (connection.providerTenantId === null || status === 'pending_selection' || status === 'disconnecting') {
    throw conflict('connection_not_active', `a connection that is ${status} cannot be connected again`);
  }
  if ((request.retention_mode ?? retentionMode) !== retentionMode) {
    throw conflict('retention_mode_fixed', `the connection was made with retention mode ${retentionMode}`);
  }
  const metadata = (request.metadata as JsonObject | undefined) ?? connection.metadata;
  const again = { reconnects, hasSynced: status !== 'disconnected' };
  return { provider, providerAppId, externalAccountId, retentionMode, metadata, ...again };
}

function created(ports: CorePorts, id: ConnectSession['id'], expiresAt: Date) {
  return { connectSessionId: id, connectUrl: connectUrl(ports, id), expiresAt };
}

/** Only origins on the deployment's allow-list may receive the person and the result. */
export function assertRedirect(allowed: readonly string[], field: string, uri: string): void {
  const url = new URL(uri);
  // `blob:https://app.example.com/…` has that application's origin but leads elsewhere.
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isPlain = url.username === '' && url.password === '';
  if (!isWeb || !isPlain || !allowed.some((entry) => admits(entry, url))) {
    throw badRequest(field, `the origin ${url.origin} is not on this deployment's allow-list`);
  }
}

/** An entry is an origin; `:*` at its end admits every port of the host (development). */
function admits(entry: string, url: URL): boolean {
  if (!entry.endsWith(':*')) return entry === url.origin;
  return entry.slice(0, -2) === `${url.protocol}//${url.hostname}`;
}

async function chooseApp(
  ports: CorePorts,
  caller: Asker,
  organization: Organization,
  { provider, provider_app_id }: Pick<ConnectSessionRequest, 'provider' | 'provider_app_id'>,
): Promise<ProviderAppId | null> {
  const { providerApps } = ports.storage;
  const given = provider_app_id ?? undefined;
  const { connect, traits } = providerOf(ports, { provider });
  if (connect.kind === 'form') {
    if (given === undefined) return null;
    throw badRequest('provider_app_id', `${traits.title} is connected without a provider app`);
  }
  if (given !== undefined) {
    const app = isId('app', given) ? await providerApps.find(caller, given) : undefined;
    if (!app) throw badRequest('provider_app_id', 'is not a provider app of this environment');
    if (app.provider !== provider) throw badRequest('provider_app_id', `is a provider app of ${app.provider}`);
    return verified(app);
  }
  const own = await providerApps.findDefault(caller, provider);
  if (own) return verified(own);
  if (organization.plan === 'trial' && connect.hostedApp) return null;
  throw badRequest('provider_app_id', 'is required: this environment has no default provider app of the provider');
}

function verified(app: ProviderApp): ProviderAppId {
  if (app.status !== 'verified') throw conflict('provider_app_not_verified', 'the provider app is not verified yet');
  return app.id;
}

/**
 * Refuses a session that would certainly exceed the limit. A customer who connects again is not counted twice. After the
 * consent, when the tenant is known, the limit is checked again.
 */
async function assertCapacity(
  { storage }: CorePorts,
  caller: Asker,
  organization: Organization,
  externalAccountId: string,
): Promise<void> {
  if (hasRoom(organization, await storage.connections.countCounted(organization.id))) return;
  for (const status of countedStatuses) {
    const { total } = await storage.connections.list(caller, { externalAccountId, status }, { limit: 1, page: 1 });
    if (total > 0) return;
  }
  throw limitReached(organization);
}

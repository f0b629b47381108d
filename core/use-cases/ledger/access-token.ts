import { secondsAfter } from '../../domain/backoff.ts';
import {
  type AccessCredentials,
  type Connection,
  type Credentials,
  isFresh,
  refreshLeaseSeconds,
} from '../../domain/connection.ts';
import { hasReason, ServiceError } from '../../domain/errors.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant } from '../../ports/ledger-authorization.ts';
import type { SecretPlace, SecretVault } from '../../ports/secrets.ts';
import { providerOf } from '../providers/provider-of.ts';
import { turnsFor } from './key-places.ts';
import { ledgerClientOf } from './ledger-client.ts';

/** A caller waits no longer than this for another's refresh. */
const refreshPatienceSeconds = 25;

export function actionRequired(connectionId: ConnectionId, reason: string): ServiceError {
  return new ServiceError('ACTION_REQUIRED', 'the provider no longer accepts this connection; reconnect it', {
    reason,
    connectionId,
  });
}

/**
 * A token that the provider should accept. However many processes ask at once, one refreshes and the others use its token.
 * `rejected`: a token that the provider has just refused, so it is not used, even if it is fresh.
 */
export async function accessToken(ports: CorePorts, connection: Connection, rejected?: string): Promise<string> {
  const { storage, clock, ids } = ports;
  const holder = ids.next('req');
  for await (const _ of turnsFor(ports, refreshPatienceSeconds)) {
    const held = await storage.credentials.find(connection.id);
    if (!held) throw actionRequired(connection.id, 'no_credentials');
    const token = await openToken(ports, connection, held);
    if (token !== undefined && token !== rejected) return token;
    const now = clock.now();
    const claim = { generation: held.generation, holder, now, leaseUntil: secondsAfter(now, refreshLeaseSeconds) };
    if (!(await storage.credentials.claimRefresh(connection.id, claim))) continue;
    const renewed = await refresh(ports, connection, held, holder);
    if (renewed !== undefined) return renewed;
  }
  throw new ServiceError('PROVIDER_TIMEOUT', 'the connection is still renewing its authorization; try again', {
    outcome: 'not_applied',
  });
}

interface OpenedToken {
  readonly held: AccessCredentials;
  readonly token: string;
}

/** Opened tokens of this process, least recently used first, because opening one is slow. */
const openedTokens = new WeakMap<SecretVault, Map<ConnectionId, OpenedToken>>();
const openedMost = 10_000;

/** The access token of stored credentials; undefined if it must be renewed. A process opens it once per generation. */
export async function openToken(
  { vault, clock }: CorePorts,
  connection: Connection,
  held: AccessCredentials,
): Promise<string | undefined> {
  if (!isFresh(held, clock.now())) return undefined;
  const opened = openedTokens.get(vault) ?? new Map<ConnectionId, OpenedToken>();
  openedTokens.set(vault, opened);
  const known = opened.get(connection.id);
  // The sealed text differs for each generation, and if a connection's rows were inserted again.
  const isKnown = known?.held.sealedAccessToken === held.sealedAccessToken;
  const token = isKnown
    ? known.token
    : await vault.open(held.sealedAccessToken, tokenPlace(connection, 'access_token'));
  opened.delete(connection.id);
  opened.set(connection.id, { held, token });
  const [oldest] = opened;
  if (oldest && (opened.size > openedMost || !isFresh(oldest[1].held, clock.now()))) opened.delete(oldest[0]);
  return token;
}

/** The new access token, or undefined when another holder was quicker. */
async function refresh(
  ports: CorePorts,
  connection: Connection,
  held: Credentials,
  holder: string,
): Promise<string | undefined> {
  const { storage, vault } = ports;
  const place = tokenPlace(connection, 'refresh_token');
  try {
    const grant = await renewedGrant(ports, connection, held);
    const sealed = await sealGrant(ports, connection, grant);
    // Sealed under the ring's first key: a write during re-encryption must not bring an old key back.
    const sealedPreviousRefreshToken = await vault.seal(await vault.open(held.sealedRefreshToken, place), place);
    const next = { ...sealed, generation: held.generation + 1, sealedPreviousRefreshToken };
    if (!(await storage.credentials.replace(next, holder))) return undefined;
    await noteIdentity(ports, connection, grant);
    return grant.accessToken;
  } catch (error) {
    await storage.credentials.yieldRefresh(connection.id, holder);
    if (!hasReason(error, 'invalid_grant')) throw error;
    const latest = await storage.credentials.find(connection.id);
    if (latest && latest.generation !== held.generation) return undefined;
    throw actionRequired(connection.id, 'invalid_grant');
  }
}

/**
 * Notes what the provider says that the tenant is, for connections that were made before it was asked. The log-in counts
 * even if this fails.
 */
async function noteIdentity(
  ports: CorePorts,
  connection: Connection,
  { accessToken: token }: LedgerGrant,
): Promise<void> {
  const { connect } = providerOf(ports, connection);
  const { id, providerTenantId } = connection;
  if (connect.kind !== 'form' || !connect.identityOf || providerTenantId === null) return;
  try {
    const identity = await connect.identityOf(token, providerTenantId);
    if (identity === undefined || (await ports.storage.connections.noteIdentity(id, identity))) return;
    ports.log.warn('another connection has the same tenant by another address', { connection_id: id });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ports.log.warn('the identity of a tenant could not be noted', { connection_id: id, reason });
  }
}

/** Renews with the newest refresh token, else with the one before it, which still works if a rotation's answer was lost. */
async function renewedGrant(ports: CorePorts, connection: Connection, held: Credentials): Promise<LedgerGrant> {
  const { vault } = ports;
  const { connect } = providerOf(ports, connection);
  const place = tokenPlace(connection, 'refresh_token');
  // The secret does not rotate, and a second wrong log-in would only bring the login nearer to being locked.
  if (connect.kind === 'form') return connect.refresh(await vault.open(held.sealedRefreshToken, place));
  const { authorization } = connect;
  const client = await ledgerClientOf(ports, connection, connection.providerAppId);
  try {
    return await authorization.refresh(client, await vault.open(held.sealedRefreshToken, place));
  } catch (error) {
    if (!hasReason(error, 'invalid_grant') || held.sealedPreviousRefreshToken === null) throw error;
    return authorization.refresh(client, await vault.open(held.sealedPreviousRefreshToken, place));
  }
}

type Owner = Pick<Connection, 'id' | 'organizationId' | 'environment'>;

export async function sealGrant(
  { vault, clock }: CorePorts,
  owner: Owner,
  grant: LedgerGrant,
): Promise<Omit<Credentials, 'generation'>> {
  return {
    organizationId: owner.organizationId,
    connectionId: owner.id,
    sealedAccessToken: await vault.seal(grant.accessToken, tokenPlace(owner, 'access_token')),
    sealedRefreshToken: await vault.seal(grant.refreshToken, tokenPlace(owner, 'refresh_token')),
    sealedPreviousRefreshToken: null,
    accessExpiresAt: grant.expiresAt,
    refreshedAt: clock.now(),
  };
}

function tokenPlace({ id, organizationId, environment }: Owner, column: 'access_token' | 'refresh_token'): SecretPlace {
  return { organizationId, environment, table: 'credentials', row: id, column };
}

/** The grant behind a connection that still waits for the choice of its organization. */
export async function heldGrant(ports: CorePorts, connection: Connection): Promise<LedgerGrant> {
  const token = await accessToken(ports, connection);
  const held = await ports.storage.credentials.find(connection.id);
  if (!held) throw actionRequired(connection.id, 'no_credentials');
  return {
    accessToken: token,
    refreshToken: await ports.vault.open(held.sealedRefreshToken, tokenPlace(connection, 'refresh_token')),
    expiresAt: held.accessExpiresAt,
    scopes: connection.scopes,
    consentId: null,
  };
}

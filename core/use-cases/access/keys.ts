import {
  type AgentLimits,
  type AgentTerms,
  agentRightsOf,
  backendTerms,
  grantedTerms,
  type WantedTerms,
} from '../../domain/agent-rights.ts';
import {
  type ApiKey,
  activeKeysMost,
  composeKey,
  defaultKeyScopes,
  environmentOfKey,
  isActive,
  keyConnectionsMost,
} from '../../domain/api-key.ts';
import type { Caller, Plane } from '../../domain/caller.ts';
import { badRequest, conflict, notFound, unauthorized } from '../../domain/errors.ts';
import { type ConnectionId, isId, type OrganizationId, type RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { LimitsRequest } from '../../schemas/requests/keys.ts';

export interface WantedLimits extends WantedTerms {
  readonly connectionIds?: readonly string[] | null | undefined;
}

/** Rights and end are optional: by default the key has every right but requests of one's own to the provider, and no end. */
type WantedKey = Plane &
  Pick<ApiKey, 'name'> &
  Partial<AgentTerms & Pick<ApiKey, 'connectionIds' | 'expiresAt' | 'lineageId'>> & {
    readonly scopes?: ApiKey['scopes'] | undefined;
  };

/** What an agent key may write, as the API takes it. Throws BAD_REQUEST naming the wrong part. */
export function parseLimits(value: unknown): AgentLimits {
  return parse(LimitsRequest, value);
}

export interface IssuedKey {
  readonly key: ApiKey;
  /** Shown once; it cannot be recovered. */
  readonly secret: string;
}

type AskedKey = Plane & Pick<ApiKey, 'name'> & WantedLimits;

/** Throws as `grantable`, NOT_FOUND, CONFLICT `key_limit_reached`. */
export function issueKey(ports: CorePorts) {
  return async (wanted: AskedKey): Promise<IssuedKey> => {
    const issued = keyFor(ports, { ...wanted, ...(await grantable(ports, wanted, wanted)) });
    await ports.storage.transaction((stores) => keepKey(stores, issued.key));
    return issued;
  };
}

/**
 * Stores the key under the organization's lock, so that simultaneous requests cannot pass the limit. Throws CONFLICT
 * `key_limit_reached`.
 */
export async function keepKey({ organizations, apiKeys }: Stores, key: ApiKey): Promise<void> {
  if (!(await organizations.lock(key.organizationId))) throw notFound('organization');
  if ((await apiKeys.countActive(key.organizationId, key.createdAt)) >= activeKeysMost) {
    const message = `an organization has at most ${activeKeysMost} active API keys: revoke one first`;
    throw conflict('key_limit_reached', message);
  }
  await apiKeys.insert(key);
}

/**
 * Throws BAD_REQUEST for an end that has passed, for connections that the environment does not have, and for what a key of
 * its kind cannot have.
 */
export async function grantable(ports: CorePorts, plane: Plane, wanted: WantedLimits) {
  const { connectionIds = null, expiresAt = null } = wanted;
  const now = ports.clock.now();
  if (expiresAt && expiresAt <= now) throw badRequest('expires_at', 'must be in the future');
  const terms = grantedTerms(wanted, now);
  return { ...terms, connectionIds: connectionIds && (await ownConnections(ports, plane, connectionIds)) };
}

async function ownConnections(
  ports: CorePorts,
  { organizationId, environment }: Plane,
  ids: readonly string[],
): Promise<readonly ConnectionId[]> {
  if (ids.length > keyConnectionsMost) throw badRequest('connection_ids', `must be at most ${keyConnectionsMost}`);
  const own: ConnectionId[] = [];
  for (const [i, id] of ids.entries()) {
    const found = isId('conn', id)
      ? await ports.storage.connections.find({ organizationId, environment }, id)
      : undefined;
    if (!found) throw badRequest(`connection_ids[${i}]`, `is no connection in ${environment}`);
    own.push(found.id);
  }
  return own;
}

/** Makes a key without storing it. */
export function keyFor(ports: CorePorts, wanted: WantedKey): IssuedKey {
  const { clock, ids } = ports;
  const {
    organizationId,
    environment,
    name,
    scopes = defaultKeyScopes,
    connectionIds = null,
    expiresAt = null,
    lineageId = null,
  } = wanted;
  const { kind, tools, limits, requiresApproval, lookAlikeHours } = { ...backendTerms, ...wanted };
  const secret = composeKey(environment, randomNumbers(ids, 32, 62));
  const key: ApiKey = {
    id: ids.next('key'),
    organizationId,
    environment,
    name,
    scopes,
    connectionIds,
    expiresAt,
    digest: keyDigest(ports, secret),
    lastFour: secret.slice(-4),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
    successorId: null,
    ...{ kind, tools, limits, requiresApproval, lookAlikeHours, lineageId },
  };
  return { key, secret };
}

/** Whole numbers below `below`, each equally likely: drops bytes that would favour some. */
export function randomNumbers(ids: CorePorts['ids'], count: number, below: number): readonly number[] {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const fair = [...ids.randomBytes(count)].filter((byte) => byte < 256 - (256 % below));
    numbers.push(...fair.map((byte) => byte % below));
  }
  return numbers.slice(0, count);
}

/** Ends the key at once. Throws NOT_FOUND for another organization's or a revoked key. */
export function revokeKey({ storage, clock }: CorePorts) {
  return async (organizationId: OrganizationId, id: string): Promise<void> => {
    const revoked = isId('key', id) && (await storage.apiKeys.revoke(organizationId, id, clock.now()));
    if (!revoked) throw notFound('API key');
  };
}

const touchEveryMs = 60_000;
const longestHeader = 200;

function keyDigest({ digester }: CorePorts, secret: string): string {
  return digester.keyed('api-key', secret);
}

/** Finds the owner of a bearer key. Throws the same UNAUTHORIZED for unknown, revoked and expired keys. */
export function authenticate(ports: CorePorts) {
  return async (authorization: string | undefined, requestId: RequestId): Promise<Caller> => {
    const secret = bearer(authorization);
    if (environmentOfKey(secret) === undefined) throw unauthorized('malformed');
    const key = await ports.storage.apiKeys.findByDigest(keyDigest(ports, secret));
    if (!key || !isActive(key, ports.clock.now())) throw unauthorized('unknown');
    const { id: actor, organizationId, environment, name, scopes, connectionIds } = key;
    touch(ports, key);
    const agent = agentRightsOf(key);
    const rights = { scopes, connectionIds, ...(agent && { agent }) };
    return { organizationId, environment, actor, name, requestId, rights };
  };
}

function bearer(authorization = ''): string {
  if (authorization === '') throw unauthorized('missing');
  const [, secret] = authorization.length > longestHeader ? [] : (/^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? []);
  if (secret === undefined) throw unauthorized('no_bearer');
  return secret;
}

/** Stores the last use, once a minute; no request waits for it. */
function touch({ storage, clock, log }: CorePorts, key: ApiKey): void {
  const now = clock.now();
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < touchEveryMs) return;
  storage.apiKeys.touch(key.id, now).catch((error: unknown) => {
    // This fails on a read-only database, which still serves reads.
    log.warn('the use of a key could not be noted', { error: error instanceof Error ? error.message : String(error) });
  });
}

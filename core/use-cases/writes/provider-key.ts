// The provider's idempotency keys: SHA-256 of the connection, the environment, the caller's request, the act and its step. Ids
// that the service made are not part of it, so a request that is repeated after the database went back has the same key.
import { badRequest } from '../../domain/errors.ts';
import { type IdempotencyScope, idempotencyKeyMaxLength, type WriteAttempt } from '../../domain/idempotency.ts';
import type { ConnectionId, OrganizationId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** What the provider's keys of a write are made from. */
export interface KeySource {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId | null;
  /** The environment, the caller's request and the part of it: the same when the request is repeated. */
  readonly asked: string;
  /** The claim's own identity: leases belong to it, and builds that stored no keys made them from it. */
  readonly writer: string;
}

/** The most calls of a write whose keys are remembered. */
const keysMost = 20;

/**
 * The key under which a call goes to the provider, and the keys to store with it. The key of an earlier attempt is kept: the
 * stored one, or the one that a build made which stored no keys.
 */
export function providerKey(
  { digester }: Pick<CorePorts, 'digester'>,
  { connectionId, asked, writer }: KeySource,
  { call, earlier }: { readonly call: string; readonly earlier: WriteAttempt | null },
) {
  const base = earlier && !earlier.keys ? writer : asked;
  const before = earlier?.keys ?? {};
  const key = before[call] ?? digester.sha256(`${connectionId}|${base}|${call}`);
  const keys = Object.fromEntries(Object.entries({ ...before, [call]: key }).slice(-keysMost));
  return { key, keys };
}

/** The parts of the key of a request's own write. Earlier builds make the same keys, so either can continue the other's attempt. */
export function requestKeys(
  { organizationId, environment, key }: IdempotencyScope,
  connectionId: ConnectionId | null,
): KeySource {
  const asked = `${environment}|${key}`;
  return { organizationId, connectionId, asked, writer: asked };
}

/** Of a write in background work. No caller's key contains a line break, so no request's keys equal these. */
export function operationKeys(
  { id, organizationId, connectionId, environment, type, origin }: Operation,
  { asked, writer }: { readonly asked: string; readonly writer: string },
): KeySource {
  const own = `${environment}|\nop:${id}:${writer}`;
  return {
    organizationId,
    connectionId,
    asked: origin === null ? own : `${environment}|\n${origin}|${type} ${asked}`,
    writer: own,
  };
}

/** What a request asks for, of which the keys of its background work are made. Throws BAD_REQUEST without a key. */
export function requestOrigin(write: { readonly key?: string | undefined }): string {
  return `key:${requiredKey(write)}`;
}

/** The Idempotency-Key of a request that must have one. */
export function requiredKey({ key }: { readonly key?: string | undefined }): string {
  if (!key) throw badRequest('Idempotency-Key', 'the header is required');
  if (key.length <= idempotencyKeyMaxLength) return key;
  throw badRequest('Idempotency-Key', `must have at most ${idempotencyKeyMaxLength} characters`);
}

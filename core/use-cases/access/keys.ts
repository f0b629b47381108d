import { type ApiKey, activeKeysMost, composeKey } from '../../domain/api-key.ts';
import type { Plane } from '../../domain/caller.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { isId, type OrganizationId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { keyDigest } from './authenticate.ts';

export interface IssuedKey {
  readonly key: ApiKey;
  /** Shown once: it cannot be recovered. */
  readonly secret: string;
}

export function issueKey(ports: CorePorts) {
  return async (wanted: Plane & { name: string }): Promise<IssuedKey> => {
    const issued = keyFor(ports, wanted);
    await ports.storage.transaction((stores) => keepKey(stores, issued.key));
    return issued;
  };
}

/** Throws CONFLICT `key_limit_reached`; counted by one at a time. */
export async function keepKey(
  { organizations, apiKeys }: Pick<Stores, 'organizations' | 'apiKeys'>,
  key: ApiKey,
): Promise<void> {
  if (!(await organizations.lock(key.organizationId))) throw notFound('organization');
  if ((await apiKeys.countActive(key.organizationId)) >= activeKeysMost) {
    const message = `an organization has at most ${activeKeysMost} active API keys: revoke one first`;
    throw conflict('key_limit_reached', message);
  }
  await apiKeys.insert(key);
}

/** A new key that is not kept yet. */
export function keyFor(
  ports: Pick<CorePorts, 'digester' | 'clock' | 'ids'>,
  { name, organizationId, environment }: Plane & { readonly name: string },
): IssuedKey {
  const { clock, ids } = ports;
  const secret = composeKey(environment, randomNumbers(ids, 32, 62));
  const key: ApiKey = {
    id: ids.next('key'),
    organizationId,
    environment,
    name,
    digest: keyDigest(ports, secret),
    lastFour: secret.slice(-4),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  };
  return { key, secret };
}

/** Whole numbers below `below`, each equally likely: bytes that would favour some are thrown away. */
export function randomNumbers(ids: CorePorts['ids'], count: number, below: number): readonly number[] {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const fair = [...ids.randomBytes(count)].filter((byte) => byte < 256 - (256 % below));
    numbers.push(...fair.map((byte) => byte % below));
  }
  return numbers.slice(0, count);
}

export function revokeKey({ storage, clock }: CorePorts) {
  return async (organizationId: OrganizationId, id: string): Promise<void> => {
    const revoked = isId('key', id) && (await storage.apiKeys.revoke(organizationId, id, clock.now()));
    if (!revoked) throw notFound('API key');
  };
}

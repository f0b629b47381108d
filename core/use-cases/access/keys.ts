import { type ApiKey, composeKey } from '../../domain/api-key.ts';
import type { Plane } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isId, type OrganizationId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { keyDigest } from './authenticate.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

export interface IssuedKey {
  readonly key: ApiKey;
  /** Shown once: it cannot be recovered. */
  readonly secret: string;
}

export function issueKey(ports: Ports) {
  return async (wanted: Plane & { name: string }): Promise<IssuedKey> => {
    const { storage } = ports;
    if (!(await storage.organizations.find(wanted.organizationId))) throw notFound('organization');
    const issued = keyFor(ports, wanted);
    await storage.apiKeys.insert(issued.key);
    return issued;
  };
}

/** A new key that is not kept yet. */
export function keyFor(
  ports: Pick<Ports, 'digester' | 'clock' | 'ids'>,
  { name, organizationId, environment }: Plane & { readonly name: string },
): IssuedKey {
  const { clock, ids } = ports;
  const secret = composeKey(environment, randomLetters(ids, 32));
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

/** Values 0-61, each equally likely: bytes that would favour some are thrown away. */
function randomLetters(ids: Ports['ids'], count: number): number[] {
  const letters: number[] = [];
  while (letters.length < count) {
    for (const byte of ids.randomBytes(count)) if (byte < 248 && letters.length < count) letters.push(byte % 62);
  }
  return letters;
}

export function revokeKey({ storage, clock }: Ports) {
  return async (organizationId: OrganizationId, id: string): Promise<void> => {
    const revoked = isId('key', id) && (await storage.apiKeys.revoke(organizationId, id, clock.now()));
    if (!revoked) throw notFound('API key');
  };
}

import { type ApiKey, environmentOfKey } from '../../domain/api-key.ts';
import type { Caller } from '../../domain/caller.ts';
import { unauthorized } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

const touchEveryMs = 60_000;
const longestHeader = 200;

export function keyDigest({ digester }: Pick<CorePorts, 'digester'>, secret: string): string {
  return digester.keyed('api-key', secret);
}

/**
 * Who a bearer key belongs to. Missing, malformed, unknown and revoked keys are refused alike; a revocation holds at
 * once, because the key is read at every request.
 */
export function authenticate(ports: CorePorts) {
  return async (authorization: string | undefined, requestId: RequestId): Promise<Caller> => {
    const secret = bearer(authorization);
    if (secret === undefined || environmentOfKey(secret) === undefined) throw unauthorized();
    const key = await ports.storage.apiKeys.findByDigest(keyDigest(ports, secret));
    if (!key || key.revokedAt !== null) throw unauthorized();
    await touch(ports, key);
    return { organizationId: key.organizationId, environment: key.environment, actor: key.id, requestId };
  };
}

function bearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > longestHeader) return undefined;
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
}

/** When a key was last used is worth one write a minute. */
async function touch({ storage, clock, log }: CorePorts, key: ApiKey): Promise<void> {
  const now = clock.now();
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < touchEveryMs) return;
  await storage.apiKeys.touch(key.id, now).catch((error: unknown) => {
    // A database that takes no writes can still be read.
    log.warn('the use of a key could not be noted', { error: error instanceof Error ? error.message : String(error) });
  });
}

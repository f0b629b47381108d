import type { ApiKey } from '../../domain/api-key.ts';
import type { Environment } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { notFound } from '../../domain/errors.ts';
import { assertAllowed, keyPermission } from '../../domain/permission.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type IssuedKey, keyFor } from '../access/keys.ts';
import { actorOf, recordAct } from './record-act.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

/** Of both environments, revoked ones too; never the secrets. */
export function listKeys({ storage }: Ports) {
  return (signedIn: SignedIn): Promise<readonly ApiKey[]> => {
    assertAllowed(signedIn.role, 'read');
    return storage.apiKeys.list(signedIn.organizationId);
  };
}

export function createKey(ports: Ports) {
  return async (signedIn: SignedIn, environment: Environment, name: string): Promise<IssuedKey> => {
    assertAllowed(signedIn.role, keyPermission(environment));
    const issued = keyFor(ports, { organizationId: signedIn.organizationId, environment, name });
    await ports.storage.transaction(async (stores) => {
      await stores.apiKeys.insert(issued.key);
      const act = { ...actorOf(signedIn, environment), action: 'api_key.created', subject: issued.key.id };
      await recordAct(stores, ports, { ...act, details: { name } });
    });
    return issued;
  };
}

/** Holds at once: no request that begins after this returns is answered for it. */
export function revokeKeyAs(ports: Ports) {
  return async (signedIn: SignedIn, id: string): Promise<ApiKey> => {
    const { storage, clock } = ports;
    const key = (await storage.apiKeys.list(signedIn.organizationId)).find((one) => one.id === id);
    if (!key) throw notFound('API key');
    assertAllowed(signedIn.role, keyPermission(key.environment));
    const now = clock.now();
    const revoked = await storage.transaction(async (stores) => {
      const isNew = await stores.apiKeys.revoke(signedIn.organizationId, key.id, now);
      const act = { ...actorOf(signedIn, key.environment), action: 'api_key.revoked', subject: key.id };
      if (isNew) await recordAct(stores, ports, { ...act, details: { name: key.name } });
      return isNew;
    });
    return revoked ? { ...key, revokedAt: now } : key;
  };
}

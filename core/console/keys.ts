import type { ApiKey } from '../domain/api-key.ts';
import type { SignedIn } from '../domain/console-session.ts';
import type { Json } from '../domain/json.ts';
import { keyPermission } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { findById } from '../use-cases/access/find-by-id.ts';
import { keepKey, keyFor } from '../use-cases/access/keys.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';

export interface CreatedKey {
  readonly key: ApiKey;
  /** Null on a replay. */
  readonly secret: string | null;
}

type KeyRequest = Pick<ApiKey, 'environment' | 'name'> & { readonly write: Write };

/** Shows the secret once. Throws FORBIDDEN, CONFLICT `key_limit_reached`. */
export function createKey(ports: CorePorts) {
  return async (signedIn: SignedIn, { environment, name, write }: KeyRequest): Promise<Answered<CreatedKey>> => {
    const asked = { signedIn, environment, write };
    return once<CreatedKey>(ports, asked, {
      act: ['key.create', name],
      async draft() {
        const issued = keyFor(ports, { organizationId: signedIn.organizationId, environment, name });
        const act = { action: 'api_key.created', subject: issued.key.id, details: { name } };
        return {
          forReplay: issued.key.id,
          async apply(stores) {
            await actingMembers(stores, ports, signedIn, keyPermission(environment));
            await keepKey(stores, issued.key);
            await recordAct(stores, ports, actorOf(signedIn, environment), act);
            return issued;
          },
        };
      },
      replay: async (kept) => ({ key: await ownKey(ports.storage, signedIn, kept), secret: null }),
    });
  };
}

/** After this returns, no new request gets in with the key. Works in read-only mode, too. */
export function revokeKeyAs(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<ApiKey> => {
    const key = await ownKey(ports.storage, signedIn, id);
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, keyPermission(key.environment));
      const isNew = await stores.apiKeys.revoke(signedIn.organizationId, key.id, ports.clock.now());
      const act = { action: 'api_key.revoked', subject: key.id, details: { name: key.name } };
      if (isNew) await recordAct(stores, ports, actorOf(signedIn, key.environment), act);
      return ownKey(stores, signedIn, key.id);
    });
  };
}

function ownKey({ apiKeys }: Stores, { organizationId }: SignedIn, id: Json): Promise<ApiKey> {
  return findById('API key', 'key', String(id), (known) => apiKeys.find(organizationId, known));
}

import type { ApiKey } from '../../domain/api-key.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { notFound } from '../../domain/errors.ts';
import { type ApiKeyId, isId } from '../../domain/ids.ts';
import type { Json } from '../../domain/json.ts';
import { keyPermission } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { keepKey, keyFor } from '../access/keys.ts';
import type { Answered, Write } from '../claim-key.ts';
import { recordAct } from '../record-act.ts';
import { actingMembers, actorOf, once } from './acting.ts';

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once: null on a replay. */
  readonly secret: string | null;
}

export type KeyRequest = Pick<ApiKey, 'environment' | 'name'> & { readonly write: Write };

export function createKey(ports: CorePorts) {
  return async (signedIn: SignedIn, { environment, name, write }: KeyRequest): Promise<Answered<CreatedKey>> => {
    const asked = { signedIn, environment, write };
    return once<CreatedKey>(ports, asked, {
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

/** Holds at once: no request that begins after this returns is answered for it. Also while the deployment only reads. */
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

async function ownKey({ apiKeys }: Pick<Stores, 'apiKeys'>, { organizationId }: SignedIn, id: Json): Promise<ApiKey> {
  const isKey = (text: Json): text is ApiKeyId => typeof text === 'string' && isId('key', text);
  const key = isKey(id) ? await apiKeys.find(organizationId, id) : undefined;
  if (!key) throw notFound('API key');
  return key;
}

import { type ApiKey, grantedOf, isActive } from '../domain/api-key.ts';
import { secondsAfter } from '../domain/backoff.ts';
import type { Plane } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { conflict } from '../domain/errors.ts';
import type { Json } from '../domain/json.ts';
import { keyPermission } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { findById } from '../use-cases/access/find-by-id.ts';
import { grantable, type IssuedKey, keepKey, keyFor, type WantedLimits } from '../use-cases/access/keys.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';

export interface CreatedKey {
  readonly key: ApiKey;
  /** Null on a replay. */
  readonly secret: string | null;
}

export interface KeyRequest extends Pick<ApiKey, 'environment' | 'name'>, WantedLimits {
  readonly write: Write;
}

/**
 * Shows the secret once. Throws FORBIDDEN, CONFLICT `key_limit_reached`, BAD_REQUEST for an end that has passed and for
 * connections that the environment does not have.
 */
export function createKey(ports: CorePorts) {
  return async (signedIn: SignedIn, { write, ...wanted }: KeyRequest): Promise<Answered<CreatedKey>> => {
    const { environment, name } = wanted;
    const plane = { organizationId: signedIn.organizationId, environment };
    return issueOnce(ports, signedIn, {
      plane,
      write,
      act: ['key.create', name],
      async draft() {
        const limits = await grantable(ports, plane, wanted);
        return keyFor(ports, { ...plane, name, ...limits });
      },
      async note(_stores, key) {
        const { id, name } = key;
        const changes = { before: null, after: grantedOf(key) };
        return { action: 'api_key.created', subject: id, details: { name }, changes };
      },
    });
  };
}

export interface Roll {
  /** Hours for which the old key still works; 0 ends it at once. */
  readonly oldEndsInHours: number;
  readonly write: Write;
}

/**
 * Makes a key with the name, scopes, connections and end of an active one, and sets the old one's end. A key has one
 * successor: while that one works, or one that follows it, another roll is CONFLICT `key_rolled`. Throws as `createKey`, NOT_FOUND and CONFLICT
 * `key_not_active`.
 */
export function rollKey(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string, { oldEndsInHours, write }: Roll): Promise<Answered<CreatedKey>> => {
    const old = await ownKey(ports.storage, signedIn, id);
    return issueOnce(ports, signedIn, {
      plane: old,
      write,
      act: ['key.roll', old.id],
      async draft() {
        // The end that a first roll gave the old key is not its own; the last of those that followed it has that.
        const { expiresAt } = await lastOf(ports.storage, old);
        // What the day has spent is counted over all that follow each other.
        return keyFor(ports, { ...old, expiresAt, lineageId: old.lineageId ?? old.id });
      },
      async note(stores, { id: newId, createdAt: now }) {
        const { name, expiresAt, successorId } = await ownKey(stores, signedIn, old.id);
        const asked = secondsAfter(now, oldEndsInHours * 3600);
        const end = expiresAt && expiresAt < asked ? expiresAt : asked;
        const isEnding = isActive(old, now) && (await stores.apiKeys.setExpiry(old.organizationId, old.id, end));
        if (!isEnding) throw conflict('key_not_active', 'only a key that works can be rolled');
        const last = await lastOf(stores, { ...old, successorId });
        const isFree = last.id === old.id || (last.successorId === null && !isActive(last, now));
        if (!isFree || !(await stores.apiKeys.setSuccessor(old.organizationId, old.id, successorId, newId))) {
          throw conflict('key_rolled', 'this key was rolled already: roll or revoke the key that follows it');
        }
        const before = { expires_at: expiresAt?.toISOString() ?? null };
        const changes = { before, after: { expires_at: end.toISOString() } };
        return { action: 'api_key.rolled', subject: old.id, details: { name, new_key: newId }, changes };
      },
    });
  };
}

/** Keys are rolled every few weeks, or by a program that runs wild. */
const successorsMost = 100;

/** The key that follows those that followed this one; itself if none did. */
async function lastOf({ apiKeys }: Pick<Stores, 'apiKeys'>, key: ApiKey): Promise<ApiKey> {
  let last = key;
  for (let n = 0; n < successorsMost && last.successorId !== null; n++) {
    const next = await apiKeys.find(key.organizationId, last.successorId);
    if (!next) return last;
    last = next;
  }
  return last;
}

interface Issue {
  readonly plane: Plane;
  readonly write: Write;
  readonly act: readonly string[];
  readonly draft: () => Promise<IssuedKey>;
  /** Does what goes with it in the same transaction; returns the audit entry. */
  readonly note: (stores: Stores, key: ApiKey) => Promise<Parameters<typeof recordAct>[3]>;
}

/** Makes a key once per Idempotency-Key; a replay shows it without its secret. */
function issueOnce(ports: CorePorts, signedIn: SignedIn, { plane, write, act, draft, note }: Issue) {
  const { environment } = plane;
  return once<CreatedKey>(
    ports,
    { signedIn, environment, write },
    {
      act,
      async draft() {
        const issued = await draft();
        return {
          forReplay: issued.key.id,
          async apply(stores) {
            await actingMembers(stores, ports, signedIn, keyPermission(environment));
            const entry = await note(stores, issued.key);
            await keepKey(stores, issued.key);
            await recordAct(stores, ports, actorOf(signedIn, environment), entry);
            return issued;
          },
        };
      },
      replay: async (kept) => ({ key: await ownKey(ports.storage, signedIn, kept), secret: null }),
    },
  );
}

/** After this returns, no new request gets in with the key. Works in read-only mode, too. */
export function revokeKeyAs(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<ApiKey> => {
    const key = await ownKey(ports.storage, signedIn, id);
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, keyPermission(key.environment));
      const now = ports.clock.now();
      const isNew = await stores.apiKeys.revoke(signedIn.organizationId, key.id, now);
      const changes = { before: { revoked_at: null }, after: { revoked_at: now.toISOString() } };
      const act = { action: 'api_key.revoked', subject: key.id, details: { name: key.name }, changes };
      if (isNew) await recordAct(stores, ports, actorOf(signedIn, key.environment), act);
      return ownKey(stores, signedIn, key.id);
    });
  };
}

function ownKey({ apiKeys }: Stores, { organizationId }: SignedIn, id: Json): Promise<ApiKey> {
  return findById('API key', 'key', String(id), (known) => apiKeys.find(organizationId, known));
}

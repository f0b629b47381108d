import type { Actor } from './actor-kind.ts';
import type { AuditEntry, Caller } from './caller.ts';
import { isId } from './ids.ts';

export { type Actor, actorTypes } from './actor-kind.ts';

export function actorOf({ actor, name, rights }: Pick<Caller, 'actor' | 'name' | 'rights'>): Actor {
  const known = actorOfId(actor, name ?? null);
  return rights?.agent ? { ...known, type: 'agent' } : known;
}

export function actorOfId(id: string, name: string | null): Actor {
  const type = isId('key', id) ? 'api_key' : isId('user', id) ? 'member' : isId('ps', id) ? 'customer' : 'system';
  return { type, id, name };
}

/** Among the details of an audit entry of an agent's key: its id is like any key's. */
export const agentMark = { actor_type: 'agent' } as const satisfies { readonly actor_type: Actor['type'] };

export function actorOfEntry({ actor, actorName, details }: AuditEntry): Actor {
  const known = actorOfId(actor, actorName);
  const isAgents = known.type === 'api_key' && details['actor_type'] === agentMark.actor_type;
  return isAgents ? { ...known, type: 'agent' } : known;
}

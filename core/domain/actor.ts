import type { Actor } from './actor-kind.ts';
import type { Caller } from './caller.ts';
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

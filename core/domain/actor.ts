import type { Caller } from './caller.ts';
import { isId } from './ids.ts';

/**
 * An `agent` acts through a key for a model; a `customer` on the page "Your connection"; `system` is the service itself, or
 * its operator.
 */
export const actorTypes = ['api_key', 'member', 'agent', 'customer', 'system'] as const;

export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** A key's, member's or portal session's id, `operator` or `system`. */
  readonly id: string;
  /** The key's or the customer's name or the member's e-mail address, as it was then. */
  readonly name: string | null;
}

export function actorOf({ actor, name, rights }: Pick<Caller, 'actor' | 'name' | 'rights'>): Actor {
  const known = actorOfId(actor, name ?? null);
  return rights?.agent ? { ...known, type: 'agent' } : known;
}

export function actorOfId(id: string, name: string | null): Actor {
  const type = isId('key', id) ? 'api_key' : isId('user', id) ? 'member' : isId('ps', id) ? 'customer' : 'system';
  return { type, id, name };
}

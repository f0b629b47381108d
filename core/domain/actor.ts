import type { Caller } from './caller.ts';
import { isId } from './ids.ts';

/** An `agent` acts through a key for a model; `system` is the service itself, or its operator. */
export const actorTypes = ['api_key', 'member', 'agent', 'system'] as const;

export interface Actor {
  readonly type: (typeof actorTypes)[number];
  /** A key's or member's id, `operator` or `system`. */
  readonly id: string;
  /** The key's name or the member's e-mail address, as it was then. */
  readonly name: string | null;
}

export function actorOf({ actor, name }: Pick<Caller, 'actor' | 'name'>): Actor {
  return actorOfId(actor, name ?? null);
}

export function actorOfId(id: string, name: string | null): Actor {
  return { type: isId('key', id) ? 'api_key' : isId('user', id) ? 'member' : 'system', id, name };
}

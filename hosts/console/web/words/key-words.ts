import type { ApiKey } from '../api/wire.ts';
import { namesOf } from './closed-sets.ts';
import { plural } from './quantity.ts';

/** Says what each scope allows. */
export const scopeWords: Readonly<Record<ApiKey['scopes'][number], string>> = {
  read: 'Read: everything, and change nothing',
  write: 'Write: records, and start syncs',
  automate: 'Automate: start automations, replay and cancel operations',
  admin: 'Administer: connect and disconnect customers, webhook endpoints and their deliveries',
  provider: 'Provider: make requests of your own to the provider, with Read or Write; not among the usual rights',
};

export const keyScopes = namesOf(scopeWords);
/** What a new key may do, unless something else is chosen. */
export const usualScopes = keyScopes.filter((scope) => scope !== 'provider');

type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revoked_at, expires_at }: ApiKey, now: Date): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && new Date(expires_at) <= now ? 'expired' : 'active';
}

/** Says what a key may not do; undefined for a key with every right. An agent's scopes are told with its approval. */
export function limitsOf({ kind, scopes, connection_ids: ids, tools }: ApiKey): string | undefined {
  const isAgent = kind === 'agent';
  const words = [
    ...(isAgent || usualScopes.every((scope) => scopes.includes(scope)) ? [] : [`Only ${scopes.join(', ')}`]),
    ...(ids === null ? (isAgent ? ['All connections'] : []) : [`${plural(ids.length, 'connection')} only`]),
    ...(tools === null ? [] : [`${plural(tools.length, 'tool')} only`]),
  ];
  return words.length === 0 ? undefined : words.join(' · ');
}

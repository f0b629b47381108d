import type { Operation } from '../api/wire.ts';

type Actor = Operation['actor'];

/** Names who acted by e-mail address or key name; entries of before names were stored look them up in `names`. */
export function actorWords({ type, id, name }: Actor, names: ReadonlyMap<string, string> = new Map()): string {
  if (id === 'system') return 'The service itself';
  if (id === 'operator') return 'An operator of the service';
  if (type === 'customer') return `The customer ${name ?? id}`;
  if (name !== null) return type === 'member' ? name : `${type === 'agent' ? 'Agent' : 'API key'} “${name}”`;
  return names.get(id) ?? (type === 'member' ? `A former member (${id.slice(-6)})` : id);
}

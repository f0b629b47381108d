// What was read in one statement with a request's key. Each is handed out once, to the request that it was read for, which
// then queries for it as anyone else does: a second use could be of what has changed.
import type { Caller, Plane } from '../../domain/caller.ts';
import type { CallMeans, Connection } from '../../domain/connection.ts';
import type { NamedConnection, StoredCopy } from '../../ports/access-stores.ts';

const named = new WeakMap<Plane, NamedConnection>();
const means = new WeakMap<Connection, CallMeans>();
const copies = new WeakMap<Connection, StoredCopy>();

export function handOut(caller: Caller, read: NamedConnection): void {
  named.set(caller, read);
}

export function takeConnection(caller: Plane, id: string): Connection | undefined {
  if (named.get(caller)?.connection.id !== id) return undefined;
  const read = taken(named, caller);
  if (read) means.set(read.connection, read.means);
  if (read?.copy) copies.set(read.connection, read.copy);
  return read?.connection;
}

export const takeMeans = (connection: Connection): CallMeans | undefined => taken(means, connection);
export const takeCopy = (connection: Connection): StoredCopy | undefined => taken(copies, connection);

function taken<Key extends object, T>(from: WeakMap<Key, T>, key: Key): T | undefined {
  const read = from.get(key);
  from.delete(key);
  return read;
}

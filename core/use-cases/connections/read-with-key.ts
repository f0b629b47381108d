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
  const read = named.get(caller);
  if (read?.connection.id !== id) return undefined;
  named.delete(caller);
  means.set(read.connection, read.means);
  if (read.copy) copies.set(read.connection, read.copy);
  return read.connection;
}

export function takeMeans(connection: Connection): CallMeans | undefined {
  return taken(means, connection);
}

export function takeCopy(connection: Connection): StoredCopy | undefined {
  return taken(copies, connection);
}

function taken<T>(from: WeakMap<Connection, T>, connection: Connection): T | undefined {
  const read = from.get(connection);
  from.delete(connection);
  return read;
}

import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The caller's connection; anyone else's is as absent as one that never was. */
export async function requireConnection({ storage }: CorePorts, plane: Plane, id: string): Promise<Connection> {
  const connection = isId('conn', id) ? await storage.connections.find(plane, id) : undefined;
  if (!connection) throw notFound('connection');
  return connection;
}

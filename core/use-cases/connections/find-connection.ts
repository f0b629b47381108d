import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from './require-connection.ts';

export function findConnection(ports: Pick<CorePorts, 'storage'>) {
  return (caller: Caller, id: string): Promise<Connection> => requireConnection(ports, caller, id);
}

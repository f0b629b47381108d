// The one place where the core decides that an answer may be some seconds late, and so may come from a replica.
import type { Caller } from '../../domain/caller.ts';
import { isId } from '../../domain/ids.ts';
import type { Plane } from '../../domain/plane.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LateStores } from '../../ports/read-replica.ts';

type Ports = Pick<CorePorts, 'storage' | 'replica'>;

/** For what everybody may read late: usage, search, and what a file is made of. `read` may run twice. */
export async function readLate<T>(
  { storage, replica }: Ports,
  { organizationId }: Pick<Plane, 'organizationId'>,
  read: (stores: LateStores) => Promise<T>,
): Promise<T> {
  const found = await replica?.attempt(organizationId, read);
  return found ? found.value : read(storage);
}

/** For a list: members, who look at it in the console or export it, may read late; a program with a key reads what is stored. */
export function listLate<T>(ports: Ports, caller: Caller, read: (stores: LateStores) => Promise<T>): Promise<T> {
  return isId('user', caller.actor) ? readLate(ports, caller, read) : read(ports.storage);
}

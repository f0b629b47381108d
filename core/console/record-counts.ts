// How many records of a connection are stored, by family.
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { type ResourceType, resourceTypes } from '../domain/resource.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { requireConnection } from '../use-cases/connections/read-connections.ts';
import { callerOf } from './session.ts';

export interface RecordCount {
  readonly type: ResourceType;
  readonly count: number;
}

/** Families without a record are left out. Throws NOT_FOUND. Sums are kept, so nothing is counted and nothing metered. */
export function countRecords(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment, id: string): Promise<readonly RecordCount[]> => {
    const connection = await requireConnection(ports, callerOf(signedIn, environment), id);
    const counted = resourceTypes.map(async (type) => {
      const place = { connectionId: connection.id, type };
      const { total } = await ports.storage.records.list(place, { withoutNative: true }, { limit: 1, page: 1 });
      return { type, count: total };
    });
    return (await Promise.all(counted)).filter(({ count }) => count > 0);
  };
}

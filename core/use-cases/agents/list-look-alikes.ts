// What looks the same in the books of a connection, as far as the index of creates knows it: by anybody and any way.
import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { type LookAlike, lookAlikeDays, mayBeSame } from '../../domain/look-alike.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { ToldLookAlike } from '../../domain/told-look-alike.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { counting, newestFirst, toldOf } from './look-alikes.ts';

/** Two or more that look the same, the newest first. */
export interface LookAlikeGroup {
  readonly type: ResourceType;
  readonly items: readonly ToldLookAlike[];
}

/** The index forgets after so many days. */
const dayMs = 86_400_000;
const groupsMost = 100;

/** Of the last 30 days, the groups with the newest first, at most 100. Throws NOT_FOUND. */
export function listLookAlikes(ports: CorePorts) {
  const { storage, clock } = ports;
  return async (plane: Plane, connectionId: string): Promise<readonly LookAlikeGroup[]> => {
    const connection = await requireConnection(ports, plane, connectionId);
    const now = clock.now();
    const since = new Date(now.getTime() - lookAlikeDays * dayMs);
    const fingerprints = await storage.lookAlikes.shared(connection.id, since, groupsMost);
    const rows = await storage.lookAlikes.find(connection.id, fingerprints, since);
    const known = await counting(storage, connection, rows, now);
    const groups: LookAlikeGroup[] = [];
    for (const fingerprint of fingerprints) {
      const own = known.filter((row) => row.fingerprint === fingerprint);
      for (const alike of clustersOf(own)) {
        const group = await groupOf(ports, connection, alike);
        if (group && !groups.some((other) => isSame(other, group))) groups.push(group);
      }
    }
    return groups;
  };
}

/** Those of one fingerprint that agree in what it leaves open: currency, and accounts. */
function clustersOf(rows: readonly LookAlike[]): readonly (readonly LookAlike[])[] {
  const clusters: LookAlike[][] = [];
  for (const row of rows) {
    const found = clusters.find((cluster) => cluster.every((one) => mayBeSame(one, row)));
    if (found) found.push(row);
    else clusters.push([row]);
  }
  return clusters;
}

/** Undefined where fewer than two are left, because others were cancelled since. */
async function groupOf(
  { storage }: CorePorts,
  connection: Connection,
  rows: readonly LookAlike[],
): Promise<LookAlikeGroup | undefined> {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return undefined;
  const told = await Promise.all(rows.map((row) => toldOf(storage, connection, row)));
  // What waited and was made since stands twice in the index.
  const items = [...new Map(told.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
  return items.length < 2 ? undefined : { type: first.type, items: items.sort(newestFirst) };
}

/** Contacts may look the same in several ways. */
function isSame({ items }: LookAlikeGroup, other: LookAlikeGroup): boolean {
  const ids = new Set(items.map(({ id }) => id));
  return items.length === other.items.length && other.items.every(({ id }) => ids.has(id));
}

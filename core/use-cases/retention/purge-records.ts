import type { ConnectionId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { forgottenParts } from '../../domain/retention.ts';
import { type Attempt, type Conclusion, continueLater, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { inRounds } from './purge-rounds.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock'>;

/** Longer than any call that began before the disconnect; deliveries that are on their way have as long. */
export const latestCallSeconds = 120;
const rowsARound = 200;
const againSeconds = 10;

/**
 * Removes the documents of a connection that is disconnected. Stops if it is connected again. Once every call that was
 * under way has had its time, it does not end before all work of the connection has.
 */
export async function forgetConnection(
  ports: Ports,
  { operation, steps }: Attempt,
  connectionId: ConnectionId,
): Promise<Conclusion> {
  const { storage, clock } = ports;
  const sparesUnderWay = clock.now().getTime() < operation.createdAt.getTime() + latestCallSeconds * 1000;
  let [purged, at, isInUse] = [0, 0, false];
  let after: string | null = null;
  // What ends while this runs may leave what this has passed over.
  const wasAtWork = !sparesUnderWay && (await isAtWork(ports, operation, connectionId));
  const conclusion = await inRounds({ clock }, steps, async () => {
    const part = forgottenParts[at];
    isInUse = (await storage.connections.find(operation, connectionId))?.status !== 'disconnected';
    if (part === undefined || isInUse) return { removed: 0, isLast: true };
    const cut = { now: clock.now(), limit: rowsARound, after, sparesUnderWay };
    const { removed, next } = await storage.retention.forget(part, connectionId, cut);
    if (next === null) at += 1;
    after = next;
    purged += removed;
    return { removed, isLast: false };
  });
  if (isInUse) return succeeded({ purged, stopped: 'connection_in_use' });
  if (at < forgottenParts.length) return conclusion;
  if (wasAtWork) return continueLater('work_unfinished', 'work of the connection is unfinished', againSeconds);
  // An attempt that was lost may have removed rows and have come no further.
  const files = purged > 0 || operation.attempts.length > 0 ? await storage.retention.scrub() : 'done';
  if (files === 'busy') return continueLater('files_busy', 'the database file is being read', againSeconds);
  return succeeded(files === 'done' ? { purged } : { purged, files });
}

async function isAtWork({ storage }: Ports, plane: Operation, connectionId: ConnectionId): Promise<boolean> {
  const scope = { connectionId };
  const unfinished = await storage.transaction(({ operations }) => operations.lockUnfinished(plane, scope, 1));
  return unfinished.length > 0;
}

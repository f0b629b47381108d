// `retention.purge`: removes what need not be stored any longer, in short transactions that live work does not notice.
import { keptSince, type PurgeTarget, purgeTargets } from '../../domain/retention.ts';
import { inputId, inputText } from '../../engine/input-of.ts';
import type { Conclusion, OperationKind } from '../../engine/operation-kind.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { abandon } from '../connect-sessions/connect-step.ts';
import { forgetConnection, inRounds } from './purge-records.ts';

/** What the retention schedule queues, an operation each; `unchosen_connections` are those whose connect session expired. */
export const retentionTasks = ['unchosen_connections', ...purgeTargets] as const;

const rowsARound = 200;
const sessionsARound = 20;
/** A choice that was made in the last moment is still being carried out. */
const graceMinutes = 5;

/** Of one connection's documents after a disconnect, or of one kind of thing everywhere by the schedule. */
export function purge(ports: CorePorts): OperationKind {
  return async ({ operation, steps }) => {
    if ('connection_id' in operation.input) {
      return forgetConnection(ports, { operation, steps }, inputId(operation, 'conn', 'connection_id'));
    }
    const asked = inputText(operation, 'task');
    const task = retentionTasks.find((known) => known === asked);
    if (task === undefined) throw new Error(`there is no retention task ${asked}`);
    return task === 'unchosen_connections' ? abandonUnchosen(ports, steps) : purgeTarget(ports, task, steps);
  };
}

/** Removes what has been stored long enough of one kind of thing. */
function purgeTarget({ storage, clock, settings }: CorePorts, target: PurgeTarget, steps: Steps): Promise<Conclusion> {
  const before = keptSince(target, settings.retentionDays, clock.now());
  return inRounds({ clock }, steps, () => storage.retention.purge(target, { before, limit: rowsARound }));
}

/** Ends connect sessions that expired before anybody chose: the connection is disconnected, its sealed tokens are gone. */
function abandonUnchosen(ports: CorePorts, steps: Steps): Promise<Conclusion> {
  const expiredBefore = new Date(ports.clock.now().getTime() - graceMinutes * 60_000);
  return inRounds(ports, steps, async () => {
    const sessions = await ports.storage.connectSessions.listUnchosen(expiredBefore, sessionsARound);
    for (const session of sessions) await abandon(ports, session, { status: 'cancelled' });
    return { removed: sessions.length, isLast: sessions.length < sessionsARound };
  });
}

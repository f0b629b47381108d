// `retention.purge`: removes data past its retention, in transactions so short that other work does not notice.
import { systemPlane } from '../../domain/caller.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { forgottenParts, keptSince, type PurgedBatch, type PurgeTarget, purgeTargets } from '../../domain/retention.ts';
import {
  type Attempt,
  type Conclusion,
  continueLater,
  inputId,
  inputText,
  type OperationKind,
  succeeded,
} from '../../engine/operation-kind.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { tidyLapsed } from '../connect-sessions/end-session.ts';
import { draftOperation } from '../queue/draft-operation.ts';

/**
 * The schedule queues an operation for each; `unchosen_connections` are those whose connect session expired,
 * `unsearched_records` those of earlier builds, which become known to searches.
 */
export const retentionTasks = ['unchosen_connections', 'unsearched_records', ...purgeTargets] as const;

const rowsARound = 200;
const sessionsARound = 20;
/** A choice of the last moment may still be under way. */
const graceMinutes = 5;
/** Spreads the starts of the tasks. */
const apartSeconds = 20;

/**
 * Runs every hour, so that a round removes one hour's rows and the next round makes up for a failed one. Does not queue a
 * task that is unfinished.
 */
export function retentionSchedule(ports: CorePorts): Schedule {
  const { storage, ids, clock } = ports;
  return {
    name: 'retention',
    everyMs: 3_600_000,
    offsetMs: 0,
    async part() {
      const requestId = ids.next('req');
      const drafts = [];
      for (const [place, task] of retentionTasks.entries()) {
        const work = { type: 'retention.purge', subject: task } as const;
        const unfinished = await storage.transaction(({ operations }) =>
          operations.lockUnfinished(systemPlane, work, 1),
        );
        if (unfinished.length > 0) continue;
        const dueAt = new Date(clock.now().getTime() + place * apartSeconds * 1000);
        const draft = { ...work, connectionId: null, input: { task }, requestId, dueAt };
        drafts.push(draftOperation(ports, systemPlane, draft));
      }
      return { operations: drafts, next: null };
    },
  };
}

/** Purges one disconnected connection's documents or, for the schedule, one kind of data everywhere. */
export function purge(ports: CorePorts): OperationKind {
  return async (attempt) => {
    const { operation, steps } = attempt;
    if ('connection_id' in operation.input) {
      return forgetConnection(ports, attempt, inputId(operation, 'conn', 'connection_id'));
    }
    const asked = inputText(operation, 'task');
    const task = retentionTasks.find((known) => known === asked);
    if (task === undefined) throw new Error(`there is no retention task ${asked}`);
    if (task === 'unchosen_connections') return abandonUnchosen(ports, steps);
    return task === 'unsearched_records' ? indexUnsearched(ports, steps) : purgeTarget(ports, task, steps);
  };
}

function purgeTarget(ports: CorePorts, target: PurgeTarget, steps: Steps): Promise<Conclusion> {
  const { storage, clock, settings } = ports;
  const before = keptSince(target, settings.retentionDays, clock.now());
  return inRounds(ports, steps, () => storage.retention.purge(target, { before, limit: rowsARound }));
}

function indexUnsearched(ports: CorePorts, steps: Steps): Promise<Conclusion> {
  return inRounds(ports, steps, async () => {
    const removed = await ports.storage.records.indexMissing(rowsARound);
    return { removed, isLast: removed < rowsARound };
  });
}

/** Ends connect sessions that expired without a choice: disconnects the connection and deletes its sealed tokens. */
function abandonUnchosen(ports: CorePorts, steps: Steps): Promise<Conclusion> {
  const expiredBefore = new Date(ports.clock.now().getTime() - graceMinutes * 60_000);
  return inRounds(ports, steps, async () => {
    const sessions = await ports.storage.connectSessions.listUnchosen(expiredBefore, sessionsARound);
    for (const session of sessions) await tidyLapsed(ports, session);
    return { removed: sessions.length, isLast: sessions.length < sessionsARound };
  });
}

/** Exceeds any call that began before the disconnect, and leaves deliveries time to end. */
export const latestCallSeconds = 120;
const againSeconds = 10;

/**
 * Removes a disconnected connection's documents, and stops if it is connected again. `latestCallSeconds` after the
 * disconnect, the operation ends only when all work of the connection has ended.
 */
async function forgetConnection(
  ports: CorePorts,
  { operation, steps }: Attempt,
  connectionId: ConnectionId,
): Promise<Conclusion> {
  const { storage, clock } = ports;
  const sparesUnderWay = clock.now().getTime() < operation.createdAt.getTime() + latestCallSeconds * 1000;
  let [purged, at, isInUse] = [0, 0, false];
  let after: string | null = null;
  // Work that ends meanwhile may store rows where this run has already been.
  const wasAtWork = !sparesUnderWay && (await isAtWork(ports, operation, connectionId));
  const conclusion = await inRounds(ports, steps, async () => {
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
  // An attempt that was lost may have removed rows.
  const files = purged > 0 || operation.attempts.length > 0 ? await storage.retention.scrub() : 'done';
  if (files === 'busy') return continueLater('files_busy', 'the database file is being read', againSeconds);
  return succeeded(files === 'done' ? { purged } : { purged, files });
}

async function isAtWork({ storage }: CorePorts, plane: Operation, connectionId: ConnectionId): Promise<boolean> {
  const scope = { connectionId };
  const unfinished = await storage.transaction(({ operations }) => operations.lockUnfinished(plane, scope, 1));
  return unfinished.length > 0;
}

/** Beyond this the operation returns to the queue and frees its slot. */
const roundsMax = 200;
/** Others may use the database between two rounds. */
const pauseMs = 5;

/** Runs rounds until the last, or until `roundsMax` frees the slot. Counts only this attempt's rows. */
async function inRounds({ clock }: CorePorts, steps: Steps, round: () => Promise<PurgedBatch>): Promise<Conclusion> {
  let purged = 0;
  for (let done = 0; done < roundsMax; done++) {
    steps.checkpoint();
    const { removed, isLast } = await round();
    purged += removed;
    if (isLast) return succeeded({ purged });
    await clock.wait(pauseMs);
  }
  return continueLater('more_to_purge', `${purged} rows purged so far`, 1);
}
